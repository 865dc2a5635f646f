import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { paths } from '#contract/paths.ts'
import { partnersQuery, partnersResponse } from '#contract/published/partner.schema.ts'
import { toPublishedPartner } from '#contract/published/partner.ts'
import type { Deps } from '#server/deps.ts'
import { sendCachedJson } from '#server/http/send-cached-response.ts'
import { listPublicPartners } from './queries.ts'

/** Registers the call that lists the partners of the carousel. */
export const partnersPublicRoutes =
  ({ database, responseCache }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      paths.partners,
      {
        config: { for: 'visitor' },
        schema: {
          summary: 'Partners that visitors see',
          tags: ['partners'],
          querystring: partnersQuery,
          response: { 200: partnersResponse },
        },
      },
      (request, reply) =>
        sendCachedJson(responseCache, request, reply, ['partners'], async () => {
          const partners = request.query.status === false ? [] : await listPublicPartners(database.readDb)
          return { success: true, partners: partners.map(toPublishedPartner) }
        }),
    )
  }
