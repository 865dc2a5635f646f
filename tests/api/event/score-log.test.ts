import { afterAll, beforeAll, expect, test } from 'vitest'
import { scoreLimits } from '#contract/event/scores/score.ts'
import { newestCalculation } from '#contract/event/scoring/rule-set.ts'
import { toCanonicalJson } from '#contract/platform/json.ts'
import { createEventService } from '#server/event/events/service.ts'
import { completeFirstStartAndGetAdmin } from '#server/open-installation.ts'
import { pendingFirstStartSteps } from '#server/platform/db/schema/installation.ts'
import { createScoreLogTools } from '../../support/api/score-log.ts'
import { type ScoresApp, startScoresApp } from '../../support/api/scores.ts'
import { isNightly } from '../../support/nightly.ts'

let t: ScoresApp
let log: ReturnType<typeof createScoreLogTools>
beforeAll(async () => {
  t = await startScoresApp()
  log = createScoreLogTools(t)
})
afterAll(() => t.close())
const at = '2026-03-01T10:00:00.000Z'

test('every kind of write adds rows with the values before and after, and the log gives the standing results', async () => {
  const event = await t.event({ title_en: 'Logged', eventCode: 'logged' })
  const sara = await t.add(event._id, {
    name: 'Sara',
    email: 'sara@x.org',
    score: 10.5,
    time: 30,
    at,
    note: 'heat 1',
  })
  const [attempt] = sara.attempts
  const path = `${t.path(event._id)}/${sara.id}`
  t.ok(await t.ask('PATCH', `${path}/attempts/${attempt.id}`, { payload: { score: 11 } }))
  t.ok(await t.ask('PATCH', `${path}/attempts/${attempt.id}`, { payload: { note: 'only a note' } }))
  await t.add(event._id, { entryId: sara.id, score: 3, time: 4, at })
  await t.add(event._id, { entryId: sara.id, mission: 2, score: 3, time: 4, at })
  const second = (await t.ask('GET', path)).json().entry.attempts[1]
  t.ok(await t.ask('DELETE', `${path}/attempts/${second.id}`))
  t.ok(await t.ask('DELETE', path))
  const removals = t.ok(await t.ask('GET', `${t.path(event._id)}/removed`)).removed
  t.ok(await t.ask('POST', `${t.path(event._id)}/restore`, { payload: { id: removals[0].id } }))
  const details = {
    playerName: 'Sara A',
    playerEmail: '',
    teamNo: '',
    teamName: '',
    schoolName: '',
    missionType: 3,
  }
  const [restored] = (await t.board(event._id)).event.Scores
  t.ok(await t.ask('PUT', `${t.path(event._id)}/${restored._id}`, { payload: details }))
  t.ok(await log.importScores(event._id, 'name,score,time\nOmar,7,20\nMona,8,20\n'))
  const key = await t.key(event._id)
  expect((await t.post('logged', key, { name: 'Nour', score: 2, time: 9, mission: 1 })).status).toBe(200)
  const imported = t.ok(await t.ask('GET', '/api/admin/imports')).imports[0]
  t.ok(await t.ask('POST', `/api/admin/imports/${imported.id}/undo`, { payload: {} }))
  const saved = await t.save(
    {
      id: event._id,
      title_en: 'Logged',
      title_ar: 'م',
      description_en: 'd',
      description_ar: 'و',
      totalRule: 'sum',
    },
    'PUT',
  )
  expect(saved.status).toBe(200)

  const rows = await log.listRows(event._id)
  expect(rows.map(({ kind }) => kind)).toEqual([
    ...[
      'rule',
      'participant',
      'add',
      'correct',
      'add',
      'add',
      'remove',
      'remove',
      'remove',
      'participant',
      'restore',
      'restore',
    ],
    ...[
      'participant',
      'participant',
      'participant',
      'add',
      'add',
      'participant',
      'add',
      'undo-import',
      'undo-import',
      'rule',
    ],
  ])
  expect(rows.map(({ sequence }) => Number(sequence))).toEqual(rows.map((_, index) => index + 1))
  expect(rows[3]).toMatchObject({
    entry_id: sara.id,
    attempt_id: attempt.id,
    before: toCanonicalJson({ mission: 1, score: 10.5, timeMs: 30_000, at }),
    after: toCanonicalJson({ mission: 1, score: 11, timeMs: 30_000, at }),
    source: 'admin',
    rule_version: null,
    previous_hash: rows[2].hash,
  })
  expect(rows[3].actor_id).not.toBeNull()
  expect(rows[0]).toMatchObject({
    entry_id: null,
    attempt_id: null,
    before: null,
    after: `{"calculation":${newestCalculation},"isComplete":true,"totalRule":"sum-of-best"}`,
  })
  expect(rows[18]).toMatchObject({ source: 'simulator', actor_id: null, before: null })
  expect(rows.at(-1)).toMatchObject({
    entry_id: null,
    attempt_id: null,
    after: `{"calculation":${newestCalculation},"totalRule":"sum"}`,
  })
  expect(JSON.stringify(rows)).not.toMatch(/sara|omar|mona|nour|heat|note/i)
  expect(await log.check(event._id)).toMatchObject({
    rowCount: 22,
    participantsFrom: 2,
    attemptCount: 3,
    entryCount: 2,
    problems: [],
  })
})

