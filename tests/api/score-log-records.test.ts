import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths } from '#contract/paths.ts'
import type { LoggedValues } from '#contract/score-log.schema.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { createEventService } from '#server/features/events/service.ts'
import { createDeletedTeamPurgeService } from '#server/features/privacy/erase-teams.ts'
import { lockAndAppendScoreLog, toEventChange } from '#server/features/scores/log/queries-append.ts'
import { appendMissingScoreLogRows } from '#server/features/scores/log/queries-event-logs.ts'
import { createSheet, type JudgesApp, startJudgesApp } from '../support/api/judges.ts'
import { addEventTeam } from '../support/api/judging.ts'
import { createScoreLogTools } from '../support/api/score-log.ts'

// biome-ignore lint/suspicious/noExplicitAny: replies are looked at key by key
type Body = any

let t: JudgesApp
let log: ReturnType<typeof createScoreLogTools>
let number = 0
beforeAll(async () => {
  t = await startJudgesApp()
  log = createScoreLogTools(t)
})
afterAll(() => t.close())

const createEvent = async () => {
  const id: string = (await t.event({ title_en: `Records ${++number}` }))._id
  const teams = [await addEventTeam(t, id, 'Falcons'), await addEventTeam(t, id, 'Hawks')] as const
  return { id, teams }
}
const sendSheet = async (eventId: string, sheet: object): Promise<Body> => {
  const { token } = await t.createSignedInJudge(eventId)
  return t.ok(await t.askAsJudge('POST', paths.judgeSheets, token, sheet)).sheet
}
const addResult = async (eventId: string, teamId: string, score = 5) =>
  t.ok(
    await t.ask('POST', t.path(eventId), {
      payload: { teamId, attempts: [{ mission: 1, score, timeMs: 1 }] },
    }),
  )
const giveAward = async (eventId: string, teamId: string, en = 'Best design'): Promise<string> =>
  t.ok(
    await t.ask('POST', paths.adminAwards(eventId), { payload: { name: { en, ar: 'أفضل تصميم' }, teamId } }),
  ).award.id
const publishFinal = async (id: string) =>
  t.ok(await t.ask('PUT', paths.adminPublishedResults(id), { payload: { status: 'final' } }))
const setFreeze = async (id: string, at: string | null) =>
  t.ok(await t.ask('PUT', `${paths.adminResults(id)}/freeze`, { payload: { at } }))
const endFreeze = async (id: string) => t.ok(await t.ask('DELETE', `${paths.adminResults(id)}/freeze`))
test('awards are rows with their team and a hash of their names', async () => {
  const { id, teams } = await createEvent()
  const awardId = await giveAward(id, teams[0].id)
  const path = `${paths.adminAwards(id)}/${awardId}`
  t.ok(
    await t.ask('PUT', path, {
      payload: { name: { en: 'Best robot', ar: 'أفضل روبوت' }, teamId: teams[1].id, position: 3 },
    }),
  )
  t.ok(await t.ask('DELETE', path))
  const given = {
    awardId,
    teamId: teams[0].id,
    nameHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    position: 1,
  }
  const changed = { ...given, teamId: teams[1].id, position: 3 }
  const changes = await log.listChanges(id, 'award')
  expect(changes).toEqual([
    [null, given],
    [given, changed],
    [changed, null],
  ])
  expect(changes[1]?.[0].nameHash).not.toBe(changes[1]?.[1].nameHash)
  expect(JSON.stringify(await log.listRows(id))).not.toContain('Best')
  expect(await log.listProblems(id)).toEqual([])
})

test('awards of final results that change after the published head are listed', async () => {
  const { id, teams } = await createEvent()
  await addResult(id, teams[0].id)
  await giveAward(id, teams[0].id)
  await publishFinal(id)
  expect(await log.check(id)).toMatchObject({ problems: [], awardsAfterPublication: [] })
  await giveAward(id, teams[1].id, 'Team spirit')
  const { head } = await log.check(id)
  expect(await log.check(id)).toMatchObject({ problems: [], awardsAfterPublication: [head.sequence] })
  await t.database.pool.query("delete from awards where event_id = $1 and name_en = 'Team spirit'", [id])
  expect(await log.listProblems(id)).toEqual(['award-differs'])
})

