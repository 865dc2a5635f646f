import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { getAddressRateLimitKey, getClientAddressAndAgent } from '#server/platform/http/client-address.ts'
import { getAuditActor, getAuthenticatedUser } from '#server/platform/http/guards.ts'
import { createCallsPlugin } from '#server/platform/http/implement-calls.ts'
import { buildMessageReply, buildSuccessReply, preventCaching } from '#server/platform/http/reply.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import type { ProviderLinkService } from './provider-links.ts'
import type { ProviderSignInService } from './provider-sign-in.ts'
import type { SignInResult } from './service.ts'

/** Replies with the token of a new session. Throws `second-factor-required` with the challenge. */
export const replyWithSessionTokenOrThrow = (
  { guards }: Pick<Deps, 'guards'>,
  result: SignInResult,
  request: FastifyRequest,
  reply: FastifyReply,
) => {
  if ('challenge' in result) {
    const { challenge, hasPasskey, hasAuthenticatorApp } = result
    throw new AppError('second-factor-required', [], {
      challenge,
      ...(hasPasskey ? { hasPasskey } : {}),
      ...(hasAuthenticatorApp ? {} : { hasAuthenticatorApp }),
    })
  }
  guards.rememberToken(result.token)
  reply.header('authorization', result.token)
  return buildMessageReply(request, 'signedIn')
}

/** Logs the cause of a failed sign-in with the provider, which the reply does not name. Throws the error again. */
const logRefusal = (request: FastifyRequest) => (error: unknown) => {
  if (error instanceof AppError && error.code === 'provider-failed' && error.cause)
    request.log.warn({ err: error.cause }, 'a sign-in with the provider failed')
  throw error
}

/** Registers the calls that sign in with a provider, and those about the links of accounts. */
export const createSignInProviderRoutes = (
  deps: Deps,
  service: ProviderSignInService,
  links: ProviderLinkService,
) =>
  createCallsPlugin(deps, (implement, app) => {
    const { assertSiteWritable } = deps.guards
    app.addHook('onRequest', preventCaching)

    implement('POST /api/sign-in-provider/invitation', async (request) => {
      const addressKey = getAddressRateLimitKey(request.ip)
      return buildSuccessReply(await service.getInvitedUser(request.body.invitation, addressKey))
    })

    implement('POST /api/sign-in-provider/start', async (request) => {
      const addressKey = getAddressRateLimitKey(request.ip)
      const url = await service.startSignIn(request.body, { addressKey, assertSiteWritable })
      return buildSuccessReply({ url })
    })

    implement('POST /api/sign-in-provider/finish', async (request, reply) => {
      const result = await service
        .finishSignIn(request.body, getClientAddressAndAgent(request), {
          requestId: request.id,
          assertSiteWritable,
        })
        .catch(logRefusal(request))
      return replyWithSessionTokenOrThrow(deps, result, request, reply)
    })

    implement('GET /api/account/provider-links', async (request) =>
      buildSuccessReply({ links: await links.listOwn(getAuthenticatedUser(request)) }),
    )

    implement('POST /api/account/provider-links/start', async (request) => {
      const url = await service.startLinkOrConfirmation(
        getAuthenticatedUser(request),
        request.body,
        assertSiteWritable,
      )
      return buildSuccessReply({ url })
    })

    implement('POST /api/account/provider-links/finish', async (request) => {
      await service
        .finishLinkOrConfirmation(getAuthenticatedUser(request), request.body, {
          actor: getAuditActor(request),
          assertSiteWritable,
        })
        .catch(logRefusal(request))
      return buildMessageReply(request, 'updated')
    })

    implement('DELETE /api/account/provider-links/:linkId', async (request) => {
      await links.removeOwn(getAuthenticatedUser(request), request.params.linkId, getAuditActor(request))
      return buildMessageReply(request, 'updated')
    })

    implement('GET /api/admin/users/:userId/provider-links', async (request) =>
      buildSuccessReply({ links: await links.listOfUser(request.params.userId) }),
    )

    implement('POST /api/admin/users/:userId/provider-links/invitation', async (request) => {
      await links.invite(request.params.userId, getAuditActor(request))
      return buildMessageReply(request, 'providerInvitationEmailed')
    })

    implement('DELETE /api/admin/users/:userId/provider-links/:linkId', async (request) => {
      await links.removeOfUser(getAuthenticatedUser(request), request.params, getAuditActor(request))
      return buildMessageReply(request, 'updated')
    })
  })
