import type { Deps } from '#server/deps.ts'
import { createCallsPlugin } from '#server/platform/http/implement-calls.ts'
import { buildSuccessReply } from '#server/platform/http/reply.ts'
import { sendCachedOrRenderedJson } from '#server/platform/http/response-cache.ts'
import { createScoreLogService } from './service.ts'
import { createEndedEventPastRankingService } from './time-machine.ts'

/** Registers the calls that return the ranking of a past event at an earlier time to visitors. */
export const createPastRankingPublicRoutes = (deps: Deps) =>
  createCallsPlugin(deps, (implement) => {
    const { database, responseCache } = deps
    const pastRankings = createEndedEventPastRankingService(deps)
    const { readDb } = database
    const addScoreTag = ({ eventId, ...body }: { eventId: string }) => {
      responseCache.addTag(`scores:${eventId}`)
      return { success: true, ...body }
    }

    implement('GET /api/v1/events/scores/:eventId/timeline', (request, reply) =>
      sendCachedOrRenderedJson(responseCache, request, reply, ['events', 'settings'], async () =>
        addScoreTag(await pastRankings.getTimeline(readDb, request.params.eventId)),
      ),
    )

    implement('GET /api/v1/events/scores/:eventId/at', (request, reply) =>
      sendCachedOrRenderedJson(responseCache, request, reply, ['events', 'settings'], async () =>
        addScoreTag(await pastRankings.getRanking(readDb, request.params.eventId, request.query.time)),
      ),
    )
  })

/** Registers the calls of the back office about the score log of an event. */
export const createScoreLogAdminRoutes = (deps: Deps) =>
  createCallsPlugin(deps, (implement) => {
    const service = createScoreLogService(deps.database)

    implement('GET /api/admin/events/:eventId/score-log', async ({ params, query }) =>
      buildSuccessReply(await service.getPage(params.eventId, { page: query.page, perPage: query.per_page })),
    )

    implement('GET /api/admin/events/:eventId/score-log/check', async ({ params }) =>
      buildSuccessReply({ check: await service.check(params.eventId) }),
    )
  })
