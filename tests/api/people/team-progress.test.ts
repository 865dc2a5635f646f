import { eq } from 'drizzle-orm'
import { v7 as randomUUIDv7 } from 'uuid'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { RuleSet } from '#contract/event/scoring/rule-set.schema.ts'
import { buildRuleSetFromTemplate } from '#contract/event/scoring/rule-set-templates.ts'
import type { TeamHistoryEntry, TeamRank } from '#contract/people/teams/team-progress.schema.ts'
import { getPath } from '#contract/platform/call-path.ts'
import { events } from '#server/platform/db/schema/events.ts'
import { eventRuleSets } from '#server/platform/db/schema/rule-sets.ts'
import { scoreAttempts, scoreEntries } from '#server/platform/db/schema/scores.ts'
import { createPanelRuleSet } from '../../support/api/panels.ts'
import { startTeamsApp, type TeamsApp } from '../../support/api/teams.ts'

let t: TeamsApp
beforeAll(async () => {
  t = await startTeamsApp()
})
afterAll(() => t.close())

const register = async () =>
  (await t.send('POST', getPath('POST /api/teams'), t.token, t.team())).json().team as {
    id: string
    name: string
    version: number
  }
const readRanks = async (token = t.token) =>
  (await t.send('GET', getPath('GET /api/teams/ranks'), token)).json().ranks as TeamRank[]
const readHistory = (id: string, token = t.token) =>
  t.send('GET', getPath('GET /api/teams/:teamId/history', { teamId: id }), token)

const addEvent = async (active = true) => {
  const id = randomUUIDv7()
  await t.db.insert(events).values({
    id,
    slug: `event-${id}`,
    titleEn: 'Rally',
    titleAr: 'رالي',
    descriptionEn: '',
    descriptionAr: '',
    active,
  })
  return id
}
const addEntry = (
  eventId: string,
  totalScore: number,
  totalTimeMs: number,
  more: Partial<typeof scoreEntries.$inferInsert> = {},
) =>
  t.db
    .insert(scoreEntries)
    .values({ eventId, participantKey: `guest:${randomUUIDv7()}`, totalScore, totalTimeMs, ...more })

it('the account sees the place of its team between its neighbours, in events that visitors see', async () => {
  const team = await register()
  const [rally, hidden] = [await addEvent(), await addEvent(false)]
  const own = { teamId: team.id, teamName: team.name, participantKey: `team:${team.id}` }
  await addEntry(rally, 90, 1000, { teamName: 'First', participantKey: 'guest:first' })
  await addEntry(rally, 80, 500, { playerName: 'Second', participantKey: 'guest:second' })
  await addEntry(rally, 80, 600, own)
  await addEntry(rally, 70, 100, { teamName: 'Fourth' })
  await addEntry(hidden, 10, 10, own)
  await t.db.update(events).set({ entryCount: 4 }).where(eq(events.id, rally))
  const readRanksOf = async (ids: string) =>
    (await t.send('GET', `${getPath('GET /api/teams/ranks')}?teamIds=${ids}`, t.token)).json().ranks
  const unknownId = randomUUIDv7()
  expect((await readRanksOf(`${unknownId},${team.id}`)).map(({ teamId }: TeamRank) => teamId)).toEqual([
    team.id,
  ])
  expect(await readRanksOf(unknownId)).toEqual([])
  expect((await readRanks()).filter(({ teamId }) => teamId === team.id)).toEqual([
    {
      teamId: team.id,
      event: { id: rally, slug: `event-${rally}`, title: { en: 'Rally', ar: 'رالي' } },
      rank: 3,
      totalScores: 4,
      totalScore: 80,
      totalTimeMs: 600,
      above: { name: 'Second', rank: 2, totalScore: 80 },
      below: { name: 'Fourth', rank: 4, totalScore: 70 },
      explanation: {
        next: expect.objectContaining({ name: 'Fourth', rank: 4 }),
        higher: expect.objectContaining({ name: 'Second', rank: 2 }),
      },
    },
  ])
  const stranger = await t.tokenOf((await t.person({ role: 'student' })).email)
  expect(await readRanks(stranger)).toEqual([])
})

