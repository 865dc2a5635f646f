import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RuleSet } from '#contract/event/scoring/rule-set.schema.ts'
import { getPath } from '#contract/platform/call-path.ts'
import { createEventService } from '#server/event/events/service.ts'
import { lockAndAppendScoreLog, toEventScoreLogChange } from '#server/event/scores/log/queries-append.ts'
import { appendMissingRowsExceptAttempts } from '#server/event/scores/log/queries-event-logs.ts'
import { completeFirstStartAndGetAdmin } from '#server/open-installation.ts'
import { pendingFirstStartSteps } from '#server/platform/db/schema/installation.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { addEventTeam } from '../../support/api/judging.ts'
import { createScoreLogTools } from '../../support/api/score-log.ts'
import { type ScoresApp, startScoresApp } from '../../support/api/scores.ts'
import { getProgram } from '../../support/services/program.ts'

let t: ScoresApp
let log: ReturnType<typeof createScoreLogTools>
let engineers: RuleSet
beforeAll(async () => {
  t = await startScoresApp()
  log = createScoreLogTools(t)
  engineers = await t.ruleSetTemplate('future_engineers')
})
afterAll(() => t.close())

/** Runs `npm run results:verify` on the database of the app. */
const runVerification = (...options: string[]): Promise<{ output: string; code: number }> => {
  const { host, port, user, database } = t.database.connection
  return promisify(execFile)(process.execPath, [getProgram('results'), 'verify', ...options], {
    env: {
      PATH: process.env.PATH ?? '',
      DATABASE_URL: `postgres://${user}:none@localhost:${port ?? 5432}/${database}?host=${encodeURIComponent(String(host))}`,
      SECRET_KEY: t.config.SECRET_KEY,
    },
  }).then(
    ({ stdout, stderr }) => ({ output: stdout + stderr, code: 0 }),
    ({ stdout, stderr, code }: { stdout: string; stderr: string; code: number }) => ({
      output: stdout + stderr,
      code,
    }),
  )
}

const publishFinal = async (eventId: string): Promise<string> => {
  const { results } = t.ok(
    await t.ask('PUT', getPath('PUT /api/admin/events/:eventId/results/publication', { eventId }), {
      payload: { status: 'final' },
    }),
  )
  return `${results.logSequence}:${results.logHash}`
}
const createEvent = async (title: string, hasRuleSet: boolean): Promise<string> => {
  const { _id: id } = await t.event({ title_en: title })
  if (hasRuleSet)
    t.ok(
      await t.ask('PUT', `/api/admin/events/${id}/rule-set`, {
        payload: { ruleSet: engineers, version: null },
      }),
    )
  for (const points of [10, 20, 30, 40]) {
    const result = (mission: number) =>
      hasRuleSet
        ? { mission, values: { points: points / 2, time: 60_000 } }
        : { mission, score: points / mission, timeMs: 1000 }
    const attempts = (hasRuleSet ? [1, 3] : [1, 2]).map(result)
    t.ok(await t.ask('POST', t.path(id), { payload: { teamName: `Team ${points}`, attempts } }))
  }
  return id
}
/**
 * Runs statements as the role of the application, and gives the certificates the ranks of the changed
 * ranking.
 */
const changeResults = async (id: string, ...statements: string[]) => {
  const certificates = `update certificates c set rank = r.rank from (select id, rank() over (order by ranking_key)::int as rank from score_entries where event_id = $1) r
    where r.id = c.entry_id`
  for (const statement of [...statements, certificates]) await t.database.pool.query(statement, [id])
}
/** Expects that page, command, and command with the printed head report a problem. */
const expectFound = async (id: string, printed: string, problem: string) => {
  const { check } = t.ok(
    await t.ask('GET', getPath('GET /api/admin/events/:eventId/score-log/check', { eventId: id })),
  )
  expect(check.problems.map(({ code }: { code: string }) => code)).toContain(problem)
  for (const heads of [[], [printed]])
    expect(await runVerification(id, ...heads)).toEqual({ code: 1, output: expect.stringContaining(problem) })
}

test('an added version of the rule set that turns the ranking round is found', async () => {
  const id = await createEvent('Added version', true)
  const printed = await publishFinal(id)
  await changeResults(
    id,
    `insert into event_rule_sets (event_id, version, document) select event_id, 2, jsonb_set(document, '{rankingKeys,0,order}', '"low"')
      from event_rule_sets where event_id = $1`,
    'update score_entries set rule_set_key[1] = -rule_set_key[1] where event_id = $1',
  )
  await expectFound(id, printed, 'rule-set-differs')
})

