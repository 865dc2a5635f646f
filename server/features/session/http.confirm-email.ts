import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { paths } from '#contract/paths.ts'
import {
  confirmEmailRequest,
  confirmEmailResponse,
  declineConfirmationRequest,
  resendConfirmationRequest,
} from '#contract/registration.schema.ts'
import { messageOnlyResponse } from '#contract/response.schema.ts'
import type { Deps } from '#server/deps.ts'
import { getAddressRateLimitKey, getOrigin } from '#server/http/client-address.ts'
import { findAuthenticatedUser } from '#server/http/guards.ts'
import { buildMessageReply, preventCaching } from '#server/http/reply.ts'
import type { EmailConfirmationService } from './confirm-email.ts'

const tags = ['session']

/** Registers the calls that confirm email addresses. */
export const confirmEmailRoutes =
  ({ guards }: Deps, emailConfirmation: EmailConfirmationService): FastifyPluginAsyncZod =>
  async (app) => {
    app.addHook('onRequest', preventCaching)

    app.post(
      paths.confirmEmail,
      {
        onRequest: guards.identifyUser,
        config: { for: 'visitor' },
        schema: {
          summary: 'Confirm an email address with the token of the link',
          description:
            'The link of a registration also needs the secret that the browser sent when it registered, or the password of that registration, and signs in: the token comes in the Authorization header. The link of an account needs its session or its password. Otherwise the reply is 422 `password-required`, whose `details.linkOf` is `registration` or `account`, and the link can be used again.',
          tags,
          body: confirmEmailRequest,
          response: { 200: confirmEmailResponse },
        },
      },
      async (request, reply) => {
        const { token, ...proof } = request.body
        const { sessionToken } = await emailConfirmation.confirm(
          token,
          { ...proof, signedInUserId: findAuthenticatedUser(request)?.userId },
          getOrigin(request),
          request.id,
        )
        if (sessionToken === undefined) return buildMessageReply(request, 'emailConfirmed')
        guards.rememberToken(sessionToken)
        reply.header('authorization', sessionToken)
        return buildMessageReply(request, 'emailConfirmed', { isSignedIn: true as const })
      },
    )

    app.post(
      paths.confirmEmailDecline,
      {
        config: { for: 'visitor' },
        schema: {
          summary: 'End a confirmation link that somebody else asked for',
          description: 'Deletes the registration that the link belongs to, and no other one.',
          tags,
          body: declineConfirmationRequest,
          response: { 200: messageOnlyResponse },
        },
      },
      async (request) => {
        const { isRegistrationDeleted } = await emailConfirmation.decline(
          request.body.token,
          getAddressRateLimitKey(request.ip),
        )
        return buildMessageReply(
          request,
          isRegistrationDeleted ? 'registrationDeclined' : 'confirmationDeclined',
        )
      },
    )

    app.post(
      paths.confirmEmailAgain,
      {
        config: { for: 'visitor' },
        schema: {
          summary: 'Email the link that confirms the address of a new account once more',
          description:
            'The password, or the secret that the browser sent when it registered, chooses among the registrations of the address; without both each of the newest gets an email. A password counts as an attempt to sign in. The reply is the same whether or not there is such a registration. The link expires when it did before.',
          tags,
          body: resendConfirmationRequest,
          response: { 200: messageOnlyResponse },
        },
      },
      async (request) => {
        const { identityKind: kind, identity, next, password, browserSecret } = request.body
        await emailConfirmation.resend({ kind, identity, next, password, browserSecret }, getOrigin(request))
        return buildMessageReply(request, 'confirmationSent')
      },
    )
  }
