import type { FastifyReply, FastifyRequest } from 'fastify'
import { getPath } from '#contract/platform/call-path.ts'
import { fromPublishedSignInArea, toPublishedSessionUser } from '#contract/published/session.ts'
import type { Deps } from '#server/deps.ts'
import { getAddressRateLimitKey, getClientAddressAndAgent } from '#server/platform/http/client-address.ts'
import { buildErrorReply, logAndSendError, toAppError } from '#server/platform/http/errors.ts'
import { findSessionTokenInHeader, getAuthenticatedUser } from '#server/platform/http/guards.ts'
import { createCallsPlugin } from '#server/platform/http/implement-calls.ts'
import { getRequestLanguage, getTranslatorOfLanguage } from '#server/platform/http/language.ts'
import { buildMessageReply, buildSuccessReply, preventCaching } from '#server/platform/http/reply.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import { assertPasswordsMatch } from './check-password.ts'
import { replyWithSessionTokenOrThrow } from './http.provider.ts'
import type { PasswordResetService } from './password-reset.ts'
import type { SessionService } from './service.ts'

/**
 * Sends an error. The response to a failed sign-in also has the message in the header `e_message`, in which
 * characters outside ASCII are percent-encoded.
 */
const sendSessionError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
  if (request.routeOptions.url?.startsWith(getPath('POST /api/adduser'))) {
    const { msg } = buildErrorReply(toAppError(error), request)
    reply.header('e_message', /^[\x20-\x7e]*$/.test(msg) ? msg : encodeURIComponent(msg))
  }
  return logAndSendError(error, request, reply)
}

/** Registers the calls that sign in and out and reset passwords. */
export const createSessionAndPasswordResetRoutes = (
  { config, guards }: Deps,
  service: SessionService,
  passwordReset: PasswordResetService,
) =>
  createCallsPlugin({ guards }, (implement, app) => {
    app.setErrorHandler(sendSessionError)
    app.addHook('onRequest', preventCaching)

    implement('POST /api/adduser', async (request, reply) => {
      const { national_id: identity, loginType: kind, password, type } = request.body
      const result = await service.signIn(
        { identity, kind, password, area: fromPublishedSignInArea(type) },
        getClientAddressAndAgent(request),
      )
      return replyWithSessionTokenOrThrow({ guards }, result, request, reply)
    })

    implement('POST /api/adduser/second-factor', async (request, reply) => {
      const { challenge, code } = request.body
      const result = await service.secondFactor.signIn(challenge, { code }, getClientAddressAndAgent(request))
      return replyWithSessionTokenOrThrow({ guards }, result, request, reply)
    })

    implement('POST /api/passkeys/options', async (request) =>
      buildSuccessReply({
        options: { ...(await service.secondFactor.startSignInWithPasskey(request.body.challenge)) },
      }),
    )

    implement('POST /api/passkeys/sign-in', async (request, reply) => {
      const { challenge, credential: passkey } = request.body
      const result = await service.secondFactor.signIn(
        challenge,
        { passkey },
        getClientAddressAndAgent(request),
      )
      return replyWithSessionTokenOrThrow({ guards }, result, request, reply)
    })

    implement('POST /api/adduser/token', async (request, reply) => {
      const result = await service.signInWithLink(request.body.token, getClientAddressAndAgent(request))
      return replyWithSessionTokenOrThrow({ guards }, result, request, reply)
    })

    implement('POST /api/adduser/token/user', async (request) =>
      buildSuccessReply({
        user: toPublishedSessionUser(await service.getUserOfLink(request.body.token)),
      }),
    )

    implement('POST /api/getuser', async (request, reply) => {
      const {
        userId: id,
        name,
        firstName,
        role,
        permissions,
        regionLimit,
        lang,
      } = getAuthenticatedUser(request)
      reply.header('authorization', findSessionTokenInHeader(request) ?? '')
      return buildSuccessReply({
        user: toPublishedSessionUser({ id, name, firstName, role, permissions, regionLimit, lang }),
      })
    })

    implement('GET /api/loginseason', async (request) => {
      const { token, type } = request.query
      if (type !== config.SITE_NAME)
        throw new AppError('not-found', [{ field: 'type', code: 'unknown-value' }])
      const headerToken = findSessionTokenInHeader(request)
      if (headerToken !== undefined && headerToken !== token) throw new AppError('bad-token')
      return buildSuccessReply({
        user: { jwt: token, user: [toPublishedSessionUser(await service.sessions.getUser(token))] },
      })
    })

    implement('POST /api/signout', async (request) => {
      await service.sessions.signOut(findSessionTokenInHeader(request) ?? '')
      return buildMessageReply(request, 'signedOut')
    })

    implement('POST /api/password/forgot', async (request) => {
      const { email, area } = request.body
      await passwordReset.sendLink(email, area, getAddressRateLimitKey(request.ip))
      return {
        success: true as const,
        msg: getTranslatorOfLanguage(getRequestLanguage(request))('session.forgot.sent'),
      }
    })

    implement('POST /api/password/reset', async (request) => {
      assertPasswordsMatch(request.body)
      const { token, password } = request.body
      await passwordReset.reset(token, password, getAddressRateLimitKey(request.ip))
      return {
        success: true as const,
        msg: getTranslatorOfLanguage(getRequestLanguage(request))('session.reset.done'),
      }
    })
  })
