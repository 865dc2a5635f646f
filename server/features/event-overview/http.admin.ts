import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import {
  eventOverviewParams,
  eventOverviewResponse,
  eventOverviewStreamQuery,
} from '#contract/event-overview.schema.ts'
import type { Deps } from '#server/deps.ts'
import { createEventStreamPublisher, type EventStreams } from '#server/http/event-stream.ts'
import { createAdminRoutes } from '#server/http/guards.ts'
import { buildSuccessReply } from '#server/http/reply.ts'
import { AppError } from '#server/lib/app-error.ts'
import { getEventOverviewCacheTag, getScheduleCacheTag } from '#server/lib/cache-invalidation.ts'
import { createEventOverviewService } from './service.ts'

/** Registers the call of the back office that reads the overview of an event. */
export const eventOverviewAdminRoutes = (deps: Deps) =>
  createAdminRoutes(deps, 'events', 'results', async (app) => {
    const service = createEventOverviewService(deps)
    app.get(
      '/api/admin/events/:eventId/overview',
      {
        schema: {
          summary:
            'What the person in charge of an event sees on the day: runs, delay, check-in, tablets, pending sheets, protests, freeze',
          params: eventOverviewParams,
          response: { 200: eventOverviewResponse },
        },
      },
      async ({ params }) => buildSuccessReply({ overview: await service.get(params.eventId) }),
    )
  })

/**
 * Registers the event stream that announces changes of the overview, without any content. The browser cannot
 * send a token with it, so its address has a key.
 */
export const eventOverviewStreamRoutes =
  (deps: Deps, eventStreams: EventStreams): FastifyPluginAsyncZod =>
  async (app) => {
    const service = createEventOverviewService(deps)
    const changes = createEventStreamPublisher({
      invalidator: deps.invalidator,
      eventStreams,
      log: app.log,
      read: async () => ({}),
      getTags: (eventId) => [
        getEventOverviewCacheTag(eventId),
        getScheduleCacheTag(eventId),
        `scores:${eventId}`,
      ],
      toSnapshot: () => ({}),
      toEvent: () => ({ name: 'changed', data: {} }),
    })
    app.get(
      '/api/v1/events/:eventId/overview-changes',
      {
        config: { for: 'visitor' },
        schema: {
          summary: 'Tells that the overview of an event changed (Server-Sent Events)',
          description: '`snapshot` and `changed` have no content. `key` is the `streamKey` of the overview.',
          tags: ['events (admin)'],
          params: eventOverviewParams,
          querystring: eventOverviewStreamQuery,
          produces: ['text/event-stream'],
        },
      },
      async (request, reply) => {
        const { eventId } = request.params
        if (!service.isStreamKey(eventId, request.query.key)) throw new AppError('not-found')
        const topic = await changes.topic(eventId)
        topic?.connect(request, reply)
      },
    )
    app.addHook('onClose', async () => changes.close())
  }
