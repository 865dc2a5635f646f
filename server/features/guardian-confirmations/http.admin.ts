import {
  guardianConfirmationsResponse,
  recordGuardianPaperRequest,
  savedGuardianConfirmationsResponse,
} from '#contract/guardian-confirmation.schema.ts'
import { paths } from '#contract/paths.ts'
import { teamParams, teamPersonParams } from '#contract/team.schema.ts'
import type { Deps } from '#server/deps.ts'
import { createAdminRoutes, getAuditActor } from '#server/http/guards.ts'
import { buildMessageReply, buildSuccessReply } from '#server/http/reply.ts'
import { createPaperConfirmationService } from './paper-service.ts'

/** Registers the back office's calls about the confirmations of guardians. */
export const guardianPaperAdminRoutes = (deps: Deps) =>
  createAdminRoutes(deps, 'teams', 'registration', async (app) => {
    const service = createPaperConfirmationService(deps)
    app.get(
      `${paths.adminTeams}/:teamId/guardian-confirmations`,
      {
        config: { permission: ['registration', 'results', 'finance', 'privacy'] },
        schema: {
          summary: 'The confirmations of the guardians of the members who are minors',
          params: teamParams,
          response: { 200: guardianConfirmationsResponse },
        },
      },
      async (request) => buildSuccessReply({ confirmations: await service.list(request.params.teamId) }),
    )
    const path = `${paths.adminTeams}/:teamId/members/:personId/guardian-confirmation`
    app.put(
      path,
      {
        schema: {
          summary: 'Record the consent of a guardian on paper',
          params: teamPersonParams,
          body: recordGuardianPaperRequest,
          response: { 200: savedGuardianConfirmationsResponse },
        },
      },
      async (request) => {
        const { teamId, personId } = request.params
        const confirmations = await service.record(
          teamId,
          personId,
          request.body.publish,
          getAuditActor(request),
        )
        return buildMessageReply(request, 'saved', { confirmations })
      },
    )
    app.delete(
      path,
      {
        schema: {
          summary: 'Remove the record of a consent on paper',
          params: teamPersonParams,
          response: { 200: savedGuardianConfirmationsResponse },
        },
      },
      async (request) => {
        const { teamId, personId } = request.params
        return buildMessageReply(request, 'updated', {
          confirmations: await service.remove(teamId, personId, getAuditActor(request)),
        })
      },
    )
  })
