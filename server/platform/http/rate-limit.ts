import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest, preHandlerAsyncHookHandler } from 'fastify'
import type { Audience } from '#contract/platform/define-calls.ts'
import { getAddressRateLimitKey, parseClientAddress } from './client-address.ts'
import { logAndSendError, toAppError } from './errors.ts'

/** The number of calls of a route per minute and caller, where the route has no limit of its own. */
export const defaultCallsPerMinute = 1200

const noCounts = { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false }

/**
 * Returns the key under which the calls of the session of a request are counted; undefined for a caller
 * without one.
 */
type FindRateLimitKey = (request: FastifyRequest) => Promise<string | undefined>
type RateLimitOptions = {
  /** Whether this process makes the call itself, while it renders a page: it is not counted. */
  isInProcess: () => boolean
  /**
   * The sessions of the callers of a route: signed-in people and judges are counted by session, everybody
   * else by address.
   */
  sessions?: Partial<Record<Audience, FindRateLimitKey>>
  /** Lowers all limits to this number, for tests. */
  highestMax?: number | undefined
}

/**
 * Limits the API calls of each route: by session for signed-in people and judges, by IP address (/64 network
 * for IPv6) for visitors and unknown tokens. `config.rateLimit` of a route replaces the default limit; on a
 * route for visitors it counts everyone by address. The limit depends on the matched route, so another
 * spelling of a URL does not avoid it. The hook runs before all guards, so calls that a guard rejects are
 * counted, too. A route with `config.errorLimit` counts only calls that it rejects, so a right code or link
 * always gets through. Files and pages from the response cache are not limited, because a whole school may
 * use one address.
 */
export const registerRateLimit = async (
  app: FastifyInstance,
  { isInProcess, sessions = {}, highestMax = Number.POSITIVE_INFINITY }: RateLimitOptions,
) => {
  const lowerMax = (max: number) => Math.min(max, highestMax)
  await app.register(rateLimit, {
    global: false,
    timeWindow: '1 minute',
    keyGenerator: async (request) => {
      const { for: audience = 'visitor', rateLimit: ownLimit, errorLimit } = request.routeOptions.config
      // the limits of forms and of wrong links count every caller at an address together
      const isByAddress = audience === 'visitor' && (ownLimit || errorLimit)
      const sessionKey = isByAddress ? undefined : await sessions[audience]?.(request)
      return sessionKey ?? `address ${getAddressRateLimitKey(request.ip)}`
    },
    allowList: isInProcess,
    // a cached response must not have the count of the client for whom it was rendered
    addHeaders: noCounts,
    addHeadersOnExceeding: noCounts,
  })
  const limiters = new Map<string, preHandlerAsyncHookHandler>()
  app.addHook('onRoute', (route) => {
    const { method, url, config = {} } = route
    const { rateLimit = url.startsWith('/api/') ? { max: defaultCallsPerMinute } : undefined, errorLimit } =
      config
    const limit = errorLimit ?? rateLimit
    if (!limit) return
    const { max } = limit
    const limiter = app.rateLimit({ ...limit, ...(typeof max === 'number' ? { max: lowerMax(max) } : {}) })
    if (errorLimit)
      route.errorHandler = async (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
        const { status, fields } = toAppError(error)
        // the link was right: only the text that it agrees to is an old one
        const isOfRightLink = fields.some(({ code }) => code === 'consent-outdated')
        if (status >= 500 || isOfRightLink) return logAndSendError(error, request, reply)
        const exceeded: unknown = await limiter.call(app, request, reply).catch((tooMany: unknown) => tooMany)
        return logAndSendError(exceeded ?? error, request, reply)
      }
    else for (const each of [method].flat()) limiters.set(`${each} ${url}`, limiter)
  })
  let hasWarned = false
  app.addHook('onRequest', async (request, reply) => {
    // without its connection a request has no address
    if (!hasWarned && request.ip && parseClientAddress(request.ip) === undefined) {
      hasWarned = true
      request.log.warn('X-Forwarded-For has a client address that is none: such clients share one rate limit')
    }
    // it marks the request as counted, so the hook that the plugin adds behind the guards of a route with
    // `config.rateLimit` does nothing
    await limiters.get(`${request.method} ${request.routeOptions.url}`)?.call(app, request, reply)
  })
}
