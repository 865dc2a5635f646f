import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import helmet from '@fastify/helmet'
import underPressure from '@fastify/under-pressure'
import Fastify, { type FastifyBaseLogger, LogController, type RouteOptions } from 'fastify'
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import type { Core, Deps } from '#server/deps.ts'
import { newsPreferenceAccountRoutes } from '#server/features/announcements/http.account.ts'
import { announcementsAdminRoutes } from '#server/features/announcements/http.admin.ts'
import { unsubscribePublicRoutes } from '#server/features/announcements/http.public.ts'
import { auditAdminRoutes } from '#server/features/audit/http.admin.ts'
import { certificatesAccountRoutes, certificatesAdminRoutes, certificatesPublicRoutes } from '#server/features/certificates/http.ts'
import { competitionsAdminRoutes } from '#server/features/competitions/http.admin.ts'
import { competitionsPublicRoutes } from '#server/features/competitions/http.public.ts'
import { continentsAdminRoutes } from '#server/features/continents/http.admin.ts'
import { continentsPublicRoutes } from '#server/features/continents/http.public.ts'
import { dashboardAdminRoutes } from '#server/features/dashboard/http.admin.ts'
import { registrantsAdminRoutes } from '#server/features/downloads/http.admin.ts'
import { downloadsPublicRoutes } from '#server/features/downloads/http.public.ts'
import { eventsAdminRoutes } from '#server/features/events/http.admin.ts'
import { eventCalendarRoutes } from '#server/features/events/http.calendar.ts'
import { eventsPublicRoutes } from '#server/features/events/http.public.ts'
import { faqsAdminRoutes } from '#server/features/faqs/http.admin.ts'
import { faqsImportRoutes } from '#server/features/faqs/http.admin-import.ts'
import { faqsPublicRoutes } from '#server/features/faqs/http.public.ts'
import { guardianAccountRoutes } from '#server/features/guardian-confirmations/http.account.ts'
import { guardianAdminRoutes } from '#server/features/guardian-confirmations/http.admin.ts'
import { guardianPublicRoutes } from '#server/features/guardian-confirmations/http.public.ts'
import { importsAdminRoutes } from '#server/features/imports/http.admin.ts'
import { judgesAdminRoutes } from '#server/features/judges/http.admin.ts'
import { sheetReviewAdminRoutes } from '#server/features/judges/http.admin-reviews.ts'
import { judgeRoutes } from '#server/features/judges/http.judge.ts'
import { createJudgeSessionService } from '#server/features/judges/session-service.ts'
import { siteMediaAdminRoutes } from '#server/features/media/http.admin.ts'
import { messagesAdminRoutes } from '#server/features/messages/http.admin.ts'
import { messagesPublicRoutes } from '#server/features/messages/http.public.ts'
import { statusAdminRoutes } from '#server/features/monitoring/http.admin.ts'
import { monitoringPublicRoutes, registerRequestCounter } from '#server/features/monitoring/http.public.ts'
import { createMetrics } from '#server/features/monitoring/metrics.ts'
import { organizersAdminRoutes } from '#server/features/organizers/http.admin.ts'
import { organizersPublicRoutes } from '#server/features/organizers/http.public.ts'
import { partnersAdminRoutes } from '#server/features/partners/http.admin.ts'
import { partnersPublicRoutes } from '#server/features/partners/http.public.ts'
import { paymentsAccountRoutes } from '#server/features/payments/http.account.ts'
import { paymentModeAdminRoutes, paymentsAdminRoutes } from '#server/features/payments/http.admin.ts'
import { demoPaymentsPublicRoutes } from '#server/features/payments/http.demo.ts'
import { paymentsGatewayRoutes } from '#server/features/payments/http.gateway.ts'
import { privacyRoutes } from '#server/features/privacy/wire-up.ts'
import { protestsAccountRoutes } from '#server/features/protests/http.account.ts'
import { protestsAdminRoutes } from '#server/features/protests/http.admin.ts'
import { regionsAdminRoutes } from '#server/features/regions/http.admin.ts'
import { regionsPublicRoutes } from '#server/features/regions/http.public.ts'
import { registrationPublicRoutes } from '#server/features/registration/http.public.ts'
import { resultsAdminRoutes } from '#server/features/results/http.admin.ts'
import { advanceAdminRoutes } from '#server/features/results/http.admin-advance.ts'
import { publishResultsAdminRoutes } from '#server/features/results/http.admin-publish.ts'
import { resultsPublicRoutes } from '#server/features/results/http.public.ts'
import { scheduleAdminRoutes } from '#server/features/schedule/http.admin.ts'
import { schedulePublicRoutes } from '#server/features/schedule/http.public.ts'
import { scoreLogAdminRoutes } from '#server/features/score-log/http.admin.ts'
import { scoreLogPublicRoutes } from '#server/features/score-log/http.public.ts'
import { scoresAdminRoutes } from '#server/features/scores/http.admin.ts'
import { scoresImportRoutes } from '#server/features/scores/http.admin-import.ts'
import { simulatorKeysAdminRoutes } from '#server/features/scores/http.admin-keys.ts'
import { ruleSetAdminRoutes } from '#server/features/scores/http.admin-rule-sets.ts'
import { scoresPublicRoutes } from '#server/features/scores/http.public.ts'
import { scoresSimulatorRoutes } from '#server/features/scores/http.simulator.ts'
import { seasonRecordsAccountRoutes } from '#server/features/seasons/http.account.ts'
import { seasonsAdminRoutes } from '#server/features/seasons/http.admin.ts'
import { seoPublicRoutes } from '#server/features/seo/http.public.ts'
import { createSessionFeature } from '#server/features/session/wire-up.ts'
import { settingsAdminRoutes } from '#server/features/settings/http.admin.ts'
import { settingsPublicRoutes } from '#server/features/settings/http.public.ts'
import { sharePictureRoutes } from '#server/features/share-pictures/http.public.ts'
import { teamsAccountRoutes } from '#server/features/teams/http.account.ts'
import { teamsAdminRoutes } from '#server/features/teams/http.admin.ts'
import { teamsImportRoutes } from '#server/features/teams/http.admin-import.ts'
import { teamLeaveAdminRoutes } from '#server/features/teams/http.admin-leave.ts'
import { teamPeopleAdminRoutes } from '#server/features/teams/http.admin-people.ts'
import { teamPictureRoutes } from '#server/features/teams/http.pictures.ts'
import { uploadsPublicRoutes } from '#server/features/uploads/http.public.ts'
import { usersAdminRoutes } from '#server/features/users/http.admin.ts'
import { usersImportRoutes } from '#server/features/users/http.admin-import.ts'
import { registerErrorHandler, sendError } from '#server/http/errors.ts'
import { createEventStreams } from '#server/http/event-stream.ts'
import { createGuards } from '#server/http/guards.ts'
import { registerBodyParsers } from '#server/http/multipart.ts'
import { registerNoindexHeader } from '#server/http/noindex-header.ts'
import { registerOpenApi } from '#server/http/openapi.ts'
import { parseQuerystring } from '#server/http/parse-query.ts'
import { registerRateLimit } from '#server/http/rate-limit.ts'
import { registerRequestLog } from '#server/http/request-log.ts'
import { createResponseCache } from '#server/http/response-cache.ts'
import { registerPages } from '#server/http/serve-pages.ts'
import { createSessionLookup } from '#server/http/session-lookup.ts'
import { rejectUnknownFields } from '#server/http/unknown-fields.ts'
import { registerUnreadBodyTimeout } from '#server/http/unread-bodies.ts'
import { createRecurringJobs } from '#server/jobs.ts'
import { AppError } from '#server/lib/app-error.ts'
import { allTags } from '#server/lib/cache-invalidation.ts'

