import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#server/lib/app-error.ts'
import { addressKey } from './address-key.ts'

/** How many events a topic keeps for those who come back, how often silent lines are kept open, and the limits of one process. */
export const liveLimits = { keep: 200, heartbeatMs: 20_000, maxBuffered: 512 * 1024, lines: 10_000, linesPerAddress: 1000 }

const beat = Buffer.from(':\n\n')
/** Tells browsers to come back after two seconds, each a little later than another, so that not all come at once. */
const goodbye = () => `retry: ${2000 + Math.floor(Math.random() * 2000)}\n\n`

/** One stream of events to many browsers. */
export type LiveTopic = {
  /** Formats an event once and sends it to all. */
  publish: (event: string, data: unknown) => void
  /** Makes the reply a line of this topic: from where `Last-Event-ID` left off, or with a snapshot. Throws `overloaded` and `too-many`. */
  attach: (request: FastifyRequest, reply: FastifyReply) => void
  /** Ends all lines of the topic. */
  end: () => void
  readers: () => number
}

/**
 * Server-Sent Events of this process: topics and the lines to their readers. Ids are `<epoch>-<number>`; a reader who comes back to the same topic gets
 * what it missed, any other the snapshot. Slow readers are cut off (they come back). All lines end before the server stops.
 */
export const liveLines = (app: FastifyInstance, limits: typeof liveLimits = liveLimits) => {
  const lines = new Map<ServerResponse, string>()
  const perAddress = new Map<string, number>()

  const write = (line: ServerResponse, bytes: Buffer | string) => {
    if (line.writableLength > limits.maxBuffered) line.destroy()
    else line.write(bytes)
  }
  const beats = setInterval(() => {
    for (const line of lines.keys()) write(line, beat)
  }, limits.heartbeatMs)
  beats.unref()
  app.addHook('preClose', async () => {
    clearInterval(beats)
    for (const line of lines.keys()) line.end(goodbye())
  })

  const enter = (line: ServerResponse, address: string) => {
    lines.set(line, address)
    perAddress.set(address, (perAddress.get(address) ?? 0) + 1)
  }
  const leave = (line: ServerResponse) => {
    const address = lines.get(line)
    if (address === undefined) return
    lines.delete(line)
    const left = (perAddress.get(address) ?? 1) - 1
    if (left > 0) perAddress.set(address, left)
    else perAddress.delete(address)
  }

  return {
    count: () => lines.size,
    /** `snapshot` gives the whole of what the topic tells about, as it is now; `onEmpty` is told when the last reader left. */
    topic: (snapshot: () => unknown, onEmpty: () => void): LiveTopic => {
      const readers = new Set<ServerResponse>()
      const past: { id: number; bytes: Buffer }[] = []
      const epoch = `${Date.now().toString(36)}${randomBytes(4).toString('hex')}`
      let last = 0
      return {
        readers: () => readers.size,
        publish: (event, data) => {
          last++
          const bytes = Buffer.from(`id: ${epoch}-${last}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
          past.push({ id: last, bytes })
          if (past.length > limits.keep) past.shift()
          for (const reader of readers) write(reader, bytes)
        },
        attach: (request, reply) => {
          if (lines.size >= limits.lines) throw new AppError('overloaded')
          const address = addressKey(request.ip)
          if ((perAddress.get(address) ?? 0) >= limits.linesPerAddress) throw new AppError('too-many')
          const headers = reply.getHeaders()
          reply.hijack()
          const { raw } = reply
          raw.writeHead(200, {
            ...(headers as Record<string, string>),
            'content-type': 'text/event-stream; charset=utf-8',
            'cache-control': 'no-store',
            // nginx would hold events back
            'x-accel-buffering': 'no',
          })
          const [from, seen] = String(request.headers['last-event-id'] ?? '').split('-')
          const number = Number(seen)
          const oldest = past[0]?.id ?? last + 1
          if (from === epoch && Number.isInteger(number) && number >= oldest - 1 && number <= last) {
            raw.write(beat)
            for (const { id, bytes } of past) if (id > number) raw.write(bytes)
          } else raw.write(`id: ${epoch}-${last}\nevent: snapshot\ndata: ${JSON.stringify(snapshot())}\n\n`)
          readers.add(raw)
          enter(raw, address)
          const gone = () => {
            leave(raw)
            if (readers.delete(raw) && readers.size === 0) onEmpty()
          }
          raw.on('close', gone)
          raw.on('error', gone)
        },
        end: () => {
          for (const reader of readers) reader.end(goodbye())
        },
      }
    },
  }
}
export type LiveLines = ReturnType<typeof liveLines>
