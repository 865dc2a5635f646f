import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import helmet from '@fastify/helmet'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  LogController,
  type RouteOptions,
} from 'fastify'
import {
  createJsonSchemaTransform,
  createJsonSchemaTransformObject,
  serializerCompiler,
  validatorCompiler,
  type ZodTypeProvider,
} from 'fastify-type-provider-zod'
import { createSessionFeature } from './accounts/session/wire-up.ts'
import type { Config } from './config.ts'
import type { Core, Deps } from './deps.ts'
import { createJudgeSessionService } from './event/judges/session-service.ts'
import { registerSignedInJsonCompression } from './platform/http/compression.ts'
import { logAndSendError, registerErrorHandler } from './platform/http/errors.ts'
import { createEventStreamFactory } from './platform/http/event-stream.ts'
import { createRequestGuards } from './platform/http/guards.ts'
import { parseNonEmptyQueryValues } from './platform/http/query-string.ts'
import { registerRateLimit } from './platform/http/rate-limit.ts'
import { registerBodyParsers, registerBodyTimeoutAfterReply } from './platform/http/request-bodies.ts'
import { pickTraceParentField, registerRequestLog } from './platform/http/request-log.ts'
import { createResponseCache, type ResponseCache } from './platform/http/response-cache.ts'
import { registerStaticFilesAndPages } from './platform/http/serve-pages.ts'
import { createRateLimitedSessionLookup } from './platform/http/session-lookup.ts'
import { registerUnknownFieldCheckForPrograms } from './platform/http/unknown-fields.ts'
import { AppError } from './platform/lib/app-error.ts'
import { allTags } from './platform/lib/cache-invalidation.ts'
import { registerRequestCounter } from './platform/monitoring/http.ts'
import { createMetrics } from './platform/monitoring/metrics.ts'
import { createReadOnlyModeGuard } from './platform/settings/read-only-mode.ts'
import { createRoutePlugins } from './routes.ts'

/**
 * Options of `buildApp`. `pages` is the source of the pages: the build, the sources (development), or none
 * (tests of the API).
 */
export type AppOptions = Core & {
  logger: FastifyBaseLogger | false
  root: string
  pages: 'built' | 'live' | 'none'
  /**
   * The delay of the event loop in milliseconds above which requests are rejected as `overloaded`; 0 disables
   * the check.
   */
  maxEventLoopDelay?: number
  /** Aborted when the process will stop soon: from then on it is not ready. */
  stopping?: AbortSignal
  /** Lowers the rate limits of all routes to this number, for tests. */
  highestRateLimit?: number
  /** Called with every route, for tests that check all routes. */
  onRoute?: (route: RouteOptions) => void
}

