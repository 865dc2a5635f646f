import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Account } from '#contract/account.ts'
import { idField } from '#contract/fields.schema.ts'
import { paths } from '#contract/paths.ts'
import { accountForm, accountReply, accountSavedReply, openSessionsReply, passwordChangeBody } from '#contract/published/account.schema.ts'
import { accountDraftFromWire, accountToWire, openSessionToWire } from '#contract/published/account.ts'
import { doneReply } from '#contract/published/session.schema.ts'
import { normalEmail } from '#contract/rules/identity.ts'
import { z } from '#contract/z.ts'
import type { Deps } from '#server/deps.ts'
import { getAuditActor } from '#server/http/audit-actor.ts'
import { getAuthenticatedUser } from '#server/http/guards.ts'
import { getRequestLanguage, getTranslator } from '#server/http/language.ts'
import { renderEmail } from '#server/http/render-email.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { SessionService } from './service.ts'

/** What somebody who is signed in does with their own data, password and sessions. */
export const profileCalls =
  ({ guards }: Deps, { account }: SessionService): FastifyPluginAsyncZod =>
  async (app) => {
    const shared = { onRequest: guards.requireUser, config: { for: 'user' } } as const
    const described = { tags: ['account'], security: [{ token: [] }] }
    app.addHook('onSend', async (_request, reply) => {
      reply.header('cache-control', 'no-store')
    })
    const message = (request: FastifyRequest, key: 'updated' | 'emailChanging') =>
      getTranslator(getRequestLanguage(request))(`messages.${key}`)
    const done = (request: FastifyRequest) => ({ success: true as const, msg: message(request, 'updated') })

    app.get(
      paths.account,
      { ...shared, schema: { summary: 'The own account', ...described, response: { 200: accountReply } } },
      async (request) => ({ success: true as const, account: accountToWire(await account.read(getAuthenticatedUser(request))) }),
    )
    app.put(
      paths.account,
      {
        ...shared,
        schema: { summary: 'Change the own account', ...described, body: accountForm, response: { 200: accountSavedReply } },
      },
      async (request) => {
        const { version, ...draft } = request.body
        try {
          const saved = await account.save(
            getAuthenticatedUser(request),
            accountDraftFromWire(draft),
            version,
            getAuditActor(request),
            renderEmail,
          )
          const waits = saved.newEmail !== null && saved.newEmail === normalEmail(draft.email)
          return {
            ...(waits ? { success: true as const, msg: message(request, 'emailChanging') } : done(request)),
            account: accountToWire(saved),
          }
        } catch (error) {
          if (!(error instanceof AppError) || !error.details?.current) throw error
          throw new AppError(error.code, error.fields, { current: accountToWire(error.details.current as Account) })
        }
      },
    )
    app.post(
      paths.accountPassword,
      {
        ...shared,
        schema: {
          summary: 'Change the own password; other sessions end',
          ...described,
          body: passwordChangeBody,
          response: { 200: doneReply },
        },
      },
      async (request) => {
        const { current, password, confirm } = request.body
        if (confirm !== undefined && confirm !== password)
          throw new AppError('password-mismatch', [{ field: 'confirm', code: 'bad-format' }])
        await account.changePassword(getAuthenticatedUser(request), current, password, getAuditActor(request))
        return done(request)
      },
    )
    app.get(
      paths.accountSessions,
      { ...shared, schema: { summary: 'Where the own account is signed in', ...described, response: { 200: openSessionsReply } } },
      async (request) => ({
        success: true as const,
        sessions: (await account.sessions(getAuthenticatedUser(request))).map(openSessionToWire),
      }),
    )
    app.delete(
      paths.accountSessions,
      { ...shared, schema: { summary: 'Sign out everywhere else', ...described, response: { 200: doneReply } } },
      async (request) => {
        await account.endOtherSessions(getAuthenticatedUser(request), getAuditActor(request))
        return done(request)
      },
    )
    app.delete(
      `${paths.accountSessions}/:sessionId`,
      {
        ...shared,
        schema: { summary: 'End one session', ...described, params: z.object({ sessionId: idField }), response: { 200: doneReply } },
      },
      async (request) => {
        await account.endSession(getAuthenticatedUser(request), request.params.sessionId)
        return done(request)
      },
    )
  }
