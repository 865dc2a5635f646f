import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { langQuery } from '#contract/lang.schema.ts'
import { paths } from '#contract/paths.ts'
import { continentsResponse } from '#contract/published/continent.schema.ts'
import { toPublishedContinent } from '#contract/published/continent.ts'
import type { Deps } from '#server/deps.ts'
import { getRequestLanguage } from '#server/http/language.ts'
import { sendCachedJson } from '#server/http/send-cached-response.ts'
import { listPublicContinents } from './queries.ts'

/** Registers the call that lists the continents, which are the tabs of the events page. */
export const continentsPublicRoutes =
  ({ database, responseCache }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      paths.continents,
      {
        config: { for: 'visitor' },
        schema: { summary: 'Continents', tags: ['continents'], querystring: langQuery, response: { 200: continentsResponse } },
      },
      (request, reply) =>
        sendCachedJson(responseCache, request, reply, ['continents'], async () => {
          const lang = getRequestLanguage(request)
          const continents = await listPublicContinents(database.readDb)
          return { success: true, continents: continents.map((continent) => toPublishedContinent(continent, lang)) }
        }),
    )
  }
