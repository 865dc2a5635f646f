import type { FastifyReply, FastifyRequest } from 'fastify'
import { assertQueryInCacheKey, getCacheKey } from './cache-key.ts'
import type { RenderedResponse, ResponseCache } from './response-cache.ts'

/** Replies to a GET from the response cache, under `key` or the key of the request. Do not use it for callers whose token lets them see more. */
export const sendCachedResponse = async (
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

/** Replies to a GET with JSON from the response cache. Throws an `Error` when the route has a query parameter that is not part of the cache key. */
export const sendCachedJson = (
  responseCache: ResponseCache,
  request: FastifyRequest,
  reply: FastifyReply,
  tags: readonly string[],
  readBody: () => Promise<object>,
) => {
  assertQueryInCacheKey(request.query)
  return sendCachedResponse(responseCache, request, reply, tags, async () => ({
    type: 'application/json; charset=utf-8',
    body: JSON.stringify(await readBody()),
  }))
}
