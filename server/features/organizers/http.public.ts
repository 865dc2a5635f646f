import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { paths } from '#contract/paths.ts'
import { organizersQuery, organizersResponse } from '#contract/published/organizer.schema.ts'
import { toPublishedOrganizer } from '#contract/published/organizer.ts'
import type { Deps } from '#server/deps.ts'
import { getRequestLanguage } from '#server/http/language.ts'
import { sendCachedJson } from '#server/http/send-cached-response.ts'
import { listPublicOrganizers } from './queries.ts'

/** Registers the call that lists the organizers. */
export const organizersPublicRoutes =
  ({ database, responseCache }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      paths.organizers,
      {
        config: { for: 'visitor' },
        schema: {
          summary: 'Organizers of a continent, or of all',
          tags: ['organizers'],
          querystring: organizersQuery,
          response: { 200: organizersResponse },
        },
      },
      (request, reply) =>
        sendCachedJson(responseCache, request, reply, ['organizers'], async () => {
          const lang = getRequestLanguage(request)
          const { id } = request.query
          const organizers = await listPublicOrganizers(database.readDb, id === 'all' ? undefined : id)
          return { success: true, organizers: organizers.map((organizer) => toPublishedOrganizer(organizer, lang)) }
        }),
    )
  }
