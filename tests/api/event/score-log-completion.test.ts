import { afterAll, beforeAll, expect, test } from 'vitest'
import { getPath } from '#contract/platform/call-path.ts'
import {
  appendMissingRowsExceptAttempts,
  startMissingLogsOfEventsWithAttempts,
} from '#server/event/scores/log/queries-event-logs.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { createSheet, type JudgesApp, startJudgesApp } from '../../support/api/judges.ts'
import { createRecordTools, createScoreLogTools } from '../../support/api/score-log.ts'

let t: JudgesApp
let log: ReturnType<typeof createScoreLogTools>
let records: ReturnType<typeof createRecordTools>
beforeAll(async () => {
  t = await startJudgesApp()
  log = createScoreLogTools(t)
  records = createRecordTools(t)
})
afterAll(() => t.close())

test('logs of before these rows get them once, marked as such, and no further ones', async () => {
  const { id, teams } = await records.createEvent()
  const sheet = createSheet(teams[0].id)
  await records.sendSheet(id, sheet)
  const awardId = await records.giveAward(id, teams[0].id)
  await records.setFreeze(id, '2999-01-01T00:00:00.000Z')
  await records.publishFinal(id)
  t.ok(
    await t.ask('POST', getPath('POST /api/admin/events/:eventId/results/advancements', { eventId: id }), {
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
    await appendMissingRowsExceptAttempts(tx, id)
    throw new Error('killed')
  })
  await expect(killed).rejects.toThrow('killed')
  expect(await log.listKinds(id)).toEqual(before)
  for (const _ of ['once', 'again'])
    await inTransaction(t.database.db, (tx) => appendMissingRowsExceptAttempts(tx, id))
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
  await records.append(id, 'initial', forged)
  expect((await log.listProblems(id))[0]).toBe(`step-wrong ${completeFrom + 5}`)
  await records.append(id, 'complete', { recordCount: 1 })
  expect(await log.listProblems(id)).toContain(`step-wrong ${completeFrom + 6}`)
  await records.append(id, 'sheet', JSON.parse(rows[4].after))
  expect(await log.listProblems(id)).toContain(`changed-after-final ${completeFrom + 7}`)
})

test.each(['final', 'final with results', 'frozen'])(
  'an event with records that is %s and has no log gets one without problems',
  async (state) => {
    const { id, teams } = await records.createEvent()
    await records.sendSheet(id, { ...createSheet(teams[0].id), isDiscarded: true })
    await records.giveAward(id, teams[0].id)
    if (state === 'final with results') await records.addResult(id, teams[0].id)
    if (state === 'frozen') await records.setFreeze(id, null)
    else await records.publishFinal(id)
    const ofEvent = `event_id = '${id}'`
    await log.changeAsOwner(
      ...['score_log', 'score_log_heads'].map((table) => `delete from ${table} where ${ofEvent}`),
      `update published_score_log_heads set sequence = 0, hash = repeat('0', 64) where ${ofEvent}`,
      `update published_results set log_sequence = 0, log_hash = repeat('0', 64) where ${ofEvent}`,
      `update score_entries set participant_salt = null where ${ofEvent}`,
    )
    await inTransaction(t.database.db, startMissingLogsOfEventsWithAttempts)
    await inTransaction(t.database.db, (tx) => appendMissingRowsExceptAttempts(tx, id))
    const kinds = await log.listKinds(id)
    const initial = Array.from({ length: state === 'frozen' ? 3 : 2 }, () => 'initial')
    expect(kinds).toEqual([
      ...['rule', ...(state === 'final with results' ? ['participant', 'initial'] : [])],
      ...['complete', ...initial, state === 'frozen' ? 'freeze' : 'publish'],
    ])
    expect(await log.check(id)).toMatchObject({ problems: [], completeFrom: 1 })
    await inTransaction(t.database.db, (tx) => appendMissingRowsExceptAttempts(tx, id))
    expect(await log.listKinds(id)).toEqual(kinds)
  },
)
