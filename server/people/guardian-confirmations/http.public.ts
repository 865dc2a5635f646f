import type { Deps } from '#server/deps.ts'
import { createCallsPlugin } from '#server/platform/http/implement-calls.ts'
import { buildMessageReply, buildSuccessReply, preventCaching } from '#server/platform/http/reply.ts'
import { createGuardianAnswerService } from './confirmation-service.ts'

/**
 * Registers the calls of guardians, who answer by a personal link without signing in. The token is in the
 * body, so that no log has it.
 */
export const createGuardianAnswerPublicRoutes = (deps: Deps) =>
  createCallsPlugin(deps, (implement, app) => {
    const service = createGuardianAnswerService(deps)
    app.addHook('onRequest', preventCaching)

    implement('POST /api/guardian-confirmation', async (request) =>
      buildSuccessReply(await service.read(request.body.token)),
    )
    implement('POST /api/guardian-confirmation/new-link', async (request) => {
      await service.emailNewLink(request.body.token)
      return buildMessageReply(request, 'guardianLinkSentAgain')
    })
    implement('PUT /api/guardian-confirmation', async (request) => {
      const { token, ...decision } = request.body
      return buildMessageReply(request, decision.agrees ? 'guardianConfirmed' : 'guardianRefused', {
        request: await service.decide(token, decision),
      })
    })
  })
