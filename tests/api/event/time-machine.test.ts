import { afterAll, beforeAll, expect, test } from 'vitest'
import { getPath } from '#contract/platform/call-path.ts'
import { createScoreLogTools } from '../../support/api/score-log.ts'
import { type ScoresApp, startScoresApp } from '../../support/api/scores.ts'

let t: ScoresApp
let log: ReturnType<typeof createScoreLogTools>
beforeAll(async () => {
  t = await startScoresApp()
  log = createScoreLogTools(t)
})
afterAll(() => t.close())

const past = { startDate: '2026-03-01T00:00:00.000Z', endDate: '2026-03-03T00:00:00.000Z' }
const changesRanking = "(attempt_id is not null or kind = 'rule' and before is not null)"
/** Moves the rows of a log that change the ranking to these times. */
const setTimes = (eventId: string, times: readonly string[]) =>
  log.changeAsOwner(
    ...times.map(
      (time, index) => `update score_log set time = '${time}' where event_id = '${eventId}' and sequence = (
        select sequence from score_log where event_id = '${eventId}' and ${changesRanking} order by sequence offset ${index} limit 1)`,
    ),
  )
// the replies are cached, and the tests change the log without the application
const read = async (path: string) => t.ok(await t.visitor(path, { 'accept-language': 'en' }))
const rankingAt = async (slug: string, time: string) =>
  (
    await read(`${getPath('GET /api/v1/events/scores/:eventId/at', { eventId: slug })}?time=${time}`)
  ).rows.map((row: { playerName: string; rank: number; totalScore: number }) => [
    row.playerName,
    row.rank,
    row.totalScore,
  ])

test('the ranking of a past event is shown as it was at any minute, with the names of today', async () => {
  const event = await t.event({ title_en: 'Replayed', ...past }, [
    { name: 'Sara', score: 10, time: 30 },
    { name: 'Omar', score: 12, time: 30 },
  ])
  const sara = await t.add(event._id, { name: 'Sara', score: 15, time: 20 })
  const omar = (await t.board(event._id)).event.Scores.find(
    (row: { totalScore: number }) => row.totalScore === 12,
  )
  t.ok(
    await t.ask('PATCH', `${t.path(event._id)}/${sara.id}/attempts/${sara.attempts[1].id}`, {
      payload: { score: 11 },
    }),
  )
  t.ok(await t.ask('DELETE', `${t.path(event._id)}/${omar._id}`))
  await setTimes(event._id, [
    '2026-03-01T10:00:30Z',
    '2026-03-01T10:00:59Z',
    '2026-03-01T11:00:00Z',
    '2026-03-02T09:30:00.500Z',
    '2026-03-02T09:31:00Z',
  ])
  expect(
    (await read(getPath('GET /api/v1/events/scores/:eventId/timeline', { eventId: event.slug }))).times,
  ).toEqual(['2026-03-01T10:01Z', '2026-03-01T11:01Z', '2026-03-02T09:31Z', '2026-03-02T09:32Z'])
  expect(await rankingAt(event.slug, '2026-03-01T10:00Z')).toEqual([])
  // a removed entry has no name
  expect(await rankingAt(event.slug, '2026-03-01T10:01Z')).toEqual([
    ['', 1, 12],
    ['Sara', 2, 10],
  ])
  expect(await rankingAt(event._id, '2026-03-01T11:00Z')).toEqual([
    ['', 1, 12],
    ['Sara', 2, 10],
  ])
  expect(await rankingAt(event.slug, '2026-03-01T11:01Z')).toEqual([
    ['Sara', 1, 15],
    ['', 2, 12],
  ])
  expect(await rankingAt(event.slug, '2026-03-02T09:31Z')).toEqual([
    ['', 1, 12],
    ['Sara', 2, 11],
  ])
  expect(await rankingAt(event.slug, '2030-01-01T00:00Z')).toEqual([['Sara', 1, 11]])
  const { entryCount, rows } = await read(
    `${getPath('GET /api/v1/events/scores/:eventId/at', { eventId: event.slug })}?time=2026-03-01T10:02Z`,
  )
  expect(entryCount).toBe(2)
  expect(Object.keys(rows[0])).not.toContain('playerEmail')
})

