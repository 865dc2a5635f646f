import formbody from '@fastify/formbody'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { savedResponse } from '#contract/fields.schema.ts'
import { paths } from '#contract/paths.ts'
import { contactBody, langQuery, supportBody } from '#contract/published/message.schema.ts'
import { contactFromWire, issueFromWire } from '#contract/published/message.ts'
import type { Deps } from '#server/deps.ts'
import { languageOf, textsOf } from '#server/http/language.ts'
import { readForm } from '#server/http/multipart.ts'
import { messageMail } from './http.mail.ts'
import { messageService } from './service.ts'

/** What visitors write to the organizers. */
export const messagesPublic =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const service = messageService(deps, messageMail(new URL(deps.config.SITE_URL).host))
    await app.register(formbody)
    const langOf = (request: FastifyRequest) => languageOf(request.raw.url, request.headers)
    const thanks = (request: FastifyRequest) => ({ success: true as const, msg: textsOf(langOf(request))('messages.messageSent') })
    const shared = { config: { for: 'visitor', rateLimit: { max: 20, timeWindow: '15 minutes' } } } as const
    const described = {
      tags: ['messages'],
      consumes: ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'],
      querystring: langQuery,
      response: { 200: savedResponse },
    }

    app.post(
      paths.support,
      { ...shared, preValidation: readForm(supportBody), schema: { summary: 'Report an issue', ...described, body: supportBody } },
      async (request, reply) => {
        reply.header('cache-control', 'no-store')
        if (!request.body.website) await service.report(issueFromWire(request.body), langOf(request))
        return thanks(request)
      },
    )

    app.post(
      paths.contactUs,
      { ...shared, preValidation: readForm(contactBody), schema: { summary: 'The contact form', ...described, body: contactBody } },
      async (request, reply) => {
        reply.header('cache-control', 'no-store')
        if (!request.body.website) await service.contact(contactFromWire(request.body), langOf(request))
        return thanks(request)
      },
    )
  }
