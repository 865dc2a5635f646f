import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getPath } from '#contract/platform/call-path.ts'
import { competitions } from '#server/platform/db/schema/competitions.ts'
import { teamMatches, teamScores, teams } from '#server/platform/db/schema/teams.ts'
import { insertListRows } from '../../support/api/list-rows.ts'
import { recordStatements } from '../../support/api/recorded-statements.ts'
import { type SessionsApp, startSessionsApp } from '../../support/api/session.ts'
import { createCoach, createMember, startTeamsApp } from '../../support/api/teams.ts'

let server: SessionsApp
let eventId: string
let listStatements: ReturnType<typeof createStatementLister>
beforeAll(async () => {
  server = await startSessionsApp()
  listStatements = createStatementLister(server.app, await server.admin())
  eventId = (await insertListRows(server.database.db, 120)).eventId
})
afterAll(() => server.close())

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
  ['users', getPath('GET /api/admin/users')],
  ['registrants', getPath('GET /api/admin/downloads')],
  ['messages', getPath('GET /api/admin/messages')],
  ['announcements', getPath('GET /api/admin/announcements')],
  ['audit log', getPath('GET /api/admin/audit')],
  ['payments', getPath('GET /api/admin/payments')],
  ['events', getPath('GET /api/admin/events')],
  ['events in the back office', getPath('GET /api/admin/events/list')],
  ['people who judge', getPath('GET /api/admin/judges')],
  ['FAQs', getPath('GET /api/admin/faqs')],
  ['partners', getPath('GET /api/admin/partners')],
  ['organizers', getPath('GET /api/admin/organizers')],
  ['regions', getPath('GET /api/admin/regions')],
  ['continents', getPath('GET /api/admin/continents')],
  ['competitions', getPath('GET /api/admin/competitions')],
  ['moves between seasons', getPath('GET /api/admin/season-moves')],
])('a page of the list of %s takes two statements, with or without a search', async (_, path) => {
  for (const query of queries) expect(await listStatements(`${path}/?${query}`)).toHaveLength(2)
})

test('a page of the list of teams takes as many statements for 100 teams with scores as for ten', async () => {
  const { db } = server.database
  const ids = await db.select({ id: teams.id }).from(teams)
  const scores = await db
    .insert(teamScores)
    .values(ids.map(({ id }) => ({ teamId: id, key: 'round 1' })))
    .returning({ id: teamScores.id })
  await db.insert(teamMatches).values(scores.map(({ id }) => ({ scoreId: id })))
  const countStatements = async (query: string) =>
    (await listStatements(`${getPath('GET /api/admin/teams')}/?${query}`)).length
  const counts = []
  for (const query of [...queries, 'page=1&per_page=500']) counts.push(await countStatements(query))
  expect(new Set(counts).size).toBe(1)
})

test('a page of a ranking takes three statements, one of them for the levels, and for visitors two more, about the freeze and the ages of players, with or without a search', async () => {
  const beyond = 'page=11&per_page=100'
  for (const query of [...queries, beyond]) {
    expect(
      await listStatements(`${getPath('GET /api/admin/events/:eventId/scores', { eventId })}?${query}`),
      query,
    ).toHaveLength(3)
    expect(
      await listStatements(`${getPath('GET /api/v1/events/scores/:eventId', { eventId })}?${query}`),
      query,
    ).toHaveLength(query === beyond ? 4 : 5)
  }
})

test('the account’s lists of teams and ranks take as many statements for two teams as for four', async () => {
  const t = await startTeamsApp({ maxTeams: null })
  const [sports] = await t.db.select().from(competitions).where(eq(competitions.slug, 'robosports'))
  const register = async (competitionId: string | undefined, status: 'registered' | 'waiting') => {
    const team = (await t.send('POST', getPath('POST /api/teams'), t.token, t.team({ competitionId }))).json()
      .team
    expect(team, competitionId).toBeDefined()
    await t.db.update(teams).set({ status }).where(eq(teams.id, team.id))
    await t.db.insert(teamScores).values({ teamId: team.id, key: 'round 1' })
  }
  const listAccountStatements = createStatementLister(t.app, t.token)
  const countStatements = async () => [
    (await listAccountStatements(getPath('GET /api/teams'))).length,
    (await listAccountStatements(getPath('GET /api/teams/ranks'))).length,
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
    const reply = await t.send(
      method,
      getPath('GET /api/teams'),
      t.token,
      t.team(fields as Record<string, unknown>),
    )
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
