import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { publicEventsQuery, publicEventsReply } from '#contract/wire/event.schema.ts'
import { eventCardToWire } from '#contract/wire/event.ts'
import { paths } from '#contract/wire/paths.ts'
import type { Deps } from '#server/deps.ts'
import { sendFinishedJson } from '#server/http/send-finished.ts'
import { publicEvents } from './queries.ts'

/** The calls with which visitors see events. */
export const eventsPublic =
  ({ database, finished }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      paths.events,
      {
        schema: {
          summary: 'Events that visitors see',
          tags: ['events'],
          querystring: publicEventsQuery,
          response: { 200: publicEventsReply },
        },
      },
      (request, reply) =>
        sendFinishedJson(finished, request, reply, ['events'], async () => ({
          success: true,
          // a visitor sees no other status than true
          events: request.query.status === false ? [] : (await publicEvents(database.readDb, request.query.region)).map(eventCardToWire),
        })),
    )
  }