/**
 * A form with images may take minutes on a slow phone. An idle connection stays open longer than balancers
 * use it again (60 s), or they would send requests on connections that are just being closed. Event streams
 * have a limit of their own, which is lower than that of connections.
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
      querystringParser: parseNonEmptyQueryValues,
    },
    exposeHeadRoutes: false,
    bodyLimit: 1024 * 1024,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    trustProxy: core.config.TRUST_PROXY,
    genReqId: () => randomUUID(),
    childLoggerFactory: (log, bindings, options, request) =>
      log.child({ ...bindings, ...pickTraceParentField(request.headers) }, options),
    // handles URLs that cannot be parsed, for which no hook runs
    frameworkErrors: logAndSendError,
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

  const eventStreams = createEventStreamFactory(app)
  const metrics = core.config.METRICS_TOKEN
    ? createMetrics({ ...core, responseCache, countStreams: eventStreams.count })
    : undefined
  registerRequestLog(app, responseCache.isRendering)
  if (metrics) registerRequestCounter(app, metrics, responseCache.isRendering)
  registerBodyTimeoutAfterReply(app)
  registerErrorHandler(app)
  registerNoindexHeader(app)
  registerSignedInJsonCompression(app)
  app.setNotFoundHandler((request, reply) => logAndSendError(new AppError('no-such-page'), request, reply))
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    crossOriginEmbedderPolicy: false,
    strictTransportSecurity: core.config.SITE_URL.startsWith('https:')
      ? { maxAge: 31_536_000, includeSubDomains: true }
      : false,
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  })
  const account = createSessionFeature(core)
  const userSessions = createRateLimitedSessionLookup(account.findAuthenticatedUser)
  const judgeSessionService = createJudgeSessionService(core)
  const judgeSessions = createRateLimitedSessionLookup(judgeSessionService.findJudge)
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
  if (maxEventLoopDelay > 0) registerEventLoopLimit(app, responseCache, maxEventLoopDelay)
  await registerBodyParsers(app, core.config.DATA_DIR)
  registerUnknownFieldCheckForPrograms(app)
  await registerOpenApi(app, core.config)

  const { assertSiteWritable, unsubscribe } = await createReadOnlyModeGuard(core, app.log)
  app.addHook('onClose', async () => unsubscribe())
  const guards = createRequestGuards(core.database.db, userSessions, assertSiteWritable)
  const deps: Deps = { ...core, responseCache, guards }
  const plugins = createRoutePlugins(deps, {
    root,
    eventStreams,
    judgeSessionService,
    judgeSessions,
    metrics,
    stopping,
    log: app.log,
  })
  for (const plugin of [account.routes(deps), ...plugins]) await app.register(plugin)
  // an unknown path under /api counts for the rate limit and is never rendered as a page
  app.all('/api/*', { schema: { hide: true } }, async (request, reply) =>
    logAndSendError(new AppError('no-such-page'), request, reply),
  )
  await registerStaticFilesAndPages(app, { deps, root, from: pages })
  return app
}

/** Milliseconds between two measurements of the delay of the event loop. */
const delayInterval = 500

/**
 * Replies with `overloaded` while the event loop is delayed by more than `maxDelay` milliseconds, and with the stale
 * response where the cache has one. The delay is how late the last measurement was. Requests that this process
 * sends to itself are accepted, because a page is half rendered then.
 */
const registerEventLoopLimit = (app: FastifyInstance, responseCache: ResponseCache, maxDelay: number) => {
  let delay = 0
  let measuredAt = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    delay = now - measuredAt - delayInterval
    measuredAt = now
  }, delayInterval).unref()
  app.addHook('onClose', async () => clearInterval(timer))
  app.addHook('onRequest', async (request, reply) => {
    if (delay <= maxDelay || responseCache.isRendering()) return
    if (!responseCache.sendIfCached(request.raw, reply.raw, { mayBeStale: true }))
      throw new AppError('overloaded')
    return reply.hijack()
  })
}

/**
 * Addresses that search engines must not index: the API, pages of the account, the back office, displays and
 * judges, and the sign-in with a token.
 */
const unlistedAddresses =
  /^\/(?:login\/?\?(?:.*&)?token\b|(?:api|admin|account|payment|confirm-email|forgot-password|reset-password|unsubscribe|guardian|verify\/[^/?]+|judge|healthz|readyz|metrics|events\/[^/?]+\/display)(?:[/?]|$))/

/**
 * Sends `X-Robots-Tag: noindex` for these addresses. The header also covers replies that have no meta tag,
 * such as JSON.
 */
const registerNoindexHeader = (app: FastifyInstance) => {
  app.addHook('onRequest', (request, reply, done) => {
    if (unlistedAddresses.test(request.url)) reply.header('x-robots-tag', 'noindex')
    done()
  })
}

const zodToJsonConfig = { unrepresentable: 'any' as const }

/** The documentation pages run their own scripts only; their icons have inline styles. */
const documentationPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

/**
 * Serves the OpenAPI 3.1 description of every route, generated from the schemas: `/api/openapi.json`, with
 * documentation at `/api/docs`. Register it before the routes.
 */
const registerOpenApi = async (app: FastifyInstance, config: Config) => {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Botola', version: '1', description: 'The published calls of the Botola platform.' },
      servers: [{ url: config.SITE_URL }],
      components: { securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'Authorization' } } },
    },
    transform: createJsonSchemaTransform({ zodToJsonConfig }),
    transformObject: createJsonSchemaTransformObject({ zodToJsonConfig }),
  })
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger())
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: true,
    transformStaticCSP: () => documentationPolicy,
  })
}
