import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { competitionsWithPlacesResponse } from '#contract/competition.schema.ts'
import { paths } from '#contract/paths.ts'
import type { Deps } from '#server/deps.ts'
import { getPageSettings } from '#server/features/settings/service.ts'
import { listActiveCompetitionsWithPlaces } from './queries.ts'

/** Registers the call that lists the competitions of the season. */
export const competitionsPublicRoutes =
  ({ config, database, responseCache }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      paths.competitions,
      {
        config: { for: 'visitor' },
        schema: {
          summary: 'Competitions with their limits, fee, dates, and the places that are left',
          tags: ['competitions'],
          response: { 200: competitionsWithPlacesResponse },
        },
      },
      async (_, reply) => {
        // a page with these competitions is rendered again after a change of them or of their teams
        responseCache.addTag('competitions')
        responseCache.addTag('settings')
        // free places and opening times change without a write to competitions
        reply.header('cache-control', 'no-store')
        const { isRegistrationEnabled } = await getPageSettings({ config, database })
        const options = { now: new Date().toISOString(), isRegistrationEnabled }
        return { success: true as const, competitions: await listActiveCompetitionsWithPlaces(database.db, options) }
      },
    )
  }