test('advancement and its undoing are rows, and only final results have them', async () => {
  const { id, teams } = await createEvent()
  for (const [index, team] of teams.entries()) await addResult(id, team.id, 5 - index)
  await publishFinal(id)
  const selection = { stage: 'national', lastRank: 1, count: 1 }
  const { advancement } = t.ok(await t.ask('POST', paths.adminAdvancements(id), { payload: selection }))
  const [[before, after]] = (await log.listChanges(id, 'advance')) as [[Body, Body]]
  expect([before, after]).toMatchObject([
    null,
    {
      advancementId: advancement.id,
      stage: 'national',
      targetEventId: null,
      teams: [{ id: teams[0].id, rank: 1, isAdded: false }],
      undoneAt: null,
    },
  ])
  expect(await log.check(id)).toMatchObject({ problems: [], teamsWithOtherStage: [] })
  const describe = ({ teamNo }: { teamNo: number }, name: string) => ({ teamNo, name })
  const setStage = (team: { id: string }, stage: string) =>
    t.database.pool.query('update teams set stage = $2 where id = $1', [team.id, stage])
  await setStage(teams[1], 'national')
  expect(await log.check(id)).toMatchObject({
    problems: [],
    teamsWithOtherStage: [describe(teams[1], 'Hawks')],
  })
  await setStage(teams[1], '')
  await setStage(teams[0], 'regional')
  expect(await log.check(id)).toMatchObject({
    problems: [],
    teamsWithOtherStage: [describe(teams[0], 'Falcons')],
  })
  await setStage(teams[0], 'national')
  t.ok(await t.ask('POST', `${paths.adminAdvancements(id)}/${advancement.id}/undo`))
  const [[, undone]] = (await log.listChanges(id, 'undo-advance')) as [[Body, Body]]
  expect(undone).toEqual({ ...after, undoneAt: expect.any(String) })
  const { advancements, head, problems } = await log.check(id)
  expect({ advancements, problems }).toEqual({
    advancements: [head.sequence - 1, head.sequence],
    problems: [],
  })
  t.ok(
    await t.ask('POST', `${paths.adminPublishedResults(id)}/take-back`, {
      payload: { reason: 'A mistake.' },
    }),
  )
  const forged = { ...undone, advancementId: crypto.randomUUID(), undoneAt: null }
  await append(id, 'advance', forged)
  expect((await log.listProblems(id))[0]).toBe(`step-wrong ${head.sequence + 2}`)
})

test('an advancement into an event that was deleted permanently since can be undone', async () => {
  const { id, teams } = await createEvent()
  const target = await createEvent()
  await addResult(id, teams[0].id)
  await publishFinal(id)
  const advance = async (targetEventId: string): Promise<string> =>
    t.ok(
      await t.ask('POST', paths.adminAdvancements(id), {
        payload: { stage: `Stage ${targetEventId}`, targetEventId, lastRank: 1, count: 1 },
      }),
    ).advancement.id
  const undo = async (advancementId: string) =>
    t.ok(await t.ask('POST', `${paths.adminAdvancements(id)}/${advancementId}/undo`))
  const advancementId = await advance(target.id)
  t.ok(await t.ask('DELETE', `/api/admin/events?id=${target.id}`))
  await t.database.pool.query("update events set deleted_at = now() - interval '31 days' where id = $1", [
    target.id,
  ])
  expect(await createEventService(t).purge()).toBe(1)
  expect(await log.listProblems(id)).toEqual([])
  await undo(advancementId)
  expect((await log.listChanges(id, 'undo-advance'))[0]).toMatchObject([
    { advancementId, targetEventId: null, undoneAt: null },
    { advancementId, targetEventId: null, undoneAt: expect.any(String) },
  ])
  expect(await log.listProblems(id)).toEqual([])
  // an event that still exists is not forgotten
  const other = await advance((await createEvent()).id)
  await t.database.pool.query('update advancements set target_event_id = null where id = $1', [other])
  await undo(other)
  expect(await log.listProblems(id)).toEqual(['advancement-differs'])
})

