import type { FastifyRequest } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { getAuditActor, getAuthenticatedUser } from '#server/platform/http/guards.ts'
import { createCallsPlugin } from '#server/platform/http/implement-calls.ts'
import { buildMessageReply, buildSuccessReply } from '#server/platform/http/reply.ts'
import { createGuardianLinkService } from './confirmation-service.ts'

const getAccountActor = (request: FastifyRequest) => ({
  ...getAuditActor(request),
  userId: getAuthenticatedUser(request).userId,
})

/** Registers the calls that send guardians their personal links, for the account of the team. */
export const createGuardianLinkAccountRoutes = (deps: Deps) =>
  createCallsPlugin(deps, (implement) => {
    const service = createGuardianLinkService(deps)
    implement('POST /api/teams/:teamId/members/:personId/guardian-link', async (request) => {
      const { teamId, personId } = request.params
      return buildSuccessReply({
        link: await service.createLink(teamId, personId, getAccountActor(request)),
      })
    })
    implement('POST /api/teams/:teamId/members/:personId/guardian-mail', async (request) => {
      const { teamId, personId } = request.params
      await service.emailLink(teamId, personId, getAccountActor(request))
      return buildMessageReply(request, 'guardianEmailed')
    })
  })
