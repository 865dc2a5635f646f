import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkScoreLog } from '#server/event/score-log/check.ts'
import { parseScoreLogRow } from '#server/event/score-log/check-chain.ts'
import { listNextScoreLogRows } from '#server/event/score-log/queries.ts'
import { hashScoreLogRow } from '#server/event/scores/log/queries-append.ts'
import { createScoreLogTools } from '../../support/api/score-log.ts'
import { type ScoresApp, startScoresApp } from '../../support/api/scores.ts'

let t: ScoresApp
let log: ReturnType<typeof createScoreLogTools>
let number = 0
beforeAll(async () => {
  t = await startScoresApp()
  log = createScoreLogTools(t)
})
afterAll(() => t.close())

/**
 * Creates an event with nine rows in its log: its rules, two entries with five attempts, and a correction of
 * the second attempt in row 6.
 */
const createLoggedEvent = async (): Promise<string> => {
  number++
  const { _id: id } = await t.event({ title_en: `Changed ${number}` }, [
    { name: 'Sara', score: 10, time: 30 },
  ])
  const omar = await t.add(id, { name: 'Omar', score: 7, time: 20 })
  t.ok(
    await t.ask('PATCH', `${t.path(id)}/${omar.id}/attempts/${omar.attempts[0].id}`, {
      payload: { score: 8 },
    }),
  )
  for (const score of [3, 4, 5]) await t.add(id, { name: 'Omar', score, time: 9 })
  expect(await log.listProblems(id)).toEqual([])
  return id
}
const row = (id: string, sequence: number) => `event_id = '${id}' and sequence = ${sequence}`
const other = "'0198c0de-0000-7000-8000-000000000000'"

test.each([
  ['kind', "'add'"],
  ['entry_id', other],
  ['attempt_id', other],
  ['before', `replace(before, '"score":7', '"score":6')`],
  ['before', 'null'],
  ['after', `replace(after, '"score":8', '"score":9')`],
  ['after', `replace(after, '"score":8', '"score":8.0')`],
  ['after', `replace(after, '"timeMs":20000', '"timeMs":20001')`],
  ['after', "'no JSON'"],
  ['actor_id', other],
  ['actor_id', 'null'],
  ['source', "'simulator'"],
  ['device', "'d'"],
  ['rule_version', '1'],
  ['time', "time + interval '1 millisecond'"],
  ['previous_hash', 'reverse(previous_hash)'],
  ['hash', 'reverse(hash)'],
])('a changed column is found in its row: %s = %s', async (column, value) => {
  const id = await createLoggedEvent()
  await log.changeAsOwner(`update score_log set ${column} = ${value} where ${row(id, 6)}`)
  expect(await log.listProblems(id)).toContain('row-changed 6')
})

test('a row that was moved to another event, removed, or inserted is found', async () => {
  const [first, second, third, fourth] = [
    await createLoggedEvent(),
    await createLoggedEvent(),
    await createLoggedEvent(),
    await createLoggedEvent(),
  ]
  await log.changeAsOwner(`delete from score_log where ${row(first, 2)}`)
  expect(await log.listProblems(first)).toContain('row-missing 2')
  await log.changeAsOwner(`delete from score_log where ${row(second, 1)}`)
  expect(await log.listProblems(second)).toContain('row-missing 1')
  await log.changeAsOwner(`insert into score_log select '${third}', 10, kind, entry_id, attempt_id, before, after, actor_id, source, device, rule_version, time,
    previous_hash, hash from score_log where ${row(first, 9)}`)
  expect(await log.listProblems(third)).toEqual(
    expect.arrayContaining(['link-broken 10', 'row-changed 10', 'rows-added 10']),
  )
  await log.changeAsOwner(
    `update score_log set sequence = sequence + 100 where event_id = '${fourth}' and sequence in (3, 4)`,
    `update score_log set sequence = 307 - sequence where event_id = '${fourth}' and sequence > 100`,
    `update score_log set sequence = sequence - 200 where event_id = '${fourth}' and sequence > 100`,
  )
  expect(await log.listProblems(fourth)).toEqual(
    expect.arrayContaining(['link-broken 3', 'row-changed 3', 'row-changed 4']),
  )
})

/** Cuts the log after a row, and changes the head and the results to match the remaining rows. */
const cutLog = async (id: string, sequence: number) => {
  const rows = await log.listRows(id)
  const removed = rows.slice(sequence).map(({ attempt_id }) => `'${attempt_id}'`)
  await log.changeAsOwner(
    `delete from score_log where event_id = '${id}' and sequence > ${sequence}`,
    `update score_log_heads set sequence = ${sequence}, hash = '${rows[sequence - 1].hash}' where event_id = '${id}'`,
    `delete from score_attempts where id in (${removed.join()})`,
  )
  const replaced = await t.ownerPool.query(
    `update score_entries set score = 4, time_ms = 9000, attempt_count = 3 where event_id = '${id}' and player_name = 'Omar'`,
  )
  expect(replaced.rowCount).toBe(1)
}

