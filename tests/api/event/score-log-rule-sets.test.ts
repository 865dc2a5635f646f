import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RuleSet } from '#contract/event/scoring/rule-set.schema.ts'
import { getPath } from '#contract/platform/call-path.ts'
import { anonymizeScoresAndGetErasures, appendErasuresToScoreLogs } from '#server/event/scores/service.ts'
import { eventTexts } from '../../support/api/events.ts'
import { createScoreLogTools } from '../../support/api/score-log.ts'
import { type ScoresApp, startScoresApp } from '../../support/api/scores.ts'

// biome-ignore lint/suspicious/noExplicitAny: replies are looked at key by key
type Body = any

let t: ScoresApp
let log: ReturnType<typeof createScoreLogTools>
let engineers: RuleSet
beforeAll(async () => {
  t = await startScoresApp()
  log = createScoreLogTools(t)
  engineers = await t.ruleSetTemplate('future_engineers')
})
afterAll(() => t.close())

const saveRules = async (eventId: string, ruleSet: RuleSet | null, version: number | null) =>
  t.ok(await t.ask('PUT', `/api/admin/events/${eventId}/rule-set`, { payload: { ruleSet, version } }))
const addRuns = async (
  eventId: string,
  teamName: string,
  ...runs: [mission: number, points: number, seconds: number][]
) => {
  const attempts = runs.map(([mission, points, seconds]) => ({
    mission,
    values: { points, time: seconds * 1000 },
  }))
  return t.ok(await t.ask('POST', t.path(eventId), { payload: { teamName, attempts } })).entry
}
const createJudgedEvent = async (title: string, dates: Record<string, string> = {}) => {
  const event = await t.event({ title_en: title, ...dates })
  await saveRules(event._id, engineers, null)
  const hawks = await addRuns(event._id, 'Hawks', [1, 30, 60], [3, 40, 43])
  const owls = await addRuns(event._id, 'Owls', [1, 30, 60], [3, 40, 44])
  return { ...event, hawks, owls } as Body
}

test('rows have the values of the score sheet and the version of the rule set', async () => {
  const { _id: id } = await createJudgedEvent('Versions')
  const rows = await log.listRows(id)
  expect(rows.map(({ kind, rule_version }) => [kind, rule_version])).toEqual([
    ['rule', 1],
    ['participant', null],
    ['add', 1],
    ['add', 1],
    ['participant', null],
    ['add', 1],
    ['add', 1],
  ])
  expect(JSON.parse(rows[2].after)).toMatchObject({
    mission: 1,
    score: 30,
    timeMs: 60_000,
    values: { points: 30, time: 60_000 },
  })
  expect(await log.listProblems(id)).toEqual([])
})

test('the chain holds when rule set and rule for totals change in turn, and when results are removed, restored and corrected', async () => {
  const { _id: id, hawks } = await createJudgedEvent('Turns')
  expect((await t.save({ id, ...eventTexts, title_en: 'Turns', totalRule: 'sum' }, 'PUT')).status).toBe(200)
  await saveRules(id, null, 1)
  await saveRules(id, engineers, 2)
  t.ok(await t.ask('DELETE', `${t.path(id)}/${hawks.id}`))
  const { removed } = t.ok(await t.ask('GET', `${t.path(id)}/removed`))
  t.ok(await t.ask('POST', `${t.path(id)}/restore`, { payload: { id: removed[0].id } }))
  expect((await t.save({ id, ...eventTexts, title_en: 'Turns', totalRule: 'best' }, 'PUT')).status).toBe(200)
  expect(await log.listProblems(id)).toEqual([])
})

test('the check holds when attempts are judged by several versions of a rule set and corrected afterwards', async () => {
  const { _id: id, hawks, owls } = await createJudgedEvent('Corrections')
  const halved = structuredClone(engineers)
  for (const field of halved.groups[0]?.fields ?? []) if (field.kind === 'measure') field.pointsPerUnit = 0.5
  await saveRules(id, halved, 1)
  const correct = async ({ id: entryId, attempts }: Body, change: object) => {
    const { id: attemptId } = attempts.find(({ mission }: Body) => mission === 1)
    const { entry } = t.ok(
      await t.ask('PATCH', `${t.path(id)}/${entryId}/attempts/${attemptId}`, { payload: change }),
    )
    return entry.attempts.find(({ mission }: Body) => mission === 1).ruleVersion
  }
  // a note changes no result
  expect(await correct(hawks, { note: 'checked' })).toBe(1)
  expect(await correct(owls, { values: { points: 28, time: 60_000 } })).toBe(2)
  await addRuns(id, 'Hawks', [2, 20, 50])
  expect(await log.listProblems(id)).toEqual([])
})

test.each([
  [
    `update score_attempts set "values" = "values" || '{"points": 31}' where entry_id = $1 and mission = 1`,
    'attempt-differs values',
  ],
  [
    'update score_attempts set rule_version = 2 where entry_id = $1 and mission = 1',
    'attempt-differs ruleVersion',
  ],
  [
    'update score_attempts set rule_version = null where entry_id = $1 and mission = 3',
    'attempt-differs ruleVersion',
  ],
  ['update score_entries set rule_set_key[1] = -99 where id = $1', 'total-differs rankingKey'],
  ['update score_entries set rule_set_key = null where id = $1', 'total-differs rankingKey'],
  [
    'update event_rule_sets set document = null where event_id = (select event_id from score_entries where id = $1)',
    'total-differs rankingKey',
  ],
])('a result by a rule set that was changed without the log is found: %s', async (statement, problem) => {
  const { _id: id, owls } = await createJudgedEvent('Judged')
  await t.ownerPool.query(statement, [owls.id])
  expect(await log.listProblems(id)).toContain(problem)
})