it('the first and the last of a ranking have one neighbour, and one alone has none', async () => {
  const team = await register()
  const event = await addEvent()
  await addEntry(event, 5, 5, { teamId: team.id, participantKey: `team:${team.id}` })
  const find = async () => (await readRanks()).find(({ teamId }) => teamId === team.id)
  expect(await find()).toMatchObject({ rank: 1, above: null, below: null })
  await addEntry(event, 4, 5, { teamName: 'Last' })
  expect(await find()).toMatchObject({ rank: 1, above: null, below: { name: 'Last', rank: 2 } })
})

it('the account sees why its team has its rank in an event with a rule set, and what the next better rank would have needed', async () => {
  const team = await register()
  const event = await addEvent()
  const document = buildRuleSetFromTemplate('virtual_robot_challenges', (code) => ({ en: code, ar: code }))
  await t.db.insert(eventRuleSets).values({ eventId: event, version: 1, document })
  await addEntry(event, 90, 1000, { teamName: 'First', ruleSetKey: [-90, 1000] })
  await addEntry(event, 80, 41_200, {
    teamId: team.id,
    teamName: team.name,
    participantKey: `team:${team.id}`,
    ruleSetKey: [-80, 41_200],
  })
  await addEntry(event, 80, 43_000, { teamName: 'Third', ruleSetKey: [-80, 43_000] })
  const [rank] = (await readRanks()).filter(({ teamId }) => teamId === team.id)
  expect(rank?.explanation).toMatchObject({
    next: {
      name: 'Third',
      rank: 3,
      text: { en: 'Same total (80). Less time in total: 41.2 s against 43.0 s' },
    },
    higher: {
      name: 'First',
      rank: 1,
      needed: {
        en: 'To reach rank 1: more than 90 points in total, or 90 points in total and less than 1.0 s in total (now 80 and 41.2 s)',
      },
    },
  })
})

it('an account sees that a result is provisional until its panel has sent all sheets', async () => {
  const team = await register()
  const event = await addEvent()
  const document = createPanelRuleSet('mean', 2) as unknown as RuleSet
  await t.db.insert(eventRuleSets).values({ eventId: event, version: 1, document })
  const person = await t.person({ role: 'student' })
  const own = { teamId: team.id, userId: person.id, ruleSetKey: [-5] }
  const [entry] = await addEntry(event, 5, 0, own).returning()
  const addSheet = (judge: string) =>
    t.db
      .insert(scoreAttempts)
      .values({ entryId: entry?.id as string, score: 5, timeMs: 0, values: { idea: 5, judge } })
  const token = await t.tokenOf(person.email)
  const listMarks = async () => [
    (await readRanks()).find(({ teamId }) => teamId === team.id)?.isProvisional,
    (await t.send('GET', getPath('GET /api/account/scores'), token)).json().scores[0].score.isProvisional,
  ]
  await addSheet(randomUUIDv7())
  expect(await listMarks()).toEqual([true, true])
  await addSheet(randomUUIDv7())
  expect(await listMarks()).toEqual([undefined, undefined])
})

it('the history of a team has its registration, changes, stage and payments, for accounts of the team only', async () => {
  const team = await register()
  const admin = (fields: Record<string, unknown>) =>
    t.send('PUT', getPath('PUT /api/admin/teams'), t.adminToken, { id: team.id, name: team.name, ...fields })
  expect((await admin({ stage: 'national' })).statusCode).toBe(200)
  expect((await admin({ schoolName: 'Another school' })).statusCode).toBe(200)
  expect(
    (
      await t.json('POST', getPath('POST /api/admin/payments/mark'), t.adminToken, {
        teamId: team.id,
        paid: true,
        reason: 'bank transfer',
      })
    ).statusCode,
  ).toBe(200)
  const { history } = (await readHistory(team.id)).json() as { history: TeamHistoryEntry[] }
  expect(history.map(({ kind, value }) => [kind, value])).toEqual([
    ['paid', null],
    ['changed', null],
    ['stage', 'national'],
    ['registered', null],
  ])
  const stranger = await t.tokenOf((await t.person({ role: 'coach' })).email)
  expect((await readHistory(team.id, stranger)).statusCode).toBe(404)
  expect((await readHistory(team.id, t.adminToken)).statusCode).toBe(404)
})
