import type { FastifyInstance } from 'fastify'
import { AppError } from '#server/platform/lib/app-error.ts'
import type { ResponseCache } from './response-cache.ts'

/** Milliseconds between two measurements. */
const interval = 500

/**
 * Replies with `overloaded` while the event loop is delayed by more than `maxDelay` milliseconds, and with the stale
 * response where the cache has one. The delay is how late the last measurement was. Requests that this process
 * sends to itself are accepted, because a page is half rendered then.
 */
export const registerEventLoopLimit = (
  app: FastifyInstance,
  responseCache: ResponseCache,
  maxDelay: number,
): void => {
  let delay = 0
  let measuredAt = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    delay = now - measuredAt - interval
    measuredAt = now
  }, interval).unref()
  app.addHook('onClose', async () => clearInterval(timer))
  app.addHook('onRequest', async (request, reply) => {
    if (delay <= maxDelay || responseCache.isRendering()) return
    if (!responseCache.sendIfCached(request.raw, reply.raw, { mayBeStale: true }))
      throw new AppError('overloaded')
    return reply.hijack()
  })
}