test('earlier rankings follow the rule set of their time', async () => {
  const event = await createJudgedEvent('Judged past')
  await saveRules(event._id, null, 1)
  const past = { startDate: '2026-03-01T00:00:00.000Z', endDate: '2026-03-03T00:00:00.000Z' }
  expect(
    (await t.save({ id: event._id, ...eventTexts, title_en: 'Judged past', ...past }, 'PUT')).status,
  ).toBe(200)
  await log.changeAsOwner(
    `update score_log set time = timestamptz '2026-03-01T10:00Z' + sequence * interval '1 minute' where event_id = '${event._id}'`,
  )
  const read = async (time: string) =>
    t.ok(
      await t.visitor(
        `${getPath('GET /api/v1/events/scores/:eventId/at', { eventId: event._id })}?time=${time}`,
      ),
    ).rows
  const names = (rows: Body[]) => rows.map((row) => [row.teamName, row.rank, row.totalScore, row.totalTimeMs])
  expect(names(await read('2026-03-01T10:08Z'))).toEqual([
    ['Hawks', 1, 70, 103_000],
    ['Owls', 2, 70, 104_000],
  ])
  expect(names(await read('2026-03-01T10:05Z'))).toEqual([['Hawks', 1, 70, 103_000]])
})

test('an erasure leaves the chain intact, and earlier rankings have no name of the person', async () => {
  const past = { startDate: '2026-03-01T00:00:00.000Z', endDate: '2026-03-03T00:00:00.000Z' }
  const guest = {
    email: 'lina@school.sa',
    name: 'Lina',
    teamName: 'Team of Lina',
    teamNo: 'Lina-7',
    score: 4,
    time: 4,
  }
  const typed = await t.event({ title_en: 'Typed team', ...past }, [guest])
  const { rows } = await t.database.pool.query(
    "insert into users (id, role, first_name, last_name, email, email_confirmed_at) values (gen_random_uuid(), 'student', 'Lina', 'Haddad', 'lina@school.sa', now()) returning id",
  )
  const userId = rows[0].id as string
  const event = await t.event({ title_en: 'Erased', ...past }, [{ userId, score: 5, time: 5 }])
  const before = await log.listRows(event._id)
  const salts = async () =>
    (
      await t.database.pool.query('select participant_salt from score_entries where event_id = $1', [
        event._id,
      ])
    ).rows
  const saltsBefore = await salts()
  const { erasures } = await anonymizeScoresAndGetErasures(t.database.db, {
    userId,
    email: 'lina@school.sa',
  })
  await t.database.pool.query('delete from users where id = $1', [userId])
  expect(await log.listProblems(event._id)).toEqual(['participant-differs'])
  await appendErasuresToScoreLogs(t.database.db, erasures)
  const after = await log.listRows(event._id)
  expect(after.slice(0, -1)).toEqual(before)
  expect(after.at(-1)).toMatchObject({ kind: 'erase', actor_id: null, before: null })
  expect(JSON.stringify(after)).not.toMatch(/lina|haddad|school/i)
  expect(await salts()).not.toEqual(saltsBefore)
  expect(await log.check(event._id)).toMatchObject({ erasures: [after.length], erasuresAfterPublication: [] })
  expect(await log.listProblems(event._id)).toEqual([])
  const earlier = t.ok(
    await t.visitor(
      `${getPath('GET /api/v1/events/scores/:eventId/at', { eventId: event._id })}?time=2999-01-01T00:00Z`,
    ),
  )
  expect(earlier.rows).toMatchObject([{ playerName: 'Player · لاعب', schoolName: '', totalScore: 5 }])
  // the team that a guest typed is erased, too
  expect(await log.listProblems(typed._id)).toEqual([])
  const ranking = (await t.board(typed._id)).event.Scores
  expect(ranking).toMatchObject([{ totalScore: 4, teamId: { name: '', teamNo: '' } }])
  expect(JSON.stringify(ranking)).not.toMatch(/lina/i)
})

test('a rule set, a published head and a rank on a certificate that were changed without the log are found', async () => {
  const { _id: id, hawks, owls } = await createJudgedEvent('Changed documents')
  const publish = { payload: { status: 'final' } }
  t.ok(await t.ask('PUT', `/api/admin/events/${id}/results/publication`, publish))
  expect(await log.listProblems(id)).toEqual([])
  const change = (statement: string) => t.database.pool.query(statement, [id])

  await change(`update certificates set rank = 3 - rank where event_id = $1`)
  expect((await log.check(id)).problems).toEqual(
    expect.arrayContaining([
      { code: 'certificate-differs', entryId: hawks.id },
      { code: 'certificate-differs', entryId: owls.id },
    ]),
  )
  await change(`update certificates set rank = 3 - rank where event_id = $1`)

  await change(`update published_results set log_hash = reverse(log_hash) where event_id = $1`)
  expect(await log.listProblems(id)).toEqual(['published-differs 8'])
  await change(`update published_results set log_hash = reverse(log_hash) where event_id = $1`)

  // the totals stay the same
  await t.ownerPool.query(
    `update event_rule_sets set document = jsonb_set(document, '{disqualification,points}', '7') where event_id = $1`,
    [id],
  )
  expect(await log.listProblems(id)).toEqual(['rule-set-differs 1'])
})