test('a write that fails adds no row, and a repeated request adds none', async () => {
  const event = await t.event({ title_en: 'Repeated', eventCode: 'repeated' })
  const key = await t.key(event._id)
  const post = () =>
    t.post('repeated', key, { name: 'Sara', score: 2, time: 9, mission: 1 }, { 'idempotency-key': 'once' })
  await post()
  await post()
  expect((await log.importScores(event._id, 'name,score,time\nOmar,7,20\n,8,20\n')).status).toBe(422)
  expect(await log.listKinds(event._id)).toEqual(['rule', 'participant', 'add'])
})

test('writers of the same event at the same time make one chain', async () => {
  const event = await t.event({ title_en: 'Crowded' })
  await Promise.all(
    Array.from({ length: 30 }, (_, n) => t.add(event._id, { name: `Player ${n % 7}`, score: n, time: n })),
  )
  expect(await log.check(event._id)).toMatchObject({
    rowCount: 38,
    attemptCount: 30,
    entryCount: 7,
    problems: [],
  })
})

test('an import is one chain', async () => {
  const event = await t.event({ title_en: 'Imported' })
  const count = isNightly ? scoreLimits.importLines : 2000
  const lines = Array.from({ length: count }, (_, n) => `Player ${n},${n / 8},${n}`)
  t.ok(await log.importScores(event._id, `name,score,time\n${lines.join('\n')}\n`))
  expect(await log.check(event._id)).toMatchObject({
    rowCount: 2 * count + 1,
    entryCount: count,
    problems: [],
  })
})

test('the log of a permanently deleted event stays and ends with its deletion', async () => {
  const event = await t.event({ title_en: 'Deleted' }, [{ name: 'Sara', score: 1, time: 1 }])
  t.ok(await t.ask('DELETE', `/api/admin/events?id=${event._id}`))
  await t.database.pool.query("update events set deleted_at = now() - interval '31 days' where id = $1", [
    event._id,
  ])
  expect(await createEventService(t).purge()).toBe(1)
  expect(await log.listKinds(event._id)).toEqual(['rule', 'participant', 'add', 'purge'])
  expect(await log.check(event._id)).toMatchObject({ slug: null, problems: [] })
})

test('the attempts of before the log are its first rows, which one start adds once', async () => {
  const event = await t.event({ title_en: 'Earlier' })
  const { rows } = await t.database.pool.query(
    `insert into score_entries (id, event_id, participant_key, player_name, score, time_ms, total_score, total_time_ms, reached_at, attempt_count)
     values (gen_random_uuid(), $1, 'guest:sara', 'Sara', 5.25, 1000, 5.25, 1000, $2, 1) returning id`,
    [event._id, at],
  )
  await t.database.pool.query(
    'insert into score_attempts (id, entry_id, score, time_ms, at) values (gen_random_uuid(), $1, 5.25, 1000, $2)',
    [rows[0].id, at],
  )
  await t.database.pool.query('update events set entry_count = 1 where id = $1', [event._id])
  expect(await log.listProblems(event._id)).toEqual(['attempt-added', 'entry-empty'])
  await t.database.db.insert(pendingFirstStartSteps).values({ step: 'score-log' })
  const options = { log: { info: () => {} }, root: '.' }
  await Promise.all([completeFirstStartAndGetAdmin(t, options), completeFirstStartAndGetAdmin(t, options)])
  expect(await log.listKinds(event._id)).toEqual(['rule', 'participant', 'initial'])
  expect(await log.check(event._id)).toMatchObject({ rowCount: 3, attemptCount: 1, problems: [] })
})

test('the application can neither change nor delete rows, and the owner only after switching off the trigger', async () => {
  for (const statement of [
    'update score_log set hash = hash',
    'delete from score_log',
    'delete from published_score_log_heads',
  ]) {
    await expect(t.database.pool.query(statement)).rejects.toMatchObject({ code: '42501' })
    await expect(t.ownerPool.query(statement)).rejects.toMatchObject({ code: '23001' })
  }
  await expect(t.ownerPool.query('truncate score_log')).rejects.toMatchObject({ code: '23001' })
})
