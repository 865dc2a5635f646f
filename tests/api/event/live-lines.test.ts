import { connect } from 'node:net'
import Fastify from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import { registerErrorHandler } from '#server/platform/http/errors.ts'
import {
  createEventStreamFactory,
  type EventStream,
  eventStreamLimits,
} from '#server/platform/http/event-stream.ts'
import { openEventStream } from '../../support/api/scores-live.ts'

describe('event streams', () => {
  let close: () => Promise<unknown> = async () => {}
  afterEach(() => close())

  const serve = async (limits: Partial<typeof eventStreamLimits>, onEmpty = () => {}) => {
    const app = Fastify({ forceCloseConnections: 'idle' })
    registerErrorHandler(app)
    const lines = createEventStreamFactory(app, { ...eventStreamLimits, ...limits })
    const topic: EventStream = lines.createStream(() => '{"all":true}', onEmpty)
    app.get('/live', (request, reply) => topic.connect(request, reply))
    const url = `${await app.listen({ port: 0, host: '127.0.0.1' })}/live`
    close = () => app.close()
    return { app, lines, topic, url }
  }

  it('store a limited number of events, and send a snapshot to a client that missed more', async () => {
    const { topic, url } = await serve({ replayedEvents: 2 })
    const first = await openEventStream(url)
    const { id } = await first.next()
    for (const number of [1, 2, 3]) topic.publish('n', number)
    const late = await openEventStream(url, id)
    expect((await late.next()).event).toBe('snapshot')
    const [epoch] = id.split('-')
    const nearly = await openEventStream(url, `${epoch}-1`)
    expect([(await nearly.next()).data, (await nearly.next()).data]).toEqual([2, 3])
    for (const reader of [first, late, nearly]) reader.close()
  })

  it('are limited in number, and a disconnected client frees its connection', async () => {
    let emptied: () => void = () => {}
    const empty = new Promise<void>((resolve) => {
      emptied = resolve
    })
    const { lines, url } = await serve({ connections: 2 }, () => emptied())
    const readers = [await openEventStream(url), await openEventStream(url)]
    await Promise.all(readers.map((reader) => reader.next()))
    const refused = await fetch(url)
    expect([refused.status, (await refused.json()).code]).toEqual([503, 'overloaded'])
    for (const reader of readers) reader.close()
    await empty
    expect(lines.count()).toBe(0)
    const again = await openEventStream(url)
    expect((await again.next()).event).toBe('snapshot')
    again.close()
  })

  it('are limited per address', async () => {
    const { url } = await serve({ connectionsPerIp: 1 })
    const reader = await openEventStream(url)
    await reader.next()
    const refused = await fetch(url)
    expect([refused.status, (await refused.json()).code]).toEqual([429, 'too-many'])
    reader.close()
  })

  it('disconnect a client that does not read, and continue for the others', async () => {
    const { lines, topic, url } = await serve({ maxBufferedBytes: 64 * 1024 })
    const slow = connect(Number(new URL(url).port), '127.0.0.1')
    const cut = new Promise<void>((resolve) => slow.once('close', () => resolve()))
    slow.on('error', () => {})
    await new Promise<void>((resolve) => slow.once('connect', () => resolve()))
    slow.pause()
    slow.write('GET /live HTTP/1.1\r\nHost: x\r\n\r\n')
    const reader = await openEventStream(url)
    await reader.next()
    const payload = 'x'.repeat(256 * 1024)
    let sent = 0
    // more than the buffers of both ends hold
    while (lines.count() > 1 && sent < 400) {
      topic.publish('big', payload)
      sent++
      expect((await reader.next()).data).toHaveLength(payload.length)
    }
    expect(lines.count()).toBe(1)
    slow.resume()
    await cut
    reader.close()
  })

  it('send keep-alive comments while there are no events', async () => {
    const { url } = await serve({ heartbeatMs: 20 })
    const reply = await fetch(url)
    const reader = (reply.body as ReadableStream<Uint8Array>).getReader()
    let text = ''
    while (!/\n\n:\n\n:\n\n/.test(text)) text += new TextDecoder().decode((await reader.read()).value)
    await reader.cancel()
  })

  it('end before the server stops', async () => {
    const { app, url } = await serve({})
    const reader = await openEventStream(url)
    await reader.next()
    await app.close()
    await reader.ended()
  })
})
