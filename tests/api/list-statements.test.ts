import { eq } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { paths } from '#contract/paths.ts'
import { competitions } from '#server/db/schema/competitions.ts'
import { teamScores, teams } from '#server/db/schema/teams.ts'
import { createSheet, startJudgesApp } from '../support/api/judges.ts'
import { addEventTeam } from '../support/api/judging.ts'
import { insertListRows } from '../support/api/list-rows.ts'
import { startScoresApp } from '../support/api/scores.ts'
import { type SessionsApp, startSessionsApp } from '../support/api/session.ts'
import { createCoach, createMember, startTeamsApp } from '../support/api/teams.ts'

let server: SessionsApp
let eventId: string
let listStatements: ReturnType<typeof createStatementLister>
beforeAll(async () => {
  server = await startSessionsApp()
  listStatements = createStatementLister(server.app, await server.admin())
  eventId = (await insertListRows(server.database.db, 120)).eventId
})
afterAll(() => server.close())

/**
 * Lists the statements that a call sends to the database, except those that read its session and the settings
 * of the site.
 */
const recordStatements = async (call: () => Promise<unknown>) => {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await call()
    return query.mock.calls
      .map(([statement]) =>
        typeof statement === 'string' ? statement : ((statement as { text?: string }).text ?? ''),
      )
      .filter((text) => !/pgboss|"sessions"|"settings"/.test(text))
  } finally {
    query.mockRestore()
  }
}
const createStatementLister = (app: SessionsApp['app'], authorization: string) => (url: string) =>
  recordStatements(async () => {
    const reply = await app.inject({ url, headers: { authorization } })
    expect(reply.statusCode, reply.body).toBe(200)
  })

const queries = [
  'page=1&per_page=10',
  'page=3&per_page=10',
  'page=1&per_page=100&s=karim',
  `page=2&per_page=10&s=${encodeURIComponent('أحمد')}`,
]

test.each([
  ['users', paths.adminUsers],
  ['registrants', paths.adminDownloads],
  ['messages', paths.adminMessages],
  ['announcements', paths.adminAnnouncements],
  ['audit log', paths.adminAudit],
  ['teams', paths.adminTeams],
  ['payments', paths.adminPayments],
  ['events', paths.adminEvents],
  ['FAQs', paths.adminFaqs],
  ['partners', paths.adminPartners],
  ['organizers', paths.adminOrganizers],
  ['regions', paths.adminRegions],
  ['continents', paths.adminContinents],
  ['competitions', paths.adminCompetitions],
  ['moves between seasons', paths.adminSeasonMoves],
])('a page of the list of %s takes two statements, with or without a search', async (_, path) => {
  for (const query of queries) expect(await listStatements(`${path}/?${query}`)).toHaveLength(2)
})

test('a page of a ranking takes two statements, and for visitors a third one that checks the freeze, with or without a search', async () => {
  for (const query of [...queries, 'page=11&per_page=100']) {
    expect(await listStatements(`${paths.adminScores(eventId)}?${query}`), query).toHaveLength(2)
    expect(await listStatements(`${paths.scores(eventId)}?${query}`), query).toHaveLength(3)
  }
})

test('the account’s lists of teams and ranks take as many statements for two teams as for four', async () => {
  const t = await startTeamsApp({ maxTeams: null })
  const [sports] = await t.db.select().from(competitions).where(eq(competitions.slug, 'robosports'))
  const register = async (competitionId: string | undefined, status: 'registered' | 'waiting') => {
    const team = (await t.send('POST', paths.teams, t.token, t.team({ competitionId }))).json().team
    expect(team, competitionId).toBeDefined()
    await t.db.update(teams).set({ status }).where(eq(teams.id, team.id))
    await t.db.insert(teamScores).values({ teamId: team.id, key: 'round 1' })
  }
  const listAccountStatements = createStatementLister(t.app, t.token)
  const countStatements = async () => [
    (await listAccountStatements(paths.teams)).length,
    (await listAccountStatements(paths.teamRanks)).length,
  ]
  await register(t.robo.id, 'registered')
  await register(t.robo.id, 'waiting')
  const counts = await countStatements()
  await register(sports?.id, 'registered')
  await register(sports?.id, 'waiting')
  expect(await countStatements()).toEqual(counts)
  await t.close()
})

test('a registration and a change of a team take as many statements with two members as with three', async () => {
  const t = await startTeamsApp({ maxTeams: null, maxMembers: 3 })
  const save = async (method: 'POST' | 'PUT', fields: object) => {
    const reply = await t.send(method, paths.teams, t.token, t.team(fields as Record<string, unknown>))
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json().team
  }
  const countStatements = async (memberCount: number) => {
    const members = Array.from({ length: memberCount }, () => createMember())
    const registered = await recordStatements(() => save('POST', { members }))
    const { id, version, coaches, ...team } = await save('POST', {
      members: members.map(() => createMember()),
    })
    const withIds = {
      coaches: [createCoach({ id: coaches[0].id })],
      members: team.members.map((member: { id: string }) =>
        createMember({ id: member.id, nationalId: undefined }),
      ),
    }
    const changed = await recordStatements(() => save('PUT', { ...withIds, id, version }))
    return [registered.length, changed.length]
  }
  expect(await countStatements(3)).toEqual(await countStatements(2))
  await t.close()
})

test('a posted score of a known participant takes 14 statements with those that begin and end the transaction', async () => {
  const t = await startScoresApp()
  const event = await t.event({ title_en: 'Posted', eventCode: 'POST-14' })
  const key = await t.key(event._id)
  const post = async (mission: number) => {
    const reply = await t.post('POST-14', key, {
      email: 'sara@x.org',
      name: 'Sara',
      mission,
      score: 10,
      time: 20,
    })
    expect(reply.status).toBe(200)
  }
  // the first one also creates the entry and the score log
  await post(1)
  expect(await recordStatements(() => post(2))).toHaveLength(14)
  await t.close()
})

test('a score sheet takes 23 statements with the session of the judge as a new attempt, and 24 as a correction, which needs its judge', async () => {
  const t = await startJudgesApp()
  const { _id: eventId } = await t.event({ title_en: 'Sheets' })
  const team = await addEventTeam(t, eventId, 'Falcons')
  const { token } = await t.createSignedInJudge(eventId, { tables: ['A'] })
  for (const round of [1, 2, 3]) {
    const payload = { round, table: 'A', startsAt: `2026-12-05T1${round}:00:00Z`, teamId: team.id }
    t.ok(await t.ask('POST', `/api/admin/events/${eventId}/schedule/slots`, { payload }))
  }
  const send = async (fields: object): Promise<{ id: string; version: string }[]> =>
    t.ok(await t.askAsJudge('POST', paths.judgeSheets, token, createSheet(team.id, fields))).attempts
  // the first one also creates the entry and the score log
  await send({ round: 1 })
  let expected: { id: string; version: string }[] = []
  const added = await recordStatements(async () => {
    expected = (await send({ round: 2 })).map(({ id, version }) => ({ id, version }))
  })
  const corrected = await recordStatements(() =>
    send({ round: 2, score: 60, expected, replaces: expected[0]?.id }),
  )
  expect([added.length, corrected.length]).toEqual([23, 24])
  await t.close()
})
