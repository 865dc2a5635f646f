import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import helmet from '@fastify/helmet'
import underPressure from '@fastify/under-pressure'
import Fastify, { type FastifyBaseLogger, LogController, type RouteOptions } from 'fastify'
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import type { Core, Deps } from '#server/deps.ts'
import { createJudgeSessionService } from '#server/features/judges/session-service.ts'
import { createMetrics } from '#server/features/monitoring/metrics.ts'
import { createSessionFeature } from '#server/features/session/wire-up.ts'
import { registerErrorHandler, sendError } from '#server/http/errors.ts'
import { createEventStreams } from '#server/http/event-stream.ts'
import { createGuards } from '#server/http/guards.ts'
import { registerBodyParsers } from '#server/http/multipart.ts'
import { registerNoindexHeader } from '#server/http/noindex-header.ts'
import { registerOpenApi } from '#server/http/openapi.ts'
import { registerRateLimit } from '#server/http/rate-limit.ts'
import { pickTraceParent, registerRequestLog } from '#server/http/request-log.ts'
import { createResponseCache } from '#server/http/response-cache.ts'
import { registerPages } from '#server/http/serve-pages.ts'
import { createSessionLookup } from '#server/http/session-lookup.ts'
import { rejectUnknownFields } from '#server/http/unknown-fields.ts'
import { registerUnreadBodyTimeout } from '#server/http/unread-bodies.ts'
import { AppError } from '#server/lib/app-error.ts'
import { allTags } from '#server/lib/cache-invalidation.ts'
import { listRoutePlugins } from '#server/routes.ts'
import { registerRequestCounter } from './features/monitoring/http.ts'
import { parseQuerystring } from './http/query-dispatch.ts'

/** Options of `buildApp`. `pages` is the source of the pages: the build, the sources (development), or none (tests of the API). */
export type AppOptions = Core & {
  logger: FastifyBaseLogger | false
  root: string
  pages: 'built' | 'live' | 'none'
  /** The delay of the event loop in milliseconds above which requests are rejected as `overloaded`; 0 disables the check. */
  maxEventLoopDelay?: number
  /** Aborted when the process will stop soon: from then on it is not ready. */
  stopping?: AbortSignal
  /** Lowers the rate limits of all routes to this number, for tests. */
  highestRateLimit?: number
  /** Called with every route, for tests that check all routes. */
  onRoute?: (route: RouteOptions) => void
}

/**
 * A form with pictures may take minutes on a slow phone. An idle connection stays open longer than balancers use it again (60 s), or they would send requests on
 * connections that are just being closed. Event streams have a limit of their own, which is lower than that of connections.
 */
const connectionLimits = { requestTimeout: 300_000, keepAliveTimeout: 72_000, connections: 12_000 }

/** Builds the server and registers every route, in order. */
export const buildApp = async ({
  logger,
  root,
  pages,
  maxEventLoopDelay = 5000,
  highestRateLimit,
  stopping,
  onRoute,
  ...core
}: AppOptions) => {
  const responseCache = createResponseCache({ replicaLag: core.config.DATABASE_READ_URL ? 10_000 : 0 })
  const { requestTimeout, keepAliveTimeout } = connectionLimits
  const app = Fastify({
    ...(logger ? { loggerInstance: logger } : { logger: false }),
    routerOptions: {
      ignoreTrailingSlash: true,
      ignoreDuplicateSlashes: false,
      maxParamLength: 200,
      querystringParser: parseQuerystring,
    },
    exposeHeadRoutes: false,
    bodyLimit: 1024 * 1024,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    trustProxy: core.config.TRUST_PROXY,
    genReqId: () => randomUUID(),
    childLoggerFactory: (log, bindings, options, request) => log.child({ ...bindings, ...pickTraceParent(request.headers) }, options),
    // handles URLs that cannot be parsed, for which no hook runs
    frameworkErrors: sendError,
    logController: new LogController({ disableRequestLogging: true }),
    serverFactory: (route) =>
      createServer({ requestTimeout, keepAliveTimeout }, (request, response) => {
        if (!responseCache.sendIfCached(request, response)) route(request, response)
      }),
  }).withTypeProvider<ZodTypeProvider>()
  app.server.maxConnections = connectionLimits.connections
  if (onRoute) app.addHook('onRoute', onRoute)
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  core.invalidator.subscribe((tags) => responseCache.invalidate(tags))
  // A write whose connection was lost during its commit may be stored, without an invalidation of its own.
  core.database.onConnectionLost(() => void core.invalidator.invalidate(allTags))

  const eventStreams = createEventStreams(app)
  const metrics = core.config.METRICS_TOKEN ? createMetrics({ ...core, responseCache, countStreams: eventStreams.count }) : undefined
  registerRequestLog(app, responseCache.isRendering)
  if (metrics) registerRequestCounter(app, metrics, responseCache.isRendering)
  registerUnreadBodyTimeout(app)
  registerErrorHandler(app)
  registerNoindexHeader(app)
  app.setNotFoundHandler((request, reply) => sendError(new AppError('no-such-page'), request, reply))
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    crossOriginEmbedderPolicy: false,
    strictTransportSecurity: core.config.SITE_URL.startsWith('https:') ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  })
  const account = createSessionFeature(core)
  const userSessions = createSessionLookup(account.findAuthenticatedUser)
  const judgeSessionService = createJudgeSessionService(core)
  const judgeSessions = createSessionLookup(judgeSessionService.findJudge)
  await registerRateLimit(app, {
    isInProcess: responseCache.isRendering,
    sessions: {
      visitor: userSessions.findRateLimitKey,
      user: userSessions.findRateLimitKey,
      admin: userSessions.findRateLimitKey,
      judge: judgeSessions.findRateLimitKey,
    },
    highestMax: highestRateLimit,
  })
  await app.register(underPressure, { maxEventLoopDelay, message: 'overloaded', retryAfter: 5 })
  await registerBodyParsers(app, core.config.DATA_DIR)
  rejectUnknownFields(app)
  await registerOpenApi(app, core.config)

  const deps: Deps = { ...core, responseCache, guards: createGuards(userSessions) }
  const plugins = listRoutePlugins(deps, { root, eventStreams, judgeSessionService, judgeSessions, metrics, stopping, log: app.log })
  for (const plugin of [account.routes(deps), ...plugins]) await app.register(plugin)
  // an unknown path under /api counts for the rate limit and is never rendered as a page
  app.all('/api/*', { schema: { hide: true } }, async (request, reply) => sendError(new AppError('no-such-page'), request, reply))
  await registerPages(app, { deps, root, from: pages })
  return app
}