/** Options of `buildApp`. `pages` is the source of the pages: the build, the sources (development), or none (tests of the API). */
export type AppOptions = Core & {
  logger: FastifyBaseLogger | false
  root: string
  pages: 'built' | 'live' | 'none'
  /** The delay of the event loop in milliseconds above which requests are rejected as `overloaded`; 0 disables the check. */
  maxEventLoopDelay?: number
  /** Lowers the rate limits of all routes to this number, for tests. */
  highestRateLimit?: number
  /** Called with every route, for tests that check all routes. */
  onRoute?: (route: RouteOptions) => void
}

/** A form with pictures may take minutes on a slow phone. Event streams have a limit of their own, which is lower. */
const connectionLimits = { requestTimeoutMs: 300_000, connections: 12_000 }

/** Builds the server and registers every route, in order. */
export const buildApp = async ({ logger, root, pages, maxEventLoopDelay = 5000, highestRateLimit, onRoute, ...core }: AppOptions) => {
  const responseCache = createResponseCache({ replicaLag: core.config.DATABASE_READ_URL ? 10_000 : 0 })
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
    requestTimeout: connectionLimits.requestTimeoutMs,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    trustProxy: core.config.TRUST_PROXY,
    genReqId: () => randomUUID(),
    // handles URLs that cannot be parsed, for which no hook runs
    frameworkErrors: sendError,
    logController: new LogController({ disableRequestLogging: true }),
    serverFactory: (route) =>
      createServer((request, response) => {
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
  await app.register(account.routes(deps))
  await app.register(uploadsPublicRoutes(deps))
  await app.register(eventsPublicRoutes(deps))
  await app.register(eventCalendarRoutes(deps))
  await app.register(sharePictureRoutes(deps, root))
  await app.register(eventsAdminRoutes(deps))
  await app.register(scoresPublicRoutes(deps, eventStreams))
  await app.register(scoresAdminRoutes(deps))
  await app.register(resultsPublicRoutes(deps, eventStreams))
  await app.register(resultsAdminRoutes(deps))
  await app.register(publishResultsAdminRoutes(deps))
  await app.register(advanceAdminRoutes(deps))
  await app.register(certificatesPublicRoutes(deps))
  await app.register(certificatesAdminRoutes(deps))
  await app.register(certificatesAccountRoutes(deps))
  await app.register(scoresImportRoutes(deps))
  await app.register(simulatorKeysAdminRoutes(deps))
  await app.register(scoreLogPublicRoutes(deps))
  await app.register(scoreLogAdminRoutes(deps))
  await app.register(ruleSetAdminRoutes(deps))
  await app.register(scoresSimulatorRoutes(deps))
  await app.register(judgesAdminRoutes(deps))
  await app.register(sheetReviewAdminRoutes(deps))
  await app.register(judgeRoutes(deps, judgeSessionService, judgeSessions))
  await app.register(schedulePublicRoutes(deps))
  await app.register(scheduleAdminRoutes(deps))
  await app.register(protestsAccountRoutes(deps))
  await app.register(protestsAdminRoutes(deps))
  await app.register(continentsPublicRoutes(deps))
  await app.register(continentsAdminRoutes(deps))
  await app.register(faqsPublicRoutes(deps))
  await app.register(faqsAdminRoutes(deps))
  await app.register(faqsImportRoutes(deps))
  await app.register(importsAdminRoutes(deps))
  await app.register(organizersPublicRoutes(deps))
  await app.register(organizersAdminRoutes(deps))
  await app.register(partnersPublicRoutes(deps))
  await app.register(partnersAdminRoutes(deps))
  await app.register(regionsPublicRoutes(deps))
  await app.register(regionsAdminRoutes(deps))
  await app.register(settingsPublicRoutes(deps))
  await app.register(settingsAdminRoutes(deps))
  await app.register(siteMediaAdminRoutes(deps))
  await app.register(downloadsPublicRoutes(deps))
  await app.register(registrantsAdminRoutes(deps))
  await app.register(messagesPublicRoutes(deps))
  await app.register(messagesAdminRoutes(deps))
  await app.register(announcementsAdminRoutes(deps))
  await app.register(newsPreferenceAccountRoutes(deps))
  await app.register(unsubscribePublicRoutes(deps))
  await app.register(dashboardAdminRoutes(deps))
  await app.register(usersAdminRoutes(deps))
  await app.register(competitionsPublicRoutes(deps))
  await app.register(competitionsAdminRoutes(deps))
  await app.register(teamsAdminRoutes(deps))
  await app.register(teamsImportRoutes(deps))
  await app.register(teamPeopleAdminRoutes(deps))
  await app.register(teamsAccountRoutes(deps))
  await app.register(teamLeaveAdminRoutes(deps))
  await app.register(guardianPublicRoutes(deps))
  await app.register(guardianAccountRoutes(deps))
  await app.register(guardianAdminRoutes(deps))
  await app.register(teamPictureRoutes(deps))
  await app.register(seasonRecordsAccountRoutes(deps))
  await app.register(seasonsAdminRoutes(deps))
  await app.register(usersImportRoutes(deps))
  await app.register(registrationPublicRoutes(deps))
  await app.register(privacyRoutes(deps))
  await app.register(auditAdminRoutes(deps))
  await app.register(statusAdminRoutes(deps, createRecurringJobs(core, app.log)))
  await app.register(paymentsAccountRoutes(deps))
  await app.register(paymentsGatewayRoutes(deps))
  await app.register(demoPaymentsPublicRoutes(deps))
  await app.register(paymentModeAdminRoutes(deps))
  await app.register(paymentsAdminRoutes(deps))
  await app.register(seoPublicRoutes(deps))
  await app.register(monitoringPublicRoutes(core, { root, metrics }))
  // an unknown path under /api counts for the rate limit and is never rendered as a page
  app.all('/api/*', { schema: { hide: true } }, async (request, reply) => sendError(new AppError('no-such-page'), request, reply))
  await registerPages(app, { deps, root, from: pages })
  return app
}
