import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { paths } from '#contract/paths.ts'
import {
  publicEventParams,
  publicEventQuery,
  publicEventReply,
  publicEventsQuery,
  publicEventsReply,
} from '#contract/published/event.schema.ts'
import { eventCardToWire, eventToWire } from '#contract/published/event.ts'
import type { Deps } from '#server/deps.ts'
import { sendCachedJson } from '#server/http/send-cached-response.ts'
import { AppError } from '#server/lib/app-error.ts'
import { publicEvent, publicEvents } from './queries.ts'

/** The calls with which visitors see events. */
export const eventsPublic =
  ({ database, responseCache }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      paths.events,
      {
        config: { for: 'visitor' },
        schema: {
          summary: 'Events that visitors see',
          tags: ['events'],
          querystring: publicEventsQuery,
          response: { 200: publicEventsReply },
        },
      },
      (request, reply) =>
        sendCachedJson(responseCache, request, reply, ['events'], async () => ({
          success: true,
          // a visitor sees no other status than true
          events: request.query.status === false ? [] : (await publicEvents(database.readDb, request.query.region)).map(eventCardToWire),
        })),
    )

    app.get(
      '/api/v1/events/:idOrSlug',
      {
        config: { for: 'visitor' },
        schema: {
          summary: 'One event, by id, slug or an earlier slug',
          tags: ['events'],
          params: publicEventParams,
          querystring: publicEventQuery,
          response: { 200: publicEventReply },
        },
      },
      (request, reply) =>
        // a slug may move to another event: every write to events ends this reply
        sendCachedJson(responseCache, request, reply, ['events'], async () => {
          const event = await publicEvent(database.readDb, request.params.idOrSlug)
          if (!event) throw new AppError('not-found')
          return { success: true, event: eventToWire(event) }
        }),
    )
  }
