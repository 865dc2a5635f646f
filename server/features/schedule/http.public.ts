import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { langQuery } from '#contract/lang.schema.ts'
import { eventParams } from '#contract/published/event.schema.ts'
import { nextSlotsResponse } from '#contract/schedule.schema.ts'
import type { Deps } from '#server/deps.ts'
import { findVisibleRankingEvent } from '#server/features/scores/service.ts'
import { successReply } from '#server/http/reply.ts'
import { sendCachedResponse } from '#server/http/send-cached-response.ts'
import { AppError } from '#server/lib/app-error.ts'
import { listNextSlotsOfEvent } from './queries-next.ts'

/** The maximum number of slots in a reply, and how long the reply is fresh: slots pass without a write that would invalidate it. */
const slotCount = 12
const freshSeconds = 15

/** Registers the call that lists the next teams for the display page. */
export const schedulePublicRoutes =
  ({ database, responseCache }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/api/v1/events/:idOrSlug/schedule',
      {
        config: { for: 'visitor' },
        schema: {
          summary: 'The next teams by the schedule of an event, by id or slug',
          tags: ['events'],
          params: eventParams,
          querystring: langQuery,
          response: { 200: nextSlotsResponse },
        },
      },
      (request, reply) =>
        sendCachedResponse(responseCache, request, reply, ['events'], async () => {
          const event = await findVisibleRankingEvent(database.readDb, request.params.idOrSlug)
          if (!event) throw new AppError('not-found')
          const slots = await listNextSlotsOfEvent(database.readDb, event.id, slotCount)
          return { type: 'application/json; charset=utf-8', body: JSON.stringify(successReply({ slots })), seconds: freshSeconds }
        }),
    )
  }
