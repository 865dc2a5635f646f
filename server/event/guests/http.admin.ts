import type { Deps } from '#server/deps.ts'
import { getAuditActor, getRegionLimit } from '#server/platform/http/guards.ts'
import { createCallsPlugin } from '#server/platform/http/implement-calls.ts'
import { buildMessageReply, buildSuccessReply } from '#server/platform/http/reply.ts'
import { createGuestAssignmentService } from './service.ts'

/** Registers the calls of the back office about the guests of an event. */
export const createGuestsAdminRoutes = (deps: Deps) =>
  createCallsPlugin(deps, (implement) => {
    const service = createGuestAssignmentService(deps)

    implement('GET /api/admin/events/:eventId/guests', async (request) =>
      buildSuccessReply(
        await service.list(request.params.eventId, request.query.limit, getRegionLimit(request)),
      ),
    )
    implement('PUT /api/admin/events/:eventId/guests', async (request) => {
      const { acceptsGuests } = request.body
      await service.setAcceptsGuests(request.params.eventId, acceptsGuests, getAuditActor(request))
      return buildMessageReply(request, 'updated')
    })
    implement('POST /api/admin/events/:eventId/guests/assign', async (request) =>
      buildMessageReply(
        request,
        'updated',
        await service.assign(request.params.eventId, request.body, getAuditActor(request)),
      ),
    )
  })
