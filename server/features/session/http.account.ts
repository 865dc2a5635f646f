import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { paths } from '#contract/paths.ts'
import {
  doneReply,
  enrolConfirmBody,
  enrolConfirmReply,
  enrolStartBody,
  enrolStartReply,
  passwordBody,
} from '#contract/published/session.schema.ts'
import type { Deps } from '#server/deps.ts'
import { getAuditActor } from '#server/http/audit-actor.ts'
import { getAuthenticatedUser } from '#server/http/guards.ts'
import { getRequestLanguage, getTranslator } from '#server/http/language.ts'
import type { SessionService } from './service.ts'

const tags = ['account']
const security = [{ token: [] }]

/** What somebody who is signed in does with their own second factor. */
export const accountCalls =
  ({ guards }: Deps, { secondFactor }: SessionService): FastifyPluginAsyncZod =>
  async (app) => {
    app.addHook('onRequest', guards.requireUser)
    app.addHook('onSend', async (_request, reply) => {
      reply.header('cache-control', 'no-store')
    })
    const saved = (request: Parameters<typeof getAuthenticatedUser>[0]) => getTranslator(getRequestLanguage(request))('messages.updated')

    app.post(
      `${paths.secondFactor}/start`,
      {
        config: { for: 'user' },
        schema: {
          summary: 'Begin to switch the second factor on; replacing one asks for the password',
          tags,
          security,
          body: enrolStartBody,
          response: { 200: enrolStartReply },
        },
      },
      async (request) => ({ success: true as const, ...(await secondFactor.start(getAuthenticatedUser(request), request.body.password)) }),
    )
    app.post(
      `${paths.secondFactor}/confirm`,
      {
        config: { for: 'user' },
        schema: {
          summary: 'Switch the second factor on with a first code; replies the recovery codes, once',
          tags,
          security,
          body: enrolConfirmBody,
          response: { 200: enrolConfirmReply },
        },
      },
      async (request) => ({
        success: true as const,
        msg: saved(request),
        recoveryCodes: await secondFactor.confirm(
          getAuthenticatedUser(request),
          request.body.enrolment,
          request.body.code,
          getAuditActor(request),
        ),
      }),
    )
    app.post(
      `${paths.secondFactor}/disable`,
      {
        config: { for: 'user' },
        schema: { summary: 'Switch the second factor off', tags, security, body: passwordBody, response: { 200: doneReply } },
      },
      async (request) => {
        await secondFactor.disable(getAuthenticatedUser(request), request.body.password, getAuditActor(request))
        return { success: true as const, msg: saved(request) }
      },
    )
  }