const append = (eventId: string, kind: 'advance' | 'initial' | 'complete' | 'sheet', after: LoggedValues) =>
  inTransaction(t.database.db, (tx) =>
    lockAndAppendScoreLog(tx, { eventId, kind, actorId: null, source: 'system' }, [
      toEventChange(null, after),
    ]),
  )

test('a planned freeze is a row when it is set, moved, cancelled, and when it begins', async () => {
  const { id, teams } = await createEvent()
  await addResult(id, teams[0].id)
  const [first, second] = ['2999-01-01T00:00:00.000Z', '2999-01-02T00:00:00.000Z']
  await setFreeze(id, first)
  expect(await log.listProblems(id)).toEqual([])
  await setFreeze(id, second)
  await endFreeze(id)
  expect(await log.listChanges(id, 'plan-freeze')).toEqual([
    [null, { freezeAt: first }],
    [{ freezeAt: first }, { freezeAt: second }],
    [{ freezeAt: second }, null],
  ])
  expect(await log.listProblems(id)).toEqual([])
  await setFreeze(id, second)
  await setFreeze(id, null)
  expect(await log.listProblems(id)).toEqual([])
  const [[, frozen]] = (await log.listChanges(id, 'freeze')) as [[Body, Body]]
  expect(frozen).toEqual({ freezeAt: expect.any(String), frozenAt: expect.any(String) })
  await endFreeze(id)
  expect(await log.listProblems(id)).toEqual([])
})

test.each([
  ["insert into ranking_freezes (event_id, freeze_at) values ($1, '2999-01-01')", false],
  ["update ranking_freezes set freeze_at = freeze_at + interval '3 days' where event_id = $1", true],
  ['delete from ranking_freezes where event_id = $1', true],
])('a planned freeze of final results is found: %s', async (statement, isPlanned) => {
  const { id, teams } = await createEvent()
  await addResult(id, teams[0].id)
  if (isPlanned) await setFreeze(id, '2999-01-02T00:00:00.000Z')
  await publishFinal(id)
  expect(await log.listProblems(id)).toEqual([])
  expect((await t.database.pool.query(statement, [id])).rowCount).toBe(1)
  expect(await log.listProblems(id)).toContain('freeze-differs freezeAt')
})

test('the erasure of a team and of a judge leaves the check without problems', async () => {
  const { id, teams } = await createEvent()
  const [falcons, hawks] = teams
  await sendSheet(id, createSheet(falcons.id))
  await sendSheet(id, createSheet(hawks.id))
  const awardId = await giveAward(id, falcons.id)
  await giveAward(id, hawks.id)
  await publishFinal(id)
  t.ok(
    await t.ask('POST', paths.adminAdvancements(id), {
      payload: { stage: 'national', lastRank: 1, count: 2 },
    }),
  )
  await t.database.pool.query("update teams set deleted_at = now() - interval '31 days' where id = $1", [
    falcons.id,
  ])
  expect(await createDeletedTeamPurgeService(t).purge()).toBe(1)
  await t.ownerPool.query('delete from judges where event_id = $1', [id])
  expect((await log.listChanges(id, 'award')).at(-1)).toMatchObject([{ awardId }, null])
  const { rows } = await t.database.pool.query(
    'select team_id, judge_id from judge_sheets where event_id = $1 order by received_at',
    [id],
  )
  expect(rows).toEqual([
    { team_id: null, judge_id: null },
    { team_id: hawks.id, judge_id: null },
  ])
  expect(await log.listProblems(id)).toEqual([])
  // a team that still exists is not forgotten
  await t.database.pool.query('update judge_sheets set team_id = null where event_id = $1', [id])
  expect(await log.listProblems(id)).toEqual(['sheet-differs'])
})

