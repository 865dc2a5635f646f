import type { FastifyRequest } from 'fastify'
import { guardianEmailResponse, guardianLinkResponse } from '#contract/guardian-confirmation.schema.ts'
import { paths } from '#contract/paths.ts'
import { teamPersonParams } from '#contract/team.schema.ts'
import type { Deps } from '#server/deps.ts'
import { createAccountRoutes, getAuditActor, getAuthenticatedUser } from '#server/http/guards.ts'
import { buildMessageReply, buildSuccessReply } from '#server/http/reply.ts'
import { createGuardianLinkService } from './confirmation-service.ts'

const getAccountActor = (request: FastifyRequest) => ({
  ...getAuditActor(request),
  userId: getAuthenticatedUser(request).userId,
})

/** Registers the calls that send guardians their personal links, for the account of the team. */
export const guardianLinkAccountRoutes = (deps: Deps) =>
  createAccountRoutes(deps, 'account teams', async (app) => {
    const service = createGuardianLinkService(deps)
    const path = `${paths.teams}/:teamId/members/:personId`
    const config = { rateLimit: { max: 60, timeWindow: '15 minutes' } }
    app.post(
      `${path}/guardian-link`,
      {
        config,
        schema: {
          summary:
            'Create a personal link for the guardian of a member, which the coach passes on; for the owner and the coaches of the team',
          params: teamPersonParams,
          response: { 200: guardianLinkResponse },
        },
      },
      async (request) => {
        const { teamId, personId } = request.params
        return buildSuccessReply({
          link: await service.createLink(teamId, personId, getAccountActor(request)),
        })
      },
    )
    app.post(
      `${path}/guardian-mail`,
      {
        config,
        schema: {
          summary:
            'Email a personal link to the guardian of a member, three times a day at most; for the owner and the coaches of the team',
          params: teamPersonParams,
          response: { 200: guardianEmailResponse },
        },
      },
      async (request) => {
        const { teamId, personId } = request.params
        await service.emailLink(teamId, personId, getAccountActor(request))
        return buildMessageReply(request, 'guardianEmailed')
      },
    )
  })