test('a rule set of an event whose log names none is found', async () => {
  const id = await createEvent('Added rule set', false)
  const printed = await publishFinal(id)
  await t.database.pool.query(
    'insert into event_rule_sets (event_id, version, document) values ($1, 1, $2)',
    [id, JSON.stringify(engineers)],
  )
  await expectFound(id, printed, 'rule-set-differs')
})

test('another rule for totals that turns the ranking round is found', async () => {
  const id = await createEvent('Other total', false)
  const printed = await publishFinal(id)
  await changeResults(
    id,
    "update events set total_rule = 'best' where id = $1",
    `update score_entries e set total_score = (select max(score) from score_attempts where entry_id = e.id), total_time_ms = 1000 where event_id = $1`,
  )
  await expectFound(id, printed, 'total-differs')
})

test('participants that were swapped between the first and the last entry are found', async () => {
  const id = await createEvent('Swapped', true)
  const printed = await publishFinal(id)
  const swap = (from: string, to: string) =>
    `update score_entries set participant_key = '${to.toLowerCase()}', team_name = '${to}' where event_id = $1 and team_name = '${from}'`
  await changeResults(id, swap('Team 10', 'x'), swap('Team 40', 'Team 10'), swap('x', 'Team 40'))
  await t.database.pool.query(
    "update score_entries set participant_key = 'guest:' || lower(team_name) where event_id = $1",
    [id],
  )
  await expectFound(id, printed, 'participant-differs')
})

test('rows that change final results are found, also when their hashes are right', async () => {
  const id = await createEvent('After final', false)
  const printed = await publishFinal(id)
  const hidden = await t.database.pool.query(
    'delete from published_results where event_id = $1 returning *',
    [id],
  )
  await t.add(id, { teamName: 'Team 10', score: 99, time: 1 })
  await t.database.pool.query(
    'insert into published_results select * from jsonb_populate_record(null::published_results, $1)',
    [JSON.stringify(hidden.rows[0])],
  )
  await expectFound(id, printed, 'changed-after-final')
})

test('a published head that was deleted is found', async () => {
  const id = await createEvent('Deleted head', false)
  const printed = await publishFinal(id)
  expect(await log.changeAsOwner(`delete from published_score_log_heads where event_id = '${id}'`)).toBe(1)
  await expectFound(id, printed, 'published-missing')
})

test('an award that was given to another team is found', async () => {
  const id = await createEvent('Forged award', false)
  const teams = [await addEventTeam(t, id, 'Falcons'), await addEventTeam(t, id, 'Hawks')] as const
  const award = { name: { en: 'Best design', ar: 'أفضل تصميم' }, teamId: teams[0].id }
  t.ok(
    await t.ask('POST', getPath('POST /api/admin/events/:eventId/results/awards', { eventId: id }), {
      payload: award,
    }),
  )
  const printed = await publishFinal(id)
  expect((await runVerification(id, printed)).output).toContain(
    'awards, advancement, planned freezes and sheets are known from row 1 on',
  )
  await t.database.pool.query("update awards set team_id = $2, name_en = 'Grand Prize' where event_id = $1", [
    id,
    teams[1].id,
  ])
  await expectFound(id, printed, 'award-differs')
})