test('logs of before these rows get them once, marked as such, and no further ones', async () => {
  const { id, teams } = await createEvent()
  const sheet = createSheet(teams[0].id)
  await sendSheet(id, sheet)
  const awardId = await giveAward(id, teams[0].id)
  await setFreeze(id, '2999-01-01T00:00:00.000Z')
  await publishFinal(id)
  t.ok(
    await t.ask('POST', paths.adminAdvancements(id), {
      payload: { stage: 'national', lastRank: 1, count: 1 },
    }),
  )
  // makes the log one of 1.0.0
  const ofEvent = `event_id = '${id}'`
  await log.changeAsOwner(
    `delete from score_log where ${ofEvent} and kind in ('award', 'sheet', 'plan-freeze', 'advance')`,
    `update score_log set after = replace(after, '"isComplete":true,', '') where ${ofEvent} and sequence = 1`,
    `update score_log l set sequence = 1000 + n.number from (select sequence, row_number() over (order by sequence) as number from score_log where ${ofEvent}) n
      where l.${ofEvent} and n.sequence = l.sequence`,
    `update score_log set sequence = sequence - 1000 where ${ofEvent}`,
    `update judge_sheets set salt = null where ${ofEvent}`,
  )
  await log.rehash(id)
  for (const [table, prefix] of [
    ['published_results', 'log_'],
    ['published_score_log_heads', ''],
  ])
    await log.changeAsOwner(
      `update ${table} p set ${prefix}sequence = h.sequence, ${prefix}hash = h.hash from score_log_heads h where h.event_id = p.event_id and p.${ofEvent}`,
    )
  const before = await log.listKinds(id)
  expect(before).toEqual(['rule', 'participant', 'add', 'publish'])
  // a process that is killed leaves nothing
  const killed = inTransaction(t.database.db, async (tx) => {
    await appendMissingScoreLogRows(tx, id)
    throw new Error('killed')
  })
  await expect(killed).rejects.toThrow('killed')
  expect(await log.listKinds(id)).toEqual(before)
  for (const _ of ['once', 'again'])
    await inTransaction(t.database.db, (tx) => appendMissingScoreLogRows(tx, id))
  const rows = (await log.listRows(id)).slice(before.length)
  expect(rows.map(({ kind, source, actor_id }) => [kind, source, actor_id])).toEqual([
    ['complete', 'system', null],
    ...Array.from({ length: 4 }, () => ['initial', 'system', null]),
  ])
  expect(rows.map(({ after }) => JSON.parse(after))).toMatchObject([
    { recordCount: 4 },
    { freezeAt: '2999-01-01T00:00:00.000Z' },
    { awardId },
    { stage: 'national' },
    { sheetId: sheet.id },
  ])
  const completeFrom = before.length + 1
  expect(await log.check(id)).toMatchObject({ problems: [], completeFrom, awardsAfterPublication: [] })

  const forged = { ...JSON.parse(rows[2].after), awardId: crypto.randomUUID() }
  await append(id, 'initial', forged)
  expect((await log.listProblems(id))[0]).toBe(`step-wrong ${completeFrom + 5}`)
  await append(id, 'complete', { recordCount: 1 })
  expect(await log.listProblems(id)).toContain(`step-wrong ${completeFrom + 6}`)
  await append(id, 'sheet', JSON.parse(rows[4].after))
  expect(await log.listProblems(id)).toContain(`changed-after-final ${completeFrom + 7}`)
})

test.each(['final', 'frozen'])(
  'an event with records that is %s and has no log gets one without problems',
  async (state) => {
    const { id, teams } = await createEvent()
    await sendSheet(id, { ...createSheet(teams[0].id), isDiscarded: true })
    await giveAward(id, teams[0].id)
    if (state === 'final') await publishFinal(id)
    else await setFreeze(id, null)
    const ofEvent = `event_id = '${id}'`
    await log.changeAsOwner(
      ...['score_log', 'score_log_heads'].map((table) => `delete from ${table} where ${ofEvent}`),
      `update published_score_log_heads set sequence = 0, hash = repeat('0', 64) where ${ofEvent}`,
      `update published_results set log_sequence = 0, log_hash = repeat('0', 64) where ${ofEvent}`,
    )
    await inTransaction(t.database.db, (tx) => appendMissingScoreLogRows(tx, id))
    const kinds = await log.listKinds(id)
    expect([kinds.slice(0, 2), kinds.at(-1)]).toEqual([
      ['rule', 'complete'],
      state === 'final' ? 'publish' : 'freeze',
    ])
    expect(await log.check(id)).toMatchObject({ problems: [], completeFrom: 1 })
    await inTransaction(t.database.db, (tx) => appendMissingScoreLogRows(tx, id))
    expect(await log.listKinds(id)).toEqual(kinds)
  },
)
