import type { Deps } from '#server/deps.ts'
import { createStateChangeStreamPublisher, type EventStreams } from '#server/platform/http/event-stream.ts'
import { createCallsPlugin } from '#server/platform/http/implement-calls.ts'
import { buildSuccessReply } from '#server/platform/http/reply.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import { getEventOverviewCacheTag, getScheduleCacheTag } from '#server/platform/lib/cache-invalidation.ts'
import { createEventOverviewService } from './service.ts'

/** Registers the call of the back office that reads the overview of an event. */
export const createEventOverviewAdminRoutes = (deps: Deps) =>
  createCallsPlugin(deps, (implement) => {
    const service = createEventOverviewService(deps)
    implement('GET /api/admin/events/:eventId/overview', async ({ params }) =>
      buildSuccessReply({ overview: await service.get(params.eventId) }),
    )
  })

/**
 * Registers the event stream that announces changes of the overview, without any content. The browser cannot
 * send a token with it, so its address has a key.
 */
export const createEventOverviewStreamRoutes = (deps: Deps, eventStreams: EventStreams) =>
  createCallsPlugin(deps, (implement, app) => {
    const service = createEventOverviewService(deps)
    const changes = createStateChangeStreamPublisher({
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
    implement('GET /api/v1/events/:eventId/overview-changes', async (request, reply) => {
      const { eventId } = request.params
      if (!service.isStreamKey(eventId, request.query.key)) throw new AppError('not-found')
      const topic = await changes.topic(eventId)
      topic?.connect(request, reply)
    })
    app.addHook('onClose', async () => changes.close())
  })
