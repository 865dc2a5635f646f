import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { langQuery } from '#contract/fields.schema.ts'
import { contactUsRequest, reportIssueRequest, reportIssueResponse } from '#contract/message.schema.ts'
import { paths } from '#contract/paths.ts'
import { fromPublishedMessageForm } from '#contract/published/field-names.ts'
import { messageOnlyResponse } from '#contract/response.schema.ts'
import type { Deps } from '#server/deps.ts'
import { getRequestLanguage } from '#server/http/language.ts'
import { buildMessageReply, preventCaching } from '#server/http/reply.ts'
import { createFormParsingHook } from '#server/http/request-bodies.ts'
import { createMessageSubmissionService } from './service.ts'

const acceptPublishedFields = async (request: FastifyRequest) => {
  if (typeof request.body === 'object' && request.body !== null)
    request.body = fromPublishedMessageForm(request.body)
}

/** Registers the calls that take the messages of visitors to the organizers. */
export const messagesPublicRoutes =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const submission = createMessageSubmissionService(deps)
    app.addHook('onRequest', preventCaching)
    const config = { for: 'visitor', rateLimit: { max: 20, timeWindow: '15 minutes' } } as const
    const described = {
      tags: ['messages'],
      consumes: ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'],
      querystring: langQuery,
    }

    app.post(
      paths.support,
      {
        config,
        preValidation: [createFormParsingHook(reportIssueRequest), acceptPublishedFields],
        schema: {
          summary: 'Report an issue',
          ...described,
          body: reportIssueRequest,
          response: { 200: reportIssueResponse },
        },
      },
      async (request) => {
        const { website, ...issue } = request.body
        const report = website
          ? { hasCopy: false }
          : await submission.report(issue, getRequestLanguage(request))
        return buildMessageReply(request, 'messageSent', report)
      },
    )

    app.post(
      paths.contactUs,
      {
        config,
        preValidation: [createFormParsingHook(contactUsRequest), acceptPublishedFields],
        schema: {
          summary: 'The contact form',
          ...described,
          body: contactUsRequest,
          response: { 200: messageOnlyResponse },
        },
      },
      async (request) => {
        const { website, ...note } = request.body
        if (!website) await submission.contact(note, getRequestLanguage(request))
        return buildMessageReply(request, 'messageSent')
      },
    )
  }
