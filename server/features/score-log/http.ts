import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import {
  scoreLogCheckResponse,
  scoreLogParams,
  scoreLogQuery,
  scoreLogResponse,
} from '#contract/score-log.schema.ts'
import {
  timelineQuery,
  timelineResponse,
  timeMachineParams,
  timeMachineQuery,
  timeMachineResponse,
} from '#contract/time-machine.schema.ts'
import type { Deps } from '#server/deps.ts'
import { createAdminRoutes } from '#server/http/guards.ts'
import { buildSuccessReply } from '#server/http/reply.ts'
import { sendCachedJson } from '#server/http/response-cache.ts'
import { createScoreLogService } from './service.ts'
import { createPastRankingService } from './time-machine.ts'

/** Registers the calls that return the ranking of a past event at an earlier time to visitors. */
export const pastRankingPublicRoutes =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const { database, responseCache } = deps
    const pastRankings = createPastRankingService(deps)
    const { readDb } = database
    const params = timeMachineParams
    const addScoreTag = ({ eventId, ...body }: { eventId: string }) => {
      responseCache.addTag(`scores:${eventId}`)
      return { success: true, ...body }
    }

    app.get(
      '/api/v1/events/scores/:eventId/timeline',
      {
        config: { for: 'visitor', rateLimit: { max: 120, timeWindow: '1 minute' } },
        schema: {
          summary: 'The times at which the ranking of a past event changed',
          tags: ['scores'],
          params,
          querystring: timelineQuery,
          response: { 200: timelineResponse },
        },
      },
      (request, reply) =>
        sendCachedJson(responseCache, request, reply, ['events', 'settings'], async () =>
          addScoreTag(await pastRankings.getTimeline(readDb, request.params.eventId)),
        ),
    )

    app.get(
      '/api/v1/events/scores/:eventId/at',
      {
        config: { for: 'visitor', rateLimit: { max: 240, timeWindow: '1 minute' } },
        schema: {
          summary: 'The ranking of a past event as it was at a time',
          tags: ['scores'],
          params,
          querystring: timeMachineQuery,
          response: { 200: timeMachineResponse },
        },
      },
      (request, reply) =>
        sendCachedJson(responseCache, request, reply, ['events', 'settings'], async () =>
          addScoreTag(await pastRankings.getRanking(readDb, request.params.eventId, request.query.time)),
        ),
    )
  }

/** Registers the calls of the back office about the score log of an event. */
export const scoreLogAdminRoutes = (deps: Deps) =>
  createAdminRoutes(deps, 'scores', 'results', async (app) => {
    const service = createScoreLogService(deps.database)
    const path = '/api/admin/events/:eventId/score-log'

    app.get(
      path,
      {
        schema: {
          summary: 'The score log of an event, the newest rows first, with its head and the published heads',
          params: scoreLogParams,
          querystring: scoreLogQuery,
          response: { 200: scoreLogResponse },
        },
      },
      async ({ params, query }) =>
        buildSuccessReply(
          await service.getPage(params.eventId, { page: query.page, perPage: query.per_page }),
        ),
    )

    app.get(
      `${path}/check`,
      {
        schema: {
          summary: 'Check the chain of the score log, and compare what it gives with the standing results',
          params: scoreLogParams,
          response: { 200: scoreLogCheckResponse },
        },
      },
      async ({ params }) => buildSuccessReply({ check: await service.check(params.eventId) }),
    )
  })
