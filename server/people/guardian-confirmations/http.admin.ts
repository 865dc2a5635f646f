import type { Deps } from '#server/deps.ts'
import { getAuditActor } from '#server/platform/http/guards.ts'
import { createCallsPlugin } from '#server/platform/http/implement-calls.ts'
import { buildMessageReply, buildSuccessReply } from '#server/platform/http/reply.ts'
import { createPaperConfirmationService } from './paper-service.ts'

/** Registers the back office's calls about the confirmations of guardians. */
export const createGuardianPaperAdminRoutes = (deps: Deps) =>
  createCallsPlugin(deps, (implement) => {
    const service = createPaperConfirmationService(deps)
    implement('GET /api/admin/teams/:teamId/guardian-confirmations', async (request) =>
      buildSuccessReply({ confirmations: await service.list(request.params.teamId) }),
    )
    implement('PUT /api/admin/teams/:teamId/members/:personId/guardian-confirmation', async (request) => {
      const { teamId, personId } = request.params
      const confirmations = await service.record(
        teamId,
        personId,
        request.body.publish,
        getAuditActor(request),
      )
      return buildMessageReply(request, 'saved', { confirmations })
    })
    implement('DELETE /api/admin/teams/:teamId/members/:personId/guardian-confirmation', async (request) => {
      const { teamId, personId } = request.params
      return buildMessageReply(request, 'updated', {
        confirmations: await service.remove(teamId, personId, getAuditActor(request)),
      })
    })
  })
