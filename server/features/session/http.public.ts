import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { paths } from '#contract/paths.ts'
import {
  confirmTokenQuery,
  confirmTokenResponse,
  sessionUserResponse,
  signInRequest,
  signInResponse,
} from '#contract/published/session.schema.ts'
import { fromPublishedSignInArea, toPublishedSessionUser } from '#contract/published/session.ts'
import { messageOnlyResponse } from '#contract/response.schema.ts'
import {
  forgotPasswordRequest,
  resetPasswordRequest,
  secondFactorSignInRequest,
  tokenSignInRequest,
} from '#contract/session.schema.ts'
import type { Deps } from '#server/deps.ts'
import { getAddressRateLimitKey, getOrigin } from '#server/http/client-address.ts'
import { logAndSendError, toAppError, toErrorResponse } from '#server/http/errors.ts'
import { findSessionToken, getAuthenticatedUser } from '#server/http/guards.ts'
import { getRequestLanguage, getTranslator } from '#server/http/language.ts'
import { buildMessageReply, buildSuccessReply, preventCaching } from '#server/http/reply.ts'
import { AppError } from '#server/lib/app-error.ts'
import { assertPasswordsMatch } from './check-password.ts'
import type { PasswordResetService } from './password-reset.ts'
import type { SessionService } from './service.ts'

const tags = ['session']
const security = [{ token: [] }]

/**
 * Sends an error. The response to a failed sign-in also has the message in the header `e_message`, in which
 * characters outside ASCII are percent-encoded.
 */
const sendSessionError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
  if (request.routeOptions.url?.startsWith(paths.signIn)) {
    const { msg } = toErrorResponse(toAppError(error), request)
    reply.header('e_message', /^[\x20-\x7e]*$/.test(msg) ? msg : encodeURIComponent(msg))
  }
  return logAndSendError(error, request, reply)
}

