import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Lang } from '#contract/platform/localized.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import { allTags, erasureTag } from '#server/platform/lib/cache-invalidation.ts'
import { assertQueryInCacheKey, getCacheKey, getCacheKeysByLanguage } from './cache-key.ts'
import { compressByEncoding, type Encoding, selectEncoding } from './compression.ts'
import { readLanguageFromQueryOrCookie } from './language.ts'

/**
 * A response in one encoding. The headers are lists of names and values, as `writeHead` takes them without a
 * copy.
 */
type EncodedResponse = { etag: string; bytes: Buffer; headers: string[]; notModifiedHeaders: string[] }
/**
 * A response in memory. Times are in milliseconds since 1970; `validUntil` is when something that it says
 * becomes wrong without a write. `start` is how many invalidations there were when its rendering began.
 */
type CachedResponse = {
  status: number
  etag: string
  headers: Record<string, string>
  body: Buffer
  encoded: Partial<Record<Encoding, EncodedResponse | Promise<EncodedResponse>>>
  tags: ReadonlySet<string>
  stale: boolean
  start: number
  renderedAt: number
  freshUntil: number
  validUntil: number
}
/**
 * The result of rendering a response. It is fresh for `seconds`. `store: false` keeps it out of the cache,
 * `store: true` caches it in this process although its status is an error below 500.
 */
export type RenderedResponse = {
  status?: number
  type: string
  body: string | Buffer
  headers?: Record<string, string>
  seconds?: number
  store?: boolean
}

/** Size of the cache in bytes. */
const maxCacheBytes = 32 * 1024 * 1024
/**
 * The number of URLs whose cache keys are kept in memory, because building a key takes longer than finding the
 * response.
 */
const maxUrls = 1000
const maxUrlLength = 500

const encodeResponse = async (entry: CachedResponse, encoding: Encoding): Promise<EncodedResponse> => {
  const bytes = await compressByEncoding[encoding](entry.body)
  const etag = encoding === 'identity' ? entry.etag : `${entry.etag.slice(0, -1)}-${encoding}"`
  const notModifiedHeaders = [...Object.entries(entry.headers).flat(), 'etag', etag]
  const contentEncoding = encoding === 'identity' ? [] : ['content-encoding', encoding]
  const headers = [...notModifiedHeaders, ...contentEncoding, 'content-length', String(bytes.length)]
  return { etag, bytes, headers, notModifiedHeaders }
}

/**
 * Creates a cache of rendered public responses (plain, gzip, brotli, with an ETag). A response depends on its
 * URL and language only, and has the tags of the data that it was rendered from, and is valid as long as all
 * of it. `invalidate` marks the responses with a tag as stale. A stale response stays in the cache until a
 * new one replaces it, and is sent when rendering fails because the database is away. `erasureTag` removes
 * responses. `replicaLag` is the time in milliseconds in which a read may miss a write: a response that is
 * rendered so soon after a write is fresh for one second only.
 */
