import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'

/** The number of calls of a route per minute and address, where the route has no limit of its own. */
export const defaultCallsPerMinute = 1200

const noCounts = { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false }

/**
 * Limits the API calls per IP address (per /64 network for IPv6). `config.rateLimit` of a route replaces the default limit. The limit depends on the matched
 * route, so another spelling of a URL does not avoid it. The hook runs before all guards, so calls that a guard rejects are counted, too. Files and pages
 * from the response cache are not limited, because a whole school may use one address. Calls that this process makes while it renders a page (`isInProcess`) are not counted.
 * `highestMax` lowers all limits, for tests.
 */
export const registerRateLimit = async (app: FastifyInstance, isInProcess: () => boolean, highestMax = Number.POSITIVE_INFINITY) => {
  const lowerMax = (max: number) => Math.min(max, highestMax)
  await app.register(rateLimit, {
    global: false,
    max: lowerMax(defaultCallsPerMinute),
    timeWindow: '1 minute',
    ipv6Subnet: 64,
    allowList: isInProcess,
    // a cached response must not have the count of the client for whom it was rendered
    addHeaders: noCounts,
    addHeadersOnExceeding: noCounts,
  })
  const defaultLimiter = app.rateLimit()
  const routeLimiters = new Map<string, typeof defaultLimiter>()
  app.addHook('onRoute', ({ method, url, config }) => {
    if (!config?.rateLimit) return
    const { max } = config.rateLimit
    const limiter = app.rateLimit({ ...config.rateLimit, ...(typeof max === 'number' ? { max: lowerMax(max) } : {}) })
    for (const each of [method].flat()) routeLimiters.set(`${each} ${url}`, limiter)
  })
  app.addHook('onRequest', async (request, reply) => {
    const { url } = request.routeOptions
    const limiter = routeLimiters.get(`${request.method} ${url}`) ?? (url?.startsWith('/api/') ? defaultLimiter : undefined)
    // it marks the request as counted, so the hook that the plugin adds behind the guards of a route with `config.rateLimit` does nothing
    await limiter?.call(app, request, reply)
  })
}