/** Registers the calls that sign in and out and reset passwords. */
export const sessionPublicRoutes =
  (
    { config, guards }: Deps,
    service: SessionService,
    passwordReset: PasswordResetService,
  ): FastifyPluginAsyncZod =>
  async (app) => {
    app.setErrorHandler(sendSessionError)
    app.addHook('onRequest', preventCaching)

    /** Replies with the token of a new session. Throws `second-factor-required` with the challenge. */
    const replyToSignIn = (
      result: { token: string } | { challenge: string },
      request: FastifyRequest,
      reply: FastifyReply,
    ) => {
      if ('challenge' in result)
        throw new AppError('second-factor-required', [], { challenge: result.challenge })
      guards.rememberToken(result.token)
      reply.header('authorization', result.token)
      return buildMessageReply(request, 'signedIn')
    }

    app.post(
      paths.signIn,
      {
        config: { for: 'visitor' },
        schema: {
          summary: 'Sign in: the token comes in the Authorization header of the reply',
          description:
            'With a second factor the reply is 401 `second-factor-required` with `details.challenge`, to be sent with a code to /api/adduser/second-factor.',
          tags,
          body: signInRequest,
          response: { 200: signInResponse },
        },
      },
      async (request, reply) => {
        const { national_id: identity, loginType: kind, password, type } = request.body
        const result = await service.signIn(
          { identity, kind, password, area: fromPublishedSignInArea(type) },
          getOrigin(request),
        )
        return replyToSignIn(result, request, reply)
      },
    )

    app.post(
      paths.signInSecondFactor,
      {
        config: { for: 'visitor' },
        schema: {
          summary: 'The second step of signing in',
          tags,
          body: secondFactorSignInRequest,
          response: { 200: signInResponse },
        },
      },
      async (request, reply) => {
        const { challenge, code } = request.body
        const result = await service.secondFactor.signIn(challenge, code, getOrigin(request))
        return replyToSignIn(result, request, reply)
      },
    )

    app.post(
      paths.signInToken,
      {
        config: { for: 'visitor' },
        schema: {
          summary:
            'Sign in once with the token of a sign-in link: that of a new session comes in the Authorization header of the reply',
          description:
            'The token of the link stays valid for other calls. With a second factor the reply is 401 `second-factor-required`, as for /api/adduser. Tokens of administrators work where a setting allows it.',
          tags,
          body: tokenSignInRequest,
          response: { 200: signInResponse },
        },
      },
      async (request, reply) => {
        const result = await service.signInWithLink(request.body.token, getOrigin(request))
        return replyToSignIn(result, request, reply)
      },
    )

    app.post(
      paths.signInTokenUser,
      {
        config: { for: 'visitor' },
        schema: {
          summary: 'The user whom a sign-in link signs in; the link can still be used',
          tags,
          body: tokenSignInRequest,
          response: { 200: sessionUserResponse },
        },
      },
      async (request) =>
        buildSuccessReply({
          user: toPublishedSessionUser(await service.getUserOfLink(request.body.token)),
        }),
    )

    app.post(
      paths.sessionUser,
      {
        onRequest: guards.requireUser,
        config: { for: 'user' },
        schema: {
          summary: 'The signed-in user; the Authorization header of the reply has the confirmed token',
          tags,
          security,
          response: { 200: sessionUserResponse },
        },
      },
      async (request, reply) => {
        const { userId: id, name, firstName, role, permissions, lang } = getAuthenticatedUser(request)
        reply.header('authorization', findSessionToken(request) ?? '')
        return buildSuccessReply({
          user: toPublishedSessionUser({ id, name, firstName, role, permissions, lang }),
        })
      },
    )

    app.get(
      paths.confirmToken,
      {
        config: { for: 'visitor' },
        schema: {
          summary: 'Whether a stored token is still valid',
          description:
            'Public: the token in the query is the proof. It is for programs that cannot read reply headers; use POST /api/getuser elsewhere, because logs of proxies contain URLs.',
          tags,
          querystring: confirmTokenQuery,
          response: { 200: confirmTokenResponse },
        },
      },
      async (request) => {
        const { token, type } = request.query
        if (type !== config.SITE_NAME)
          throw new AppError('not-found', [{ field: 'type', code: 'unknown-value' }])
        const headerToken = findSessionToken(request)
        if (headerToken !== undefined && headerToken !== token) throw new AppError('bad-token')
        return buildSuccessReply({
          user: { jwt: token, user: [toPublishedSessionUser(await service.getUser(token))] },
        })
      },
    )

    app.post(
      paths.signOut,
      {
        onRequest: guards.requireUser,
        config: { for: 'user' },
        schema: { summary: 'End this session', tags, security, response: { 200: messageOnlyResponse } },
      },
      async (request) => {
        await service.signOut(findSessionToken(request) ?? '')
        return buildMessageReply(request, 'signedOut')
      },
    )

    app.post(
      paths.forgotPassword,
      {
        config: { for: 'visitor' },
        schema: {
          summary: 'Email a one-time link for a new password',
          description: 'The reply is the same whether or not there is an account with that address.',
          tags,
          body: forgotPasswordRequest,
          response: { 200: messageOnlyResponse },
        },
      },
      async (request) => {
        const { email, area } = request.body
        await passwordReset.sendLink(email, area, getAddressRateLimitKey(request.ip))
        return {
          success: true as const,
          msg: getTranslator(getRequestLanguage(request))('session.forgot.sent'),
        }
      },
    )

    app.post(
      paths.resetPassword,
      {
        config: { for: 'visitor' },
        schema: {
          summary: 'Set a new password with the token of the link',
          tags,
          body: resetPasswordRequest,
          response: { 200: messageOnlyResponse },
        },
      },
      async (request) => {
        assertPasswordsMatch(request.body)
        const { token, password } = request.body
        await passwordReset.reset(token, password, getAddressRateLimitKey(request.ip))
        return {
          success: true as const,
          msg: getTranslator(getRequestLanguage(request))('session.reset.done'),
        }
      },
    )
  }
