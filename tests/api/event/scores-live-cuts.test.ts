import { resolve } from 'node:path'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { getPath } from '#contract/platform/call-path.ts'
import { buildApp } from '#server/app.ts'
import { openCacheTagPubSub } from '#server/platform/db/pub-sub.ts'
import { createCacheTagBus } from '#server/platform/lib/cache-invalidation.ts'
import { type ScoresApp, startScoresApp } from '../../support/api/scores.ts'
import { openEventStream, type ReceivedEvent } from '../../support/api/scores-live.ts'
import { silentLog } from '../../support/services/cluster.ts'
import { openDatabaseProxy } from '../../support/services/database-proxy.ts'
import { openTcpProxy } from '../../support/services/tcp-proxy.ts'

let databaseProxy: Awaited<ReturnType<typeof openDatabaseProxy>>
let streamProxy: Awaited<ReturnType<typeof openTcpProxy>>
let t: ScoresApp
/**
 * The app of a second process, which is notified of the first one's writes only by its LISTEN connection.
 * That connection goes through `databaseProxy`.
 */
let reading: Awaited<ReturnType<typeof buildApp>>
let invalidator: ReturnType<typeof createCacheTagBus>
beforeAll(async () => {
  t = await startScoresApp()
  databaseProxy = await openDatabaseProxy(inject('cluster'))
  const { database } = t
  const { host, port } = databaseProxy.connection
  const connection = { ...database.connection, host, port }
  invalidator = createCacheTagBus(await openCacheTagPubSub({ connection, pool: database.pool }, silentLog))
  reading = await buildApp({
    ...t,
    invalidator,
    logger: false,
    root: resolve('.'),
    pages: 'none',
    maxEventLoopDelay: 0,
  })
  streamProxy = await openTcpProxy(Number(new URL(await reading.listen({ port: 0, host: '127.0.0.1' })).port))
})
afterAll(async () => {
  await streamProxy.close()
  await reading.close()
  await invalidator.close()
  await t.close()
  await databaseProxy.close()
})

const openStream = (eventId: string, lastEventId?: string) =>
  openEventStream(
    `${streamProxy.address}${getPath('GET /api/v1/events/scores/:eventId/live', { eventId })}`,
    lastEventId,
  )
const listNames = ({ data }: ReceivedEvent): string[] =>
  data.Scores.map((row: { userId: { info: { name: { fname: string } } } }) => row.userId.info.name.fname)
/** Reads events until one has an entry of this name. Returns all names of these events. */
const readUntil = async (stream: Awaited<ReturnType<typeof openStream>>, name: string) => {
  const names: string[] = []
  while (!names.includes(name)) names.push(...listNames(await stream.next()))
  return names
}

it('a stream that is cut while its process has lost the database gets the changes of the meantime and all later ones', async () => {
  const event = await t.event({ title_en: 'Cut stream' })
  const writer = createCacheTagBus(await openCacheTagPubSub(t.database, silentLog))
  const add = async (name: string) => {
    await t.add(event._id, { name, score: 1, time: 1 })
    await writer.invalidate(`scores:${event._id}`)
  }
  try {
    const first = await openStream(event._id)
    const { id, event: kind } = await first.next()
    expect(kind).toBe('snapshot')
    await add('before')
    const before = await first.next()
    expect(listNames(before)).toEqual(['before'])

    databaseProxy.setReachable(false)
    expect(streamProxy.cutAll()).toBe(1)
    await first.ended()
    await add('meanwhile')
    // the client comes back before the LISTEN connection does
    const resumed = await openStream(event._id, before.id)
    const fromStart = await openStream(event._id, id)
    expect(listNames(await fromStart.next())).toEqual(['before'])
    databaseProxy.setReachable(true)

    // the score of the outage arrives without another notification, once
    expect(await readUntil(resumed, 'meanwhile')).toEqual(['meanwhile'])
    expect(await readUntil(fromStart, 'meanwhile')).toEqual(['meanwhile'])
    await add('after')
    expect(await readUntil(resumed, 'after')).toEqual(['after'])
    expect(await readUntil(fromStart, 'after')).toEqual(['after'])

    // a client with the id of another process gets all of it as a snapshot
    const fresh = await openStream(event._id, 'other-7')
    const snapshot = await fresh.next()
    expect([snapshot.event, listNames(snapshot).sort()]).toEqual([
      'snapshot',
      ['after', 'before', 'meanwhile'],
    ])
    for (const stream of [resumed, fromStart, fresh]) stream.close()
  } finally {
    await writer.close()
  }
})
