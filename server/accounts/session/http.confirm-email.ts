import type { Deps } from '#server/deps.ts'
import { getAddressRateLimitKey, getClientAddressAndAgent } from '#server/platform/http/client-address.ts'
import { findAuthenticatedUser } from '#server/platform/http/guards.ts'
import { createCallsPlugin } from '#server/platform/http/implement-calls.ts'
import { buildMessageReply, preventCaching } from '#server/platform/http/reply.ts'
import type { EmailConfirmationService } from './confirm-email.ts'

/** Registers the calls that confirm email addresses. */
export const createConfirmEmailRoutes = ({ guards }: Deps, emailConfirmation: EmailConfirmationService) =>
  createCallsPlugin({ guards }, (implement, app) => {
    app.addHook('onRequest', preventCaching)

    implement(
      'POST /api/confirm-email',
      async (request, reply) => {
        const { token, ...proof } = request.body
        const { sessionToken } = await emailConfirmation.confirm(
          token,
          { ...proof, signedInUserId: findAuthenticatedUser(request)?.userId },
          getClientAddressAndAgent(request),
          request.id,
        )
        if (sessionToken === undefined) return buildMessageReply(request, 'emailConfirmed')
        guards.rememberToken(sessionToken)
        reply.header('authorization', sessionToken)
        return buildMessageReply(request, 'emailConfirmed', { isSignedIn: true as const })
      },
      { onRequest: guards.identifyUser },
    )

    implement('POST /api/confirm-email/decline', async (request) => {
      const { isRegistrationDeleted } = await emailConfirmation.decline(
        request.body.token,
        getAddressRateLimitKey(request.ip),
      )
      return buildMessageReply(
        request,
        isRegistrationDeleted ? 'registrationDeclined' : 'confirmationDeclined',
      )
    })

    implement('POST /api/confirm-email/again', async (request) => {
      const { identityKind: kind, identity, next, password, browserSecret } = request.body
      await emailConfirmation.resend(
        { kind, identity, next, password, browserSecret },
        getClientAddressAndAgent(request),
      )
      return buildMessageReply(request, 'confirmationSent')
    })
  })
