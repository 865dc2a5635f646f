import type { FastifyRequest } from 'fastify'
import { fromPublishedMessageFields } from '#contract/published/field-names.ts'
import type { Deps } from '#server/deps.ts'
import { createCallsPlugin } from '#server/platform/http/implement-calls.ts'
import { getRequestLanguage } from '#server/platform/http/language.ts'
import { buildMessageReply, preventCaching } from '#server/platform/http/reply.ts'
import { createMessageSubmissionService } from './service.ts'

const acceptPublishedFields = async (request: FastifyRequest) => {
  if (typeof request.body === 'object' && request.body !== null)
    request.body = fromPublishedMessageFields(request.body)
}

/** Registers the calls that take the messages of visitors to the organizers. */
export const createMessagesPublicRoutes = (deps: Deps) =>
  createCallsPlugin(deps, (implement, app) => {
    const submission = createMessageSubmissionService(deps)
    app.addHook('onRequest', preventCaching)
    implement(
      'POST /api/support',
      async (request) => {
        const { website, ...issue } = request.body
        const report = website
          ? { hasCopy: false }
          : await submission.report(issue, getRequestLanguage(request))
        return buildMessageReply(request, 'messageSent', report)
      },
      { preValidation: acceptPublishedFields },
    )

    implement(
      'POST /api/contact-us',
      async (request) => {
        const { website, ...note } = request.body
        if (!website) await submission.contact(note, getRequestLanguage(request))
        return buildMessageReply(request, 'messageSent')
      },
      { preValidation: acceptPublishedFields },
    )
  })
