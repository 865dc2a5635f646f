import {
  changedPanelsResponse,
  eventFeedbackResponse,
  panelsParams,
  panelsResponse,
  releaseFeedbackRequest,
  requestSecondLookRequest,
  setRecusalRequest,
  teamFeedbackResponse,
} from '#contract/panel.schema.ts'
import { teamParams } from '#contract/team.schema.ts'
import type { Deps } from '#server/deps.ts'
import { assertTeamOfUser } from '#server/features/teams/service.ts'
import {
  createAccountRoutes,
  createAdminRoutes,
  getAuditActor,
  getAuthenticatedUser,
} from '#server/http/guards.ts'
import { buildMessageReply, buildSuccessReply } from '#server/http/reply.ts'
import { createPanelService } from './panel-service.ts'
import { listReleasedFeedbackOfTeam } from './queries-feedback.ts'

/** Registers the calls of the back office about panels of judges. */
export const panelsAdminRoutes = (deps: Deps) =>
  createAdminRoutes(deps, 'judging', 'results', async (app) => {
    const service = createPanelService(deps)
    const path = '/api/admin/events/:eventId/panels'

    app.get(
      path,
      {
        schema: {
          summary: 'The sheets of panels by team and judge',
          params: panelsParams,
          response: { 200: panelsResponse },
        },
      },
      async ({ params }) => buildSuccessReply({ panels: await service.get(params.eventId) }),
    )
    app.put(
      `${path}/recusals`,
      {
        schema: {
          summary: 'Leave a judge out of a team because of a conflict of interest, or take it back',
          params: panelsParams,
          body: setRecusalRequest,
          response: { 200: changedPanelsResponse },
        },
      },
      async (request) =>
        buildMessageReply(request, 'saved', {
          panels: await service.setRecusal(request.params.eventId, request.body, getAuditActor(request)),
        }),
    )
    app.post(
      `${path}/second-looks`,
      {
        schema: {
          summary: 'Ask a judge of a panel to look at the own sheet again',
          params: panelsParams,
          body: requestSecondLookRequest,
          response: { 200: changedPanelsResponse },
        },
      },
      async (request) =>
        buildMessageReply(request, 'saved', {
          panels: await service.requestSecondLook(
            request.params.eventId,
            request.body,
            getAuditActor(request),
          ),
        }),
    )
    app.get(
      `${path}/feedback`,
      {
        schema: {
          summary: 'The feedback of the judges by team, round and judge, also before it is released',
          params: panelsParams,
          response: { 200: eventFeedbackResponse },
        },
      },
      async ({ params }) => buildSuccessReply({ feedback: await service.listFeedback(params.eventId) }),
    )
    app.put(
      `${path}/feedback`,
      {
        schema: {
          summary: 'Show teams the feedback of the judges, or no longer',
          params: panelsParams,
          body: releaseFeedbackRequest,
          response: { 200: changedPanelsResponse },
        },
      },
      async (request) => {
        const { isReleased } = request.body
        const panels = await service.releaseFeedback(
          request.params.eventId,
          isReleased,
          getAuditActor(request),
        )
        return buildMessageReply(request, 'saved', { panels })
      },
    )
  })

/** Registers the call of a user about what judges wrote to their teams. */
export const judgeFeedbackAccountRoutes = (deps: Deps) =>
  createAccountRoutes(deps, 'account teams', async (app) => {
    app.get(
      '/api/teams/:teamId/feedback',
      {
        schema: {
          summary:
            'The feedback of judges for a team of the account that the organizers have released, by event',
          params: teamParams,
          response: { 200: teamFeedbackResponse },
        },
      },
      async (request) => {
        const { teamId } = request.params
        await assertTeamOfUser(deps.database.db, teamId, getAuthenticatedUser(request).userId)
        return buildSuccessReply({ feedback: await listReleasedFeedbackOfTeam(deps.database.db, teamId) })
      },
    )
  })
