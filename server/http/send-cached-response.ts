import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RenderedResponse, ResponseCache } from './response-cache.ts'

/** Replies to a GET from the response cache. Do not use it for callers whose token lets them see more. */
export const sendCachedResponse = async (
  responseCache: ResponseCache,
  request: FastifyRequest,
  reply: FastifyReply,
  tags: readonly string[],
  render: () => Promise<RenderedResponse>,
) => {
  const entry = await responseCache.getOrRender(request.raw, tags, reply.getHeaders(), render)
  reply.hijack()
  responseCache.send(entry, request.raw, reply.raw)
}

/** Replies to a GET with JSON from the response cache. */
export const sendCachedJson = (
  responseCache: ResponseCache,
  request: FastifyRequest,
  reply: FastifyReply,
  tags: readonly string[],
  readBody: () => Promise<object>,
) =>
  sendCachedResponse(responseCache, request, reply, tags, async () => ({
    type: 'application/json; charset=utf-8',
    body: JSON.stringify(await readBody()),
  }))
