import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import {
  guardianDecisionRequest,
  guardianDecisionResponse,
  guardianEmailResponse,
  guardianRequestQuery,
  guardianRequestResponse,
} from '#contract/guardian-confirmation.schema.ts'
import { paths } from '#contract/paths.ts'
import type { Deps } from '#server/deps.ts'
import { buildMessageReply, buildSuccessReply, preventCaching } from '#server/http/reply.ts'
import { createGuardianAnswerService } from './confirmation-service.ts'

/**
 * Registers the calls of guardians, who answer by a personal link without signing in. The token is in the
 * body, so that no log has it.
 */
export const guardianAnswerPublicRoutes =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const service = createGuardianAnswerService(deps)
    app.addHook('onRequest', preventCaching)
    // all parents of a school evening may share an address
    const config = { for: 'visitor', errorLimit: { max: 60, timeWindow: '15 minutes' } } as const

    app.post(
      paths.guardianConfirmation,
      {
        config,
        schema: {
          tags: ['guardians'],
          summary: 'What the personal link of a guardian asks for, and the answer so far',
          body: guardianRequestQuery,
          response: { 200: guardianRequestResponse },
        },
      },
      async (request) => buildSuccessReply(await service.read(request.body.token)),
    )
    app.post(
      paths.guardianNewLink,
      {
        config,
        schema: {
          tags: ['guardians'],
          summary:
            'Email a new personal link to the stored address of the guardian, for one that has expired; three times a day at most',
          body: guardianRequestQuery,
          response: { 200: guardianEmailResponse },
        },
      },
      async (request) => {
        await service.emailNewLink(request.body.token)
        return buildMessageReply(request, 'guardianLinkSentAgain')
      },
    )
    app.put(
      paths.guardianConfirmation,
      {
        config,
        schema: {
          tags: ['guardians'],
          summary: 'Confirm, refuse or withdraw by the personal link of a guardian; a repeat is harmless',
          body: guardianDecisionRequest,
          response: { 200: guardianDecisionResponse },
        },
      },
      async (request) => {
        const { token, ...decision } = request.body
        return buildMessageReply(request, decision.agrees ? 'guardianConfirmed' : 'guardianRefused', {
          request: await service.decide(token, decision),
        })
      },
    )
  }