export const createResponseCache = ({ replicaLag = 0 } = {}) => {
  const entries = new LRUCache<string, CachedResponse>({
    maxSize: maxCacheBytes,
    sizeCalculation: (entry) => entry.body.length * 2 + 1000,
  })
  const keysByUrl = new LRUCache<string, Record<Lang, string>>({ max: maxUrls })
  const pending = new Map<string, Promise<CachedResponse>>()
  const renderings = new AsyncLocalStorage<{ tags: Set<string>; validUntil: number }>()
  const invalidations = new Map<string, { number: number; time: number }>()
  let invalidationCount = 0
  let lastErasure = 0
  const counts = { hits: 0, renders: 0 }

  /**
   * Sends a response, and encodes it first when nobody has requested this encoding yet. Returns a promise
   * only in that case.
   */
  const send = (
    entry: CachedResponse,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> | undefined => {
    const encoding = entry.headers['content-type']?.startsWith('image/')
      ? 'identity'
      : selectEncoding(entry.body.length, request.headers['accept-encoding'])
    const write = ({ etag, bytes, headers, notModifiedHeaders }: EncodedResponse) => {
      if (request.headers['if-none-match']?.includes(etag)) {
        response.writeHead(304, notModifiedHeaders).end()
        return
      }
      response.writeHead(entry.status, headers)
      response.end(request.method === 'HEAD' ? undefined : bytes)
    }
    entry.encoded[encoding] ??= encodeResponse(entry, encoding).then((encoded) => {
      entry.encoded[encoding] = encoded
      return encoded
    })
    const encoded = entry.encoded[encoding]
    if (encoded instanceof Promise) return encoded.then(write)
    write(encoded)
    return undefined
  }

  const getFresh = (key: string): CachedResponse | undefined => {
    const entry = entries.get(key)
    const now = Date.now()
    // a clock that was set back must not keep a response fresh for longer
    const isFresh = entry && !entry.stale && entry.renderedAt <= now && entry.freshUntil > now
    return isFresh ? entry : undefined
  }

  const renderEntry = async (
    key: string,
    ownTags: readonly string[],
    outerHeaders: Record<string, unknown>,
    render: () => Promise<RenderedResponse>,
  ): Promise<CachedResponse> => {
    const start = invalidationCount
    counts.renders++
    const tags = new Set([...ownTags, allTags])
    const rendering = { tags, validUntil: Number.POSITIVE_INFINITY }
    const rendered = await renderings.run(rendering, render)
    const { validUntil } = rendering
    const body = Buffer.isBuffer(rendered.body) ? rendered.body : Buffer.from(rendered.body)
    const status = rendered.status ?? 200
    const earlier = [...tags].flatMap((tag) => invalidations.get(tag) ?? [])
    const entry: CachedResponse = {
      status,
      etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
      headers: {
        ...(outerHeaders as Record<string, string>),
        'content-type': rendered.type,
        'cache-control': 'public, max-age=0, s-maxage=5, stale-while-revalidate=30, stale-if-error=86400',
        // a shared cache must not give callers with a token the reply to visitors
        vary: 'Accept-Encoding, Authorization, Cookie',
        ...rendered.headers,
        // no proxy may keep an error
        ...(status >= 400 ? { 'cache-control': 'no-store' } : {}),
        ...(status === 503 ? { 'retry-after': '5' } : {}),
      },
      body,
      encoded: {},
      tags,
      // a write during the rendering: the response is kept for an outage only
      stale: earlier.some(({ number }) => number > start),
      start,
      renderedAt: Date.now(),
      freshUntil: Math.min(Date.now() + (rendered.seconds ?? 300) * 1000, validUntil),
      validUntil,
    }
    if (earlier.some(({ time }) => Date.now() - time < replicaLag)) entry.freshUntil = Date.now() + 1000
    const isNewest = start >= (entries.get(key)?.start ?? 0)
    const mayShowErased = entry.stale && start < lastErasure
    if (isNewest && !mayShowErased && (rendered.store ?? status < 400) && status < 500)
      entries.set(key, entry)
    return entry
  }

  const renderOnce = (
    key: string,
    tags: readonly string[],
    headers: Record<string, unknown>,
    render: () => Promise<RenderedResponse>,
  ): Promise<CachedResponse> => {
    const started = pending.get(key)
    if (started) return started
    const promise = renderEntry(key, tags, headers, render).finally(() => {
      if (pending.get(key) === promise) pending.delete(key)
    })
    pending.set(key, promise)
    return promise
  }

  return {
    /**
     * Sends a fresh response from the cache, or with `mayBeStale` also a stale one, before any routing. Returns
     * false when there is none, and for requests with a token.
     */
    sendIfCached: (
      request: IncomingMessage,
      response: ServerResponse,
      { mayBeStale = false } = {},
    ): boolean => {
      if (
        (request.method !== 'GET' && request.method !== 'HEAD') ||
        request.headers.authorization !== undefined
      )
        return false
      const { url = '/', headers } = request
      const known = keysByUrl.get(url)
      const keys = known ?? getCacheKeysByLanguage(url)
      const key = keys[readLanguageFromQueryOrCookie(url, headers)]
      const entry = mayBeStale ? entries.get(key) : getFresh(key)
      if (!entry) return false
      if (!known && url.length <= maxUrlLength) keysByUrl.set(url, keys)
      counts.hits++
      send(entry, request, response)?.catch(() => response.destroy())
      return true
    },
    /**
     * Returns the cached response to a GET, or renders it: one request renders, others wait for it. `tags`
     * name the data that it is rendered from; the tags of responses that `render` requests are added.
     * `headers` are stored with it. When rendering fails or gives a status from 500, returns the stale
     * response, if there is one.
     */
    getOrRender: async (
      key: string,
      tags: readonly string[],
      headers: Record<string, unknown>,
      render: () => Promise<RenderedResponse>,
    ): Promise<CachedResponse> => {
      const rendered =
        getFresh(key) ??
        (await renderOnce(key, tags, headers, render).catch((error: unknown) => {
          const stale = entries.get(key)
          // an error below 500, such as `not-found`, is the answer
          if (!stale || (error instanceof AppError && error.status < 500)) throw error
          return stale
        }))
      const entry = rendered.status >= 500 ? (entries.get(key) ?? rendered) : rendered
      const outer = renderings.getStore()
      if (outer) {
        for (const tag of entry.tags) outer.tags.add(tag)
        outer.validUntil = Math.min(outer.validUntil, entry.validUntil)
      }
      return entry
    },
    send,
    /** Marks every response with one of these tags as stale, and removes it after an erasure. */
    invalidate: (tags: readonly string[]) => {
      invalidationCount++
      for (const tag of tags) invalidations.set(tag, { number: invalidationCount, time: Date.now() })
      // later requests must not wait for a response whose rendering began before the write
      pending.clear()
      const isErasure = tags.includes(erasureTag)
      if (isErasure) lastErasure = invalidationCount
      for (const [key, entry] of [...entries.entries()]) {
        if (!tags.some((tag) => entry.tags.has(tag))) continue
        entry.stale = true
        if (isErasure) entries.delete(key)
      }
    },
    /** Adds a tag to the response that is being rendered. */
    addTag: (tag: string) => {
      renderings.getStore()?.tags.add(tag)
    },
    /**
     * Limits how long the response that is being rendered, and those that are rendered from it, are fresh.
     */
    limitValidity: (until: Date) => {
      const rendering = renderings.getStore()
      if (rendering) rendering.validUntil = Math.min(rendering.validUntil, until.getTime())
    },
    /**
     * Returns how many replies were sent from memory before routing, how many were rendered, and how many are
     * in the cache.
     */
    getStats: () => ({ ...counts, entries: entries.size }),
    /** Returns whether a response is being rendered, for which further requests wait. */
    isPending: (key: string): boolean => pending.has(key),
    /** Returns whether a response is in the cache, fresh or stale. */
    has: (key: string): boolean => entries.has(key),
    /**
     * Returns true inside the rendering of a response, that is, for a request that this process sends to
     * itself.
     */
    isRendering: () => renderings.getStore() !== undefined,
  }
}
export type ResponseCache = ReturnType<typeof createResponseCache>

/**
 * Replies to a GET from the response cache, under `key` or the key of the request. Do not use it for callers
 * whose token lets them see more.
 */
export const sendCachedOrRenderedResponse = async (
  responseCache: ResponseCache,
  request: FastifyRequest,
  reply: FastifyReply,
  tags: readonly string[],
  render: () => Promise<RenderedResponse>,
  key = getCacheKey(request.raw),
) => {
  const entry = await responseCache.getOrRender(key, tags, reply.getHeaders(), render)
  reply.hijack()
  await responseCache.send(entry, request.raw, reply.raw)
}

/**
 * Replies to a GET with JSON from the response cache. Throws an `Error` when the route has a query parameter
 * that is not part of the cache key.
 */
export const sendCachedOrRenderedJson = (
  responseCache: ResponseCache,
  request: FastifyRequest,
  reply: FastifyReply,
  tags: readonly string[],
  readBody: () => Promise<object>,
) => {
  // without a schema, no parameter of the query has a meaning
  if (request.routeOptions.schema?.querystring) assertQueryInCacheKey(request.query)
  return sendCachedOrRenderedResponse(responseCache, request, reply, tags, async () => ({
    type: 'application/json; charset=utf-8',
    body: JSON.stringify(await readBody()),
  }))
}
