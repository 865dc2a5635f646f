import type { Deps } from '#server/deps.ts'
import { assertUserOwnsOrCoachesTeam } from '#server/people/teams/service.ts'
import { getAuditActor, getAuthenticatedUser } from '#server/platform/http/guards.ts'
import { createCallsPlugin } from '#server/platform/http/implement-calls.ts'
import { buildMessageReply, buildSuccessReply } from '#server/platform/http/reply.ts'
import { createPanelService } from './panel-service.ts'
import { listReleasedFeedbackOfTeam } from './queries-feedback.ts'

/** Registers the calls of the back office about panels of judges. */
export const createPanelsAdminRoutes = (deps: Deps) =>
  createCallsPlugin(deps, (implement) => {
    const service = createPanelService(deps)

    implement('GET /api/admin/events/:eventId/panels', async ({ params, query: { page, s, missing } }) =>
      buildSuccessReply(await service.getPage(params.eventId, { page, search: s, isMissing: missing })),
    )
    implement('PUT /api/admin/events/:eventId/panels/recusals', async (request) =>
      buildMessageReply(request, 'saved', {
        panels: await service.setRecusal(request.params.eventId, request.body, getAuditActor(request)),
      }),
    )
    implement('POST /api/admin/events/:eventId/panels/second-looks', async (request) =>
      buildMessageReply(request, 'saved', {
        panels: await service.requestSecondLook(request.params.eventId, request.body, getAuditActor(request)),
      }),
    )
    implement('GET /api/admin/events/:eventId/panels/feedback', async ({ params }) =>
      buildSuccessReply({ feedback: await service.listFeedback(params.eventId) }),
    )
    implement('PUT /api/admin/events/:eventId/panels/feedback', async (request) => {
      const { isReleased } = request.body
      const panels = await service.releaseFeedback(request.params.eventId, isReleased, getAuditActor(request))
      return buildMessageReply(request, 'saved', { panels })
    })
  })

/** Registers the call of a user about what judges wrote to their teams. */
export const createReleasedFeedbackAccountRoutes = (deps: Deps) =>
  createCallsPlugin(deps, (implement) => {
    implement('GET /api/teams/:teamId/feedback', async (request) => {
      const { teamId } = request.params
      await assertUserOwnsOrCoachesTeam(deps.database.db, teamId, getAuthenticatedUser(request).userId)
      return buildSuccessReply({ feedback: await listReleasedFeedbackOfTeam(deps.database.db, teamId) })
    })
  })
