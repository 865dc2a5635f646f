import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { langQuery } from '#contract/lang.schema.ts'
import { paths } from '#contract/paths.ts'
import { regionsResponse } from '#contract/published/region.schema.ts'
import { toPublishedRegion } from '#contract/published/region.ts'
import type { Deps } from '#server/deps.ts'
import { sendCachedJson } from '#server/http/send-cached-response.ts'
import { listPublicRegions } from './queries.ts'

/** Registers the call that lists the regions and their contacts. */
export const regionsPublicRoutes =
  ({ database, responseCache }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      paths.regions,
      {
        config: { for: 'visitor' },
        schema: {
          summary: 'Regions with the contact of each',
          tags: ['regions'],
          querystring: langQuery,
          response: { 200: regionsResponse },
        },
      },
      (request, reply) =>
        sendCachedJson(responseCache, request, reply, ['regions'], async () => {
          const regions = await listPublicRegions(database.readDb)
          return { success: true, regions: regions.map(toPublishedRegion) }
        }),
    )
  }
