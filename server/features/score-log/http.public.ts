import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { timelineQuery, timelineResponse, timeMachineParams, timeMachineQuery, timeMachineResponse } from '#contract/time-machine.schema.ts'
import type { Deps } from '#server/deps.ts'
import { sendCachedJson } from '#server/http/send-cached-response.ts'
import { createPastRankingService } from './time-machine.ts'

/** Registers the calls that return the ranking of a past event at an earlier time to visitors. */
export const scoreLogPublicRoutes =
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
