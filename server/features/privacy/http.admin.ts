import { erasureDecisionRequest } from '#contract/account.schema.ts'
import { pageSizes } from '#contract/page-sizes.ts'
import { paths } from '#contract/paths.ts'
import { messageOnlyResponse } from '#contract/response.schema.ts'
import type { Deps } from '#server/deps.ts'
import { getAuditActor } from '#server/http/audit-actor.ts'
import { addDeletedRecordRoutes } from '#server/http/deleted-record-routes.ts'
import { createAdminRoutes } from '#server/http/guarded-routes.ts'
import { requireConfirmation } from '#server/http/guards.ts'
import { messageReply } from '#server/http/reply.ts'
import { createTeamErasureService } from './erase-teams.ts'
import type { PrivacyService } from './service.ts'

/** Administrators decide about requests for erasure. The list of users with the filter `leaving` shows them. */
export const privacyAdminRoutes = (deps: Deps, service: PrivacyService) =>
  createAdminRoutes(deps, 'users', 'privacy', async (app) => {
    app.post(
      paths.adminErasure,
      {
        config: { conditionalChecks: [{ when: 'to erase immediately', confirmation: true }] },
        schema: {
          summary: 'Erase an account immediately, or refuse the open request with a reason',
          body: erasureDecisionRequest,
          response: { 200: messageOnlyResponse },
        },
      },
      async (request) => {
        const { body } = request
        if (body.decision === 'erase') {
          requireConfirmation(request)
          await service.erase(body.id, body.ground, getAuditActor(request))
        } else await service.refuseErasure(body.id, body.reason, getAuditActor(request))
        return messageReply(request, body.decision === 'erase' ? 'erased' : 'erasureRefused')
      },
    )
  })

/** Administrators list the deleted teams and erase one of them immediately. */
export const deletedTeamsAdminRoutes = (deps: Deps) =>
  createAdminRoutes(deps, 'teams', 'registration', async (app) => {
    addDeletedRecordRoutes(app, {
      path: paths.adminTeams,
      sizes: pageSizes.teams,
      permission: 'registration',
      purgePermission: 'privacy',
      service: createTeamErasureService(deps),
    })
  })