test('rows that were cut off are found by the head, and by a published or printed head when the head was changed, too', async () => {
  const id = await createLoggedEvent()
  const head = (await log.check(id)).head
  await log.changeAsOwner(`delete from score_log where ${row(id, 9)}`)
  expect(await log.listProblems(id)).toEqual(expect.arrayContaining(['rows-cut 9', 'attempt-added']))

  const other = await createLoggedEvent()
  const printed = (await log.check(other)).head
  await cutLog(other, 8)
  expect(await log.listProblems(other)).toEqual([])
  expect((await checkScoreLog(t.database.db, other, [printed])).problems).toEqual([
    { code: 'rows-cut', sequence: 9 },
  ])
  await t.database.pool.query(
    'insert into published_score_log_heads (id, event_id, sequence, hash) values (gen_random_uuid(), $1, $2, $3)',
    [other, printed.sequence, printed.hash],
  )
  expect(await log.listProblems(other)).toEqual(['rows-cut 9'])
  await t.add(other, { name: 'Omar', score: 1, time: 1 })
  expect(await log.listProblems(other)).toEqual(['published-differs 9'])
  expect((await checkScoreLog(t.database.db, id, [head])).problems.map(({ code }) => code)).toContain(
    'rows-cut',
  )
})

test('a chain with new hashes is found by a published head', async () => {
  const id = await createLoggedEvent()
  const printed = (await log.check(id)).head
  await log.changeAsOwner(`update score_log set actor_id = null where ${row(id, 2)}`)
  let previousHash = '0'.repeat(64)
  for (const stored of await listNextScoreLogRows(t.database.db, id, 0)) {
    const content = { ...parseScoreLogRow(stored), previousHash }
    previousHash = hashScoreLogRow(content)
    await log.changeAsOwner(
      `update score_log set previous_hash = '${content.previousHash}', hash = '${previousHash}' where ${row(id, content.sequence)}`,
    )
  }
  expect(await log.listProblems(id)).toEqual(['head-differs 9'])
  await log.changeAsOwner(`update score_log_heads set hash = '${previousHash}' where event_id = '${id}'`)
  expect(await log.listProblems(id)).toEqual([])
  expect((await checkScoreLog(t.database.db, id, [printed])).problems).toEqual([
    { code: 'published-differs', sequence: 9 },
  ])
})

test.each([
  ['update score_attempts set score = score + 0.001 where entry_id = $1', 'attempt-differs score'],
  ['update score_attempts set time_ms = time_ms + 1 where entry_id = $1', 'attempt-differs timeMs'],
  ['update score_attempts set mission = 2 where entry_id = $1', 'attempt-differs mission'],
  ["update score_attempts set at = at + interval '1 millisecond' where entry_id = $1", 'attempt-differs at'],
  ['delete from score_attempts where entry_id = $1', 'attempt-missing'],
  [
    'insert into score_attempts (id, entry_id, score, time_ms) values (gen_random_uuid(), $1, 1, 1)',
    'attempt-added',
  ],
  ['update score_entries set score = 99 where id = $1', 'total-differs score'],
  ['update score_entries set time_ms = 99 where id = $1', 'total-differs timeMs'],
  ['update score_entries set total_score = total_score + 0.001 where id = $1', 'total-differs totalScore'],
  ['update score_entries set total_time_ms = 99 where id = $1', 'total-differs totalTimeMs'],
  [
    "update score_entries set reached_at = reached_at + interval '1 millisecond' where id = $1",
    'total-differs reachedAt',
  ],
  ['update score_entries set attempt_count = 9 where id = $1', 'total-differs attemptCount'],
  ['delete from score_entries where id = $1', 'entry-missing'],
  [
    "update events set total_rule = 'sum' where id = (select event_id from score_entries where id = $1)",
    'total-differs totalRule',
  ],
  [
    'update events set entry_count = 9 where id = (select event_id from score_entries where id = $1)',
    'total-differs entryCount',
  ],
  ['delete from events where id = (select event_id from score_entries where id = $1)', 'event-missing'],
])('a result that was changed without the log is found: %s', async (statement, problem) => {
  const id = await createLoggedEvent()
  const { rows } = await t.database.pool.query(
    "select id from score_entries where event_id = $1 and player_name = 'Omar'",
    [id],
  )
  await t.database.pool.query(statement, [rows[0].id])
  expect(await log.listProblems(id)).toContain(problem)
})
