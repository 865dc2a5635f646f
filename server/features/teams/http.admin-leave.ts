import { paths } from '#contract/paths.ts'
import { messageResponse } from '#contract/response.schema.ts'
import { decideLeaveRequest, leaveRequestsResponse } from '#contract/team-leave.schema.ts'
import type { Deps } from '#server/deps.ts'
import { getAuditActor } from '#server/http/audit-actor.ts'
import { createAdminRoutes } from '#server/http/guarded-routes.ts'
import { messageReply, successReply } from '#server/http/reply.ts'
import { createTeamLeaveService } from './leave-service.ts'

/** Registers the back office's calls about requests to leave a competition with a paid team. */
export const teamLeaveAdminRoutes = (deps: Deps) =>
  createAdminRoutes(deps, 'teams', 'registration', async (app) => {
    const service = createTeamLeaveService(deps)
    app.get(
      paths.adminLeaveRequests,
      { schema: { summary: 'The open requests to leave a competition with a paid team', response: { 200: leaveRequestsResponse } } },
      async () => successReply({ requests: await service.listOpen() }),
    )
    app.post(
      paths.adminLeaveRequests,
      {
        schema: {
          summary: 'Approve or refuse a request; an approved team is deleted',
          body: decideLeaveRequest,
          response: { 200: messageResponse({}) },
        },
      },
      async (request) => {
        const { teamId, approved } = request.body
        await service.decide(teamId, approved, getAuditActor(request))
        return messageReply(request, 'updated')
      },
    )
  })
