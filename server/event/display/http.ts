import type { Deps } from '#server/deps.ts'
import { getAuditActor } from '#server/platform/http/guards.ts'
import { createCallsPlugin } from '#server/platform/http/implement-calls.ts'
import { buildMessageReply, buildSuccessReply } from '#server/platform/http/reply.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import { findVisibleRankingEvent } from '../scores/service.ts'
import { createScreensAndTimerService, readPublicDisplayState } from './service.ts'

/**
 * Registers the call with which a screen asks for its scene. The reply has the time of the server, so it is
 * not cached.
 */
export const createDisplayPublicRoutes = ({ guards, database }: Deps) =>
  createCallsPlugin({ guards }, (implement) => {
    implement('GET /api/v1/events/:idOrSlug/screens', async (request, reply) => {
      const event = await findVisibleRankingEvent(database.db, request.params.idOrSlug)
      if (!event) throw new AppError('not-found')
      reply.header('cache-control', 'no-store')
      return buildSuccessReply({
        ...(await readPublicDisplayState(database.db, event.id)),
        serverTime: new Date().toISOString(),
      })
    })
  })

/** Registers the calls of the back office that switch the screens of an event and control its match timer. */
export const createScreensAndTimerAdminRoutes = (deps: Deps) =>
  createCallsPlugin(deps, (implement) => {
    const service = createScreensAndTimerService(deps)

    implement('GET /api/admin/events/:eventId/screens', async ({ params }) =>
      buildSuccessReply(await service.get(params.eventId)),
    )

    implement('POST /api/admin/events/:eventId/screens', async (request) => {
      const screen = await service.addScreen(request.params.eventId, request.body, getAuditActor(request))
      return buildMessageReply(request, 'saved', { screen })
    })

    implement('PUT /api/admin/events/:eventId/screens/:screenNumber', async (request) => {
      const { eventId, screenNumber } = request.params
      const screen = await service.updateScreen(eventId, screenNumber, request.body, getAuditActor(request))
      return buildMessageReply(request, 'updated', { screen })
    })

    implement('DELETE /api/admin/events/:eventId/screens/:screenNumber', async (request) => {
      await service.removeScreen(request.params.eventId, request.params.screenNumber, getAuditActor(request))
      return buildMessageReply(request, 'deleted')
    })

    implement('PUT /api/admin/events/:eventId/match-timer', async (request) =>
      buildMessageReply(request, 'updated', await service.updateTimer(request.params.eventId, request.body)),
    )
  })
