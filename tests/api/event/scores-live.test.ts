import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fromPublishedRankingChange } from '#contract/published/score.ts'
import { buildApp } from '#server/app.ts'
import { writeScoresInOwnTransaction } from '#server/event/scores/write/score-writer.ts'
import { openCacheTagPubSub } from '#server/platform/db/pub-sub.ts'
import { allTags, createCacheTagBus } from '#server/platform/lib/cache-invalidation.ts'
import { computeTopRowsAfterChange } from '#web/site/event/scoreboard/use-scoreboard.ts'
import { type ScoresApp, startScoresApp, summarizeRanking } from '../../support/api/scores.ts'
import { openEventStream, type ReceivedEvent } from '../../support/api/scores-live.ts'
import { silentLog } from '../../support/services/cluster.ts'

describe('the event stream of a ranking', () => {
  let t: ScoresApp
  let base: string
  beforeAll(async () => {
    t = await startScoresApp()
    base = await t.listen()
  })
  afterAll(() => t.close())

  const line = (event: { _id: string }, lastEventId?: string) =>
    openEventStream(`${base}/api/v1/events/scores/${event._id}/live`, lastEventId)
  const names = (event: ReceivedEvent) =>
    event.data.Scores.map(
      (row: { userId: { info: { name: { fname: string } } } }) => row.userId.info.name.fname,
    )

  it('starts with the first ranks and sends every change, with masked email addresses', async () => {
    const event = await t.event({ title_en: 'Line' }, [
      { name: 'Sara', email: 'sara@x.org', score: 10, time: 1 },
    ])
    const reader = await line(event)
    expect(reader.status).toBe(200)
    expect(reader.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(reader.headers.get('cache-control')).toBe('no-store')
    const first = await reader.next()
    expect(first).toMatchObject({
      event: 'snapshot',
      data: { totalScores: 1, gone: [], Scores: [{ rank: 1, userId: { email: 's•••@x.org' } }] },
    })
    const omar = await t.add(event._id, { name: 'Omar', score: 20, time: 1 })
    const second = await reader.next()
    expect(second).toMatchObject({ event: 'ranking', data: { totalScores: 2, gone: [] } })
    // Sara's rank changed only because of others, so her entry is not sent
    expect(names(second)).toEqual(['Omar'])
    await t.ask('DELETE', `${t.path(event._id)}/${omar.id}`)
    expect(await reader.next()).toMatchObject({
      event: 'ranking',
      data: { totalScores: 1, Scores: [], gone: [omar.id] },
    })
    reader.close()
  })

  it('leads to the same ranking when its changes are applied', async () => {
    const event = await t.event(
      { title_en: 'Followed' },
      Array.from({ length: 8 }, (_, at) => ({ name: `p${at}`, score: at % 3, time: 5 })),
    )
    const reader = await line(event)
    let rows = fromPublishedRankingChange((await reader.next()).data).changed
    for (const [name, score] of [
      ['p0', 9],
      ['new', 2],
      ['p5', 9],
      ['p7', 1],
    ] as const) {
      await t.add(event._id, { name, score, time: 4 })
      rows = computeTopRowsAfterChange(rows, fromPublishedRankingChange((await reader.next()).data))
      const board = await t.board(event._id)
      expect(rows.map((row) => [row.playerName, row.rank, row.totalScore, row.totalTimeMs / 1000])).toEqual(
        summarizeRanking(board),
      )
    }
    reader.close()
  })

  it('continues after a reconnect without missing or repeating an event', async () => {
    const event = await t.event({ title_en: 'Reconnect' })
    const reader = await line(event)
    const { id } = await reader.next()
    const other = await line(event)
    await other.next()
    reader.close()
    for (const name of ['a', 'b', 'c']) {
      await t.add(event._id, { name, score: 1, time: 1 })
      await other.next()
    }
    const back = await line(event, id)
    const missed = [await back.next(), await back.next(), await back.next()]
    expect(missed.map((each) => each.event)).toEqual(['ranking', 'ranking', 'ranking'])
    expect(missed.flatMap(names)).toEqual(['a', 'b', 'c'])
    await t.add(event._id, { name: 'd', score: 1, time: 1 })
    expect(names(await back.next())).toEqual(['d'])
    back.close()
    other.close()
  })

  it('sends a snapshot to a client of another process or after a long time', async () => {
    const event = await t.event({ title_en: 'Elsewhere' }, [{ name: 'a', score: 1, time: 1 }])
    for (const id of ['other-1', 'x', '-', '0-999999999999', 'é']) {
      const reader = await line(event, encodeURIComponent(id))
      expect(await reader.next()).toMatchObject({ event: 'snapshot', data: { totalScores: 1 } })
      reader.close()
    }
  })

  it('reports changes of lower ranks, and continues after a lost database connection', async () => {
    const event = await t.event({ title_en: 'Far' })
    await t.database.pool.query(
      `insert into score_entries (id, event_id, participant_key, player_name, total_score, total_time_ms, attempt_count)
       select gen_random_uuid(), $1, 'guest:' || n, 'p' || n, 1000 - n, 1, 1 from generate_series(1, 150) n`,
      [event._id],
    )
    await t.database.pool.query('update events set entry_count = 150 where id = $1', [event._id])
    await t.invalidator.invalidate(`scores:${event._id}`)
    const reader = await line(event)
    expect((await reader.next()).data.Scores).toHaveLength(100)
    await t.add(event._id, { name: 'last', score: 0, time: 1 })
    expect(await reader.next()).toMatchObject({
      event: 'ranking',
      data: { Scores: [], gone: [], totalScores: 151 },
    })
    await t.invalidator.invalidate(allTags)
    expect(await reader.next()).toMatchObject({ event: 'ranking', data: { Scores: [], totalScores: 151 } })
    reader.close()
  })

  it('ends when the event is deactivated', async () => {
    const event = await t.event({ title_en: 'Ended' })
    const reader = await line(event)
    await reader.next()
    await t.ask('PATCH', '/api/admin/events/', { payload: { id: event._id, name: 'status', status: false } })
    expect((await reader.next()).event).toBe('closed')
    await reader.ended()
    expect((await line(event)).status).toBe(404)
  })

  it('sends the changes of another process, and ends before its server stops', async () => {
    const event = await t.event({ title_en: 'Two processes' })
    const { database } = t
    const here = createCacheTagBus(await openCacheTagPubSub(database, silentLog))
    const there = createCacheTagBus(await openCacheTagPubSub(database, silentLog))
    const app = await buildApp({
      ...t,
      invalidator: here,
      logger: false,
      root: '.',
      pages: 'none',
      maxEventLoopDelay: 0,
    })
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    try {
      const url = `${address}/api/v1/events/scores/${event._id}`
      const board = async () => summarizeRanking(await (await fetch(url)).json())
      expect(await board()).toEqual([])
      const reader = await openEventStream(`${url}/live`)
      await reader.next()
      const write = {
        kind: 'add',
        attempts: [{ participant: { playerName: 'Sara' }, attempt: { mission: 1, score: 3, timeMs: 1500 } }],
      } as const
      await writeScoresInOwnTransaction({ database, invalidator: there }, event._id, write, {
        source: 'simulator',
        actor: { userId: null, name: 'elsewhere' },
      })
      expect(names(await reader.next())).toEqual(['Sara'])
      expect(await board()).toEqual([['Sara', 1, 3, 1.5]])
      await app.close()
      await reader.ended()
    } finally {
      await app.close()
      await here.close()
      await there.close()
    }
  })
})
