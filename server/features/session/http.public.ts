import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { paths } from '#contract/paths.ts'
import { confirmEmailAgainBody, confirmEmailBody } from '#contract/published/registration.schema.ts'
import {
  doneReply,
  forgotBody,
  loginSeasonQuery,
  loginSeasonReply,
  resetBody,
  secondFactorBody,
  signedInReply,
  signInBody,
  userReply,
} from '#contract/published/session.schema.ts'
import { sessionUserToWire } from '#contract/published/session.ts'
import type { Deps } from '#server/deps.ts'
import { sendError, toAppError, toErrorResponse } from '#server/http/errors.ts'
import { readToken } from '#server/http/guards.ts'
import { ipRateLimitKey } from '#server/http/ip-key.ts'
import { getRequestLanguage, getTranslator } from '#server/http/language.ts'
import { renderEmail } from '#server/http/render-email.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { emailConfirmation } from './confirm-email.ts'
import type { passwordResetService } from './password-reset.ts'
import type { SessionService } from './service.ts'

type Passwords = ReturnType<typeof passwordResetService>
type Confirmation = ReturnType<typeof emailConfirmation>

const tags = ['session']
const origin = (request: FastifyRequest) => ({
  address: request.ip,
  addressKey: ipRateLimitKey(request.ip),
  userAgent: request.headers['user-agent'],
})
const words = (request: FastifyRequest) => getTranslator(getRequestLanguage(request))
const noStore = (reply: FastifyReply) => reply.header('cache-control', 'no-store')
const entranceOf = (type: number) => (type === 4 ? 'admin' : 'person')

/** A sign-in that failed says why in `e_message`, percent-encoded. */
const sendRefusal = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
  const known = toAppError(error)
  if (request.routeOptions.url?.startsWith(paths.signIn)) reply.header('e_message', encodeURIComponent(toErrorResponse(known, request).msg))
  return sendError(known, request, reply)
}

/** The calls of signing in and out. */
export const sessionCalls =
  ({ config, guards }: Deps, service: SessionService, passwords: Passwords, confirmation: Confirmation): FastifyPluginAsyncZod =>
  async (app) => {
    app.setErrorHandler(sendRefusal)
    // what is said here is about one person and never kept on the way
    app.addHook('onSend', async (_request, reply) => {
      noStore(reply)
    })

    app.post(
      paths.signIn,
      {
        config: { for: 'visitor' },
        schema: {
          summary: 'Sign in: the token comes in the Authorization header of the reply',
          description:
            'With a second factor the reply is 401 `second-factor-required` with `details.challenge`, to be sent with a code to /api/adduser/second-factor.',
          tags,
          body: signInBody,
          response: { 200: signedInReply },
        },
      },
      async (request, reply) => {
        const { national_id, loginType, password, type } = request.body
        const done = await service.signIn({ identity: national_id, kind: loginType, password, entrance: entranceOf(type) }, origin(request))
        if ('challenge' in done) throw new AppError('second-factor-required', [], { challenge: done.challenge })
        reply.header('authorization', done.token)
        return { success: true as const, msg: words(request)('messages.signedIn') }
      },
    )

    app.post(
      paths.signInSecondFactor,
      {
        config: { for: 'visitor' },
        schema: { summary: 'The second step of signing in', tags, body: secondFactorBody, response: { 200: signedInReply } },
      },
      async (request, reply) => {
        const { token } = await service.secondFactor.pass(request.body.challenge, request.body.code, origin(request), renderEmail)
        reply.header('authorization', token)
        return { success: true as const, msg: words(request)('messages.signedIn') }
      },
    )

    app.post(
      paths.sessionUser,
      {
        onRequest: guards.requireUser,
        config: { for: 'user' },
        schema: { summary: 'Who is signed in', tags, security: [{ token: [] }], response: { 200: userReply } },
      },
      async (request) => ({ success: true as const, user: sessionUserToWire(await service.userOf(readToken(request) ?? '')) }),
    )

    app.get(
      paths.confirmToken,
      {
        config: { for: 'visitor' },
        schema: {
          summary: 'Whether a kept token is still good',
          tags,
          security: [{ token: [] }],
          querystring: loginSeasonQuery,
          response: { 200: loginSeasonReply },
        },
      },
      async (request) => {
        const { token, type } = request.query
        if (type !== config.SITE_NAME) throw new AppError('not-found', [{ field: 'type', code: 'unknown-value' }])
        const sent = readToken(request)
        if (sent !== undefined && sent !== token) throw new AppError('bad-token')
        return { success: true as const, user: { jwt: token, user: [sessionUserToWire(await service.userOf(token))] } }
      },
    )

    app.post(
      paths.signOut,
      {
        onRequest: guards.requireUser,
        config: { for: 'user' },
        schema: { summary: 'End this session', tags, security: [{ token: [] }], response: { 200: doneReply } },
      },
      async (request) => {
        await service.signOut(readToken(request) ?? '')
        return { success: true as const, msg: words(request)('messages.signedOut') }
      },
    )

    app.post(
      paths.forgotPassword,
      {
        config: { for: 'visitor' },
        schema: {
          summary: 'Mail a one-time link for a new password',
          description: 'The reply is the same whether or not there is an account with that address.',
          tags,
          body: forgotBody,
          response: { 200: doneReply },
        },
      },
      async (request) => {
        await passwords.forgot(request.body.email, entranceOf(request.body.type), ipRateLimitKey(request.ip), renderEmail)
        return { success: true as const, msg: words(request)('session.forgot.sent') }
      },
    )

    app.post(
      paths.resetPassword,
      {
        config: { for: 'visitor' },
        schema: { summary: 'Set a new password with the token of the link', tags, body: resetBody, response: { 200: doneReply } },
      },
      async (request) => {
        const { token, password, confirm } = request.body
        if (confirm !== undefined && confirm !== password)
          throw new AppError('password-mismatch', [{ field: 'confirm', code: 'bad-format' }])
        await passwords.reset(token, password, ipRateLimitKey(request.ip))
        return { success: true as const, msg: words(request)('session.reset.done') }
      },
    )

    app.post(
      paths.confirmEmail,
      {
        config: { for: 'visitor' },
        schema: {
          summary: 'Confirm an e-mail address with the token of the link',
          tags,
          body: confirmEmailBody,
          response: { 200: doneReply },
        },
      },
      async (request) => {
        await confirmation.confirm(request.body.token, ipRateLimitKey(request.ip))
        return { success: true as const, msg: words(request)('messages.emailConfirmed') }
      },
    )

    app.post(
      paths.confirmEmailAgain,
      {
        config: { for: 'visitor' },
        schema: {
          summary: 'Mail the link that confirms the address of a new account once more',
          description: 'Says who it is as /api/adduser does. The reply is the same whether or not there is such an account.',
          tags,
          body: confirmEmailAgainBody,
          response: { 200: doneReply },
        },
      },
      async (request) => {
        const { national_id, loginType } = request.body
        await confirmation.again(loginType, national_id, ipRateLimitKey(request.ip), renderEmail)
        return { success: true as const, msg: words(request)('messages.confirmationSent') }
      },
    )
  }