test('the first start completes logs of before these rows once, and continues after it was killed', async () => {
  const ids = [
    await createEvent('Old ruled', true),
    await createEvent('Old plain', false),
    await createEvent('Old frozen', false),
  ]
  const [ruled = '', plain = '', frozen = ''] = ids
  await publishFinal(ruled)
  t.ok(
    await t.ask('PUT', getPath('PUT /api/admin/events/:eventId/results/freeze', { eventId: frozen }), {
      payload: { at: null },
    }),
  )
  await t.add(frozen, { teamName: 'Team 10', score: 99, time: 1 })
  // makes the logs those of an older version
  const list = ids.map((id) => `'${id}'`).join()
  await log.changeAsOwner(
    `delete from score_log where event_id in (${list}) and attempt_id is null`,
    `update score_log l set sequence = 1000 + n.number from (select event_id, sequence, row_number() over (partition by event_id order by sequence) as number
      from score_log where event_id in (${list})) n where n.event_id = l.event_id and n.sequence = l.sequence`,
    `update score_log set sequence = sequence - 1000 where event_id in (${list})`,
    `update score_entries set participant_salt = null where event_id in (${list})`,
    `update frozen_score_entries set participant_salt = null where event_id in (${list})`,
    `delete from published_score_log_heads where event_id in (${list})`,
  )
  for (const id of ids) await log.rehash(id)
  await t.ownerPool.query(
    'update published_results p set log_sequence = h.sequence, log_hash = h.hash from score_log_heads h where h.event_id = p.event_id and p.event_id = $1',
    [ruled],
  )
  await t.ownerPool.query(
    'insert into published_score_log_heads (id, event_id, sequence, hash) select gen_random_uuid(), event_id, sequence, hash from score_log_heads where event_id = $1',
    [ruled],
  )
  // another process was killed after the first event
  await appendMissingRowsExceptAttempts(t.database.db, plain)
  await t.database.db.insert(pendingFirstStartSteps).values({ step: 'score-log-participants' })
  const options = { log: { info: () => {} }, root: '.' }
  await Promise.all([completeFirstStartAndGetAdmin(t, options), completeFirstStartAndGetAdmin(t, options)])
  const added = async (id: string) => (await log.listKinds(id)).filter((kind) => kind !== 'add')
  const participants = Array.from({ length: 4 }, () => 'participant')
  expect(await added(ruled)).toEqual(['rule', ...participants, 'complete', 'publish'])
  expect(await added(plain)).toEqual(['rule', ...participants, 'complete'])
  expect(await added(frozen)).toEqual(['rule', ...participants, 'complete', 'initial', 'freeze'])
  for (const id of ids) expect([id, await log.listProblems(id)]).toEqual([id, []])
  expect(await log.check(plain)).toMatchObject({ participantsFrom: 10 })
  await t.database.pool.query(
    "update frozen_score_entries set total_score = 0 where event_id = $1 and team_name = 'Team 10'",
    [frozen],
  )
  expect(await log.listProblems(frozen)).toEqual(['total-differs totalScore'])
})

test('the first start leaves the logs of permanently deleted events as they are', async () => {
  const id = await createEvent('Old deleted', true)
  t.ok(await t.ask('DELETE', `/api/admin/events?id=${id}`))
  await t.database.pool.query("update events set deleted_at = now() - interval '31 days' where id = $1", [id])
  expect(await createEventService(t).purge()).toBe(1)
  const rows = await log.listRows(id)
  await t.database.db.insert(pendingFirstStartSteps).values({ step: 'score-log-participants' })
  await completeFirstStartAndGetAdmin(t, { log: { info: () => {} }, root: '.' })
  // an event that is deleted after it was listed
  await appendMissingRowsExceptAttempts(t.database.db, id)
  expect(await log.listRows(id)).toEqual(rows)
  expect(await log.listProblems(id)).toEqual([])
})

test('the completion of a log waits for a transaction that ends a freeze', async () => {
  const id = await createEvent('Unfrozen', false)
  t.ok(
    await t.ask('PUT', getPath('PUT /api/admin/events/:eventId/results/freeze', { eventId: id }), {
      payload: { at: null },
    }),
  )
  const frozen = (await log.listRows(id)).at(-1)
  let completion: Promise<string> | undefined
  await inTransaction(t.database.db, async (tx) => {
    await tx.execute(sql`delete from ranking_freezes where event_id = ${id}`)
    const change = toEventScoreLogChange(JSON.parse(frozen.after), null)
    await lockAndAppendScoreLog(tx, { eventId: id, kind: 'unfreeze', actorId: null, source: 'admin' }, [
      change,
    ])
    completion = inTransaction(t.database.db, (other) => appendMissingRowsExceptAttempts(other, id)).then(
      () => 'complete',
    )
    const waiting = `select pid from pg_stat_activity where wait_event_type = 'Lock' and query like '%score_log_heads%' and datname = current_database()`
    const isWaiting = expect.poll(async () => (await t.ownerPool.query(waiting)).rowCount).toBe(1)
    expect(await Promise.race([completion, isWaiting.then(() => 'waits')])).toBe('waits')
  })
  await completion
  expect((await log.listKinds(id)).slice(-2)).toEqual(['freeze', 'unfreeze'])
  expect(await log.listProblems(id)).toEqual([])
})
