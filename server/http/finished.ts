import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { AppError } from '#server/lib/app-error.ts'
import { everything } from '#server/lib/changes.ts'
import { languageOf } from './language.ts'

type Encoding = 'br' | 'gzip' | 'identity'
export type Entry = {
  status: number
  etag: string
  headers: Record<string, string>
  bodies: Partial<Record<Encoding, Buffer>> & { identity: Buffer }
  tags: ReadonlySet<string>
  stale: boolean
  freshUntil: number
}
export type Made = {
  status?: number
  type: string
  body: string | Buffer
  headers?: Record<string, string>
  seconds?: number
  store?: boolean
}

/** Room for finished replies, in bytes. */
const room = 32 * 1024 * 1024
const worthCompressing = 600

const encodingOf = (accepted: string | string[] | undefined): Encoding => {
  const text = String(accepted ?? '')
  return /\bbr\b/.test(text) ? 'br' : /\bgzip\b/.test(text) ? 'gzip' : 'identity'
}

const bodyIn = (entry: Entry, wanted: Encoding): { encoding: Encoding; bytes: Buffer } => {
  const { identity } = entry.bodies
  if (wanted === 'identity' || identity.length < worthCompressing) return { encoding: 'identity', bytes: identity }
  entry.bodies[wanted] ??=
    wanted === 'br'
      ? brotliCompressSync(identity, {
          params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length },
        })
      : gzipSync(identity, { level: 6 })
  return { encoding: wanted, bytes: entry.bodies[wanted] }
}

/**
 * Public replies, made once and served many times as finished bytes (plain, gzip, brotli, ETag).
 * A reply depends on its URL and language only, and carries the tags of what it read; `drop` ends what a write changed. A dropped reply is kept
 * until a new one takes its place, and served when the new one cannot be made (the database is away).
 * `replicaLag` is for how long, in milliseconds, a read may not see a write yet: a reply made so soon after a write is kept for a second only.
 */
export const createFinished = ({ replicaLag = 0 } = {}) => {
  const entries = new LRUCache<string, Entry>({ maxSize: room, sizeCalculation: (entry) => entry.bodies.identity.length * 2 + 1000 })
  const making = new Map<string, Promise<Entry>>()
  const reading = new AsyncLocalStorage<Set<string>>()
  const droppedAt = new Map<string, { drop: number; time: number }>()
  let drops = 0

  const keyOf = (request: IncomingMessage) => `${languageOf(request.url, request.headers)} ${request.url}`

  const write = (entry: Entry, request: IncomingMessage, response: ServerResponse) => {
    const { encoding, bytes } = bodyIn(entry, encodingOf(request.headers['accept-encoding']))
    const etag = encoding === 'identity' ? entry.etag : `${entry.etag.slice(0, -1)}-${encoding}"`
    const headers: Record<string, unknown> = { ...entry.headers, etag }
    if (request.headers['if-none-match']?.includes(etag)) {
      response.writeHead(304, headers as Record<string, string>).end()
      return
    }
    if (encoding !== 'identity') headers['content-encoding'] = encoding
    headers['content-length'] = bytes.length
    response.writeHead(entry.status, headers as Record<string, string>)
    response.end(request.method === 'HEAD' ? undefined : bytes)
  }

  const fresh = (key: string): Entry | undefined => {
    const entry = entries.get(key)
    return entry && !entry.stale && entry.freshUntil > Date.now() ? entry : undefined
  }

  const make = async (key: string, tags: readonly string[], around: Record<string, unknown>, how: () => Promise<Made>): Promise<Entry> => {
    const start = drops
    const read = new Set([...tags, everything])
    const made = await reading.run(read, how)
    const identity = Buffer.isBuffer(made.body) ? made.body : Buffer.from(made.body)
    const entry: Entry = {
      status: made.status ?? 200,
      etag: `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`,
      headers: {
        ...(around as Record<string, string>),
        'content-type': made.type,
        'cache-control': 'public, max-age=0, s-maxage=5, stale-while-revalidate=30, stale-if-error=86400',
        vary: 'Accept-Encoding, Cookie',
        ...made.headers,
      },
      bodies: { identity },
      tags: read,
      stale: false,
      freshUntil: Date.now() + (made.seconds ?? 300) * 1000,
    }
    const dropped = [...read].flatMap((tag) => droppedAt.get(tag) ?? [])
    const overtaken = dropped.some(({ drop }) => drop > start)
    if (dropped.some(({ time }) => Date.now() - time < replicaLag)) entry.freshUntil = Date.now() + 1000
    if (!overtaken && made.store !== false && entry.status < 400) entries.set(key, entry)
    return entry
  }

  const makeOnce = (key: string, tags: readonly string[], around: Record<string, unknown>, how: () => Promise<Made>): Promise<Entry> => {
    const started = making.get(key)
    if (started) return started
    const mine = make(key, tags, around, how).finally(() => {
      if (making.get(key) === mine) making.delete(key)
    })
    making.set(key, mine)
    return mine
  }

  return {
    /** Answers at once, before any routing, when the finished reply is at hand. Requests with a token always go the long way. */
    hit: (request: IncomingMessage, response: ServerResponse): boolean => {
      if ((request.method !== 'GET' && request.method !== 'HEAD') || request.headers.authorization !== undefined) return false
      const entry = fresh(keyOf(request))
      if (!entry) return false
      write(entry, request, response)
      return true
    },
    /**
     * The finished reply to a GET, made first where there is none: one request makes, others wait. `tags` name what it reads (more come from
     * replies made inside it), `around` are headers to keep with it. Where it cannot be made, the last one made is given, if any.
     */
    entry: async (
      request: IncomingMessage,
      tags: readonly string[],
      around: Record<string, unknown>,
      how: () => Promise<Made>,
    ): Promise<Entry> => {
      const key = keyOf(request)
      const entry =
        fresh(key) ??
        (await makeOnce(key, tags, around, how).catch((error: unknown) => {
          const last = entries.get(key)
          // that something is not there (any more) is an answer, not a failure to find one
          if (!last || (error instanceof AppError && error.status < 500)) throw error
          return last
        }))
      const outer = reading.getStore()
      if (outer) for (const tag of entry.tags) outer.add(tag)
      return entry
    },
    write,
    /** Ends every reply that read one of these. */
    drop: (tags: readonly string[]) => {
      drops++
      for (const tag of tags) droppedAt.set(tag, { drop: drops, time: Date.now() })
      // who asks from now on must not join a reply that was begun before the write
      making.clear()
      for (const entry of entries.values()) if (tags.some((tag) => entry.tags.has(tag))) entry.stale = true
    },
    /** Adds a tag to the reply that is being made, where what it reads is known only on the way. */
    alsoRead: (tag: string) => {
      reading.getStore()?.add(tag)
    },
    /** Whether the current work runs inside the making of a reply, that is, in this process for this process. */
    inside: () => reading.getStore() !== undefined,
  }
}
export type Finished = ReturnType<typeof createFinished>