test('the rule for totals is that of the time', async () => {
  const event = await t.event({ title_en: 'Ruled', ...past }, [
    { name: 'Sara', score: 10, time: 30 },
    { name: 'Sara', score: 4, time: 30 },
  ])
  const texts = { title_en: 'Ruled', title_ar: 'م', description_en: 'd', description_ar: 'و' }
  expect((await t.save({ id: event._id, ...texts, totalRule: 'sum' }, 'PUT')).status).toBe(200)
  await setTimes(event._id, ['2026-03-01T10:00:00Z', '2026-03-01T10:00:00Z', '2026-03-01T12:00:00Z'])
  expect(await rankingAt(event.slug, '2026-03-01T11:00Z')).toEqual([['Sara', 1, 10]])
  expect(await rankingAt(event.slug, '2026-03-01T12:01Z')).toEqual([['Sara', 1, 14]])
})

test('events that are not over, hidden or unknown have no earlier rankings, and only full minutes are asked for', async () => {
  const open = await t.event(
    { title_en: 'Open', startDate: past.startDate, endDate: '2999-01-01T00:00:00.000Z' },
    [{ name: 'Sara', score: 1, time: 1 }],
  )
  const undated = await t.event({ title_en: 'Undated' }, [{ name: 'Sara', score: 1, time: 1 }])
  const hidden = await t.event({ title_en: 'Hidden', ...past, status: 'false' }, [
    { name: 'Sara', score: 1, time: 1 },
  ])
  for (const slug of [open.slug, undated.slug, hidden.slug, 'nothing'])
    for (const path of [
      getPath('GET /api/v1/events/scores/:eventId/timeline', { eventId: slug }),
      `${getPath('GET /api/v1/events/scores/:eventId/at', { eventId: slug })}?time=2026-03-01T10:00Z`,
    ])
      expect([path, (await t.visitor(path)).status]).toEqual([path, 404])
  for (const time of ['', '2026-03-01T10:00:30Z', '2026-03-01', '2026-99-01T10:00Z', 'now'])
    expect([
      time,
      (
        await t.visitor(
          `${getPath('GET /api/v1/events/scores/:eventId/at', { eventId: open.slug })}?time=${time}`,
        )
      ).status,
    ]).toEqual([time, 400])
})

test('a frozen ranking shows no change since the freeze', async () => {
  const event = await t.event({ title_en: 'Frozen past', ...past }, [{ name: 'Sara', score: 10, time: 30 }])
  await setTimes(event._id, ['2026-03-01T10:00:00Z'])
  t.ok(
    await t.ask('PUT', getPath('PUT /api/admin/events/:eventId/results/freeze', { eventId: event._id }), {
      payload: { at: null },
    }),
  )
  const timeline = await read(getPath('GET /api/v1/events/scores/:eventId/timeline', { eventId: event.slug }))
  const ranking = await rankingAt(event.slug, '2999-01-01T00:00Z')
  await t.add(event._id, { name: 'Omar', score: 99, time: 1 })
  expect(
    await read(`${getPath('GET /api/v1/events/scores/:eventId/timeline', { eventId: event.slug })}?lang=ar`),
  ).toEqual(timeline)
  expect(await rankingAt(event.slug, '2999-01-01T00:01Z')).toEqual(ranking)
  expect(ranking).toEqual([['Sara', 1, 10]])
  t.ok(
    await t.ask(
      'DELETE',
      getPath('DELETE /api/admin/events/:eventId/results/freeze', { eventId: event._id }),
    ),
  )
  expect(await rankingAt(event.slug, '2999-01-01T00:00Z')).toEqual([
    ['Omar', 1, 99],
    ['Sara', 2, 10],
  ])
})

test('a timeline has at most 500 times, the first and the last among them', async () => {
  const event = await t.event({ title_en: 'Long', ...past }, [{ name: 'Sara', score: 10, time: 30 }])
  const lines = Array.from({ length: 1200 }, (_, n) => `Player ${n},${n},9`)
  t.ok(await log.importScores(event._id, `name,score,time\n${lines.join('\n')}\n`))
  await log.changeAsOwner(
    `update score_log l set time = timestamptz '2026-03-01T00:00Z' + (select count(*) from score_log where event_id = l.event_id and attempt_id is not null
      and sequence <= l.sequence) * interval '1 minute' where event_id = '${event._id}'`,
  )
  const { times } = await read(
    getPath('GET /api/v1/events/scores/:eventId/timeline', { eventId: event.slug }),
  )
  expect(times.length).toBeGreaterThan(400)
  expect(times.length).toBeLessThanOrEqual(500)
  expect([times[0], times.at(-1)]).toEqual(['2026-03-01T00:02Z', '2026-03-01T20:02Z'])
  expect(times).toEqual([...new Set(times)].toSorted())
  const { rows, entryCount } = await read(
    `${getPath('GET /api/v1/events/scores/:eventId/at', { eventId: event.slug })}?time=${times.at(-1)}`,
  )
  expect([rows.length, entryCount]).toEqual([100, 1201])
})
