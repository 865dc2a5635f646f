import type { Deps } from '#server/deps.ts'
import { getAuditActor } from '#server/platform/http/guards.ts'
import { createCallsPlugin } from '#server/platform/http/implement-calls.ts'
import { buildMessageReply, buildSuccessReply } from '#server/platform/http/reply.ts'
import { createAwardService } from './service.ts'

/** Registers the calls of the back office about the awards of an event. */
export const createAwardsAdminRoutes = (deps: Deps) =>
  createCallsPlugin(deps, (implement) => {
    const service = createAwardService(deps)

    implement('GET /api/admin/events/:eventId/results/awards', async (request) =>
      buildSuccessReply(await service.list(request.params.eventId)),
    )
    implement('POST /api/admin/events/:eventId/results/awards', async (request) =>
      buildMessageReply(request, 'saved', {
        award: await service.create(request.params.eventId, request.body, getAuditActor(request)),
      }),
    )
    implement('PUT /api/admin/events/:eventId/results/awards/:awardId', async (request) => {
      const { eventId, awardId } = request.params
      return buildMessageReply(request, 'updated', {
        award: await service.update(eventId, awardId, request.body, getAuditActor(request)),
      })
    })
    implement('DELETE /api/admin/events/:eventId/results/awards/:awardId', async (request) => {
      await service.remove(request.params.eventId, request.params.awardId, getAuditActor(request))
      return buildMessageReply(request, 'deleted')
    })
  })
