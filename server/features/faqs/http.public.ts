import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { paths } from '#contract/paths.ts'
import { faqsQuery, faqsResponse } from '#contract/published/faq.schema.ts'
import { toPublishedFaq } from '#contract/published/faq.ts'
import type { Deps } from '#server/deps.ts'
import { getRequestLanguage } from '#server/http/language.ts'
import { sendCachedJson } from '#server/http/send-cached-response.ts'
import { listPublicFaqs } from './queries.ts'

/** Registers the call that lists the FAQs of the home page. */
export const faqsPublicRoutes =
  ({ database, responseCache }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      paths.faqs,
      {
        config: { for: 'visitor' },
        schema: {
          summary: 'Questions and answers that visitors see',
          tags: ['faqs'],
          querystring: faqsQuery,
          response: { 200: faqsResponse },
        },
      },
      (request, reply) =>
        sendCachedJson(responseCache, request, reply, ['faqs'], async () => {
          const lang = getRequestLanguage(request)
          const faqs = request.query.status === false ? [] : await listPublicFaqs(database.readDb)
          return { success: true, faqs: faqs.map((faq) => toPublishedFaq(faq, lang)) }
        }),
    )
  }
