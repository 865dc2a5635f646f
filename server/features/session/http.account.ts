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
import { actorOf } from '#server/http/actor.ts'
import { signedOf } from '#server/http/auth.ts'
import { languageOf, textsOf } from '#server/http/language.ts'
import type { SessionService } from './service.ts'

const tags = ['account']
const security = [{ token: [] }]

/** What somebody who is signed in does with their own second factor. */
export const accountCalls =
  ({ guards }: Deps, { secondFactor }: SessionService): FastifyPluginAsyncZod =>
  async (app) => {
    app.addHook('onRequest', guards.person)
    app.addHook('onSend', async (_request, reply) => {
      reply.header('cache-control', 'no-store')
    })
    const saved = (request: Parameters<typeof signedOf>[0]) => textsOf(languageOf(request.raw.url, request.headers))('messages.updated')

    app.post(
      `${paths.secondFactor}/start`,
      {
        config: { for: 'person' },
        schema: {
          summary: 'Begin to switch the second factor on; replacing one asks for the password',
          tags,
          security,
          body: enrolStartBody,
          response: { 200: enrolStartReply },
        },
      },
      async (request) => ({ success: true as const, ...(await secondFactor.start(signedOf(request), request.body.password)) }),
    )
    app.post(
      `${paths.secondFactor}/confirm`,
      {
        config: { for: 'person' },
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
        recoveryCodes: await secondFactor.confirm(signedOf(request), request.body.enrolment, request.body.code, actorOf(request)),
      }),
    )
    app.post(
      `${paths.secondFactor}/disable`,
      {
        config: { for: 'person' },
        schema: { summary: 'Switch the second factor off', tags, security, body: passwordBody, response: { 200: doneReply } },
      },
      async (request) => {
        await secondFactor.disable(signedOf(request), request.body.password, actorOf(request))
        return { success: true as const, msg: saved(request) }
      },
    )
  }
