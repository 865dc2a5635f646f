import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { competitionsWithPlacesResponse } from '#contract/competition.schema.ts'
import { paths } from '#contract/paths.ts'
import type { Deps } from '#server/deps.ts'
import { listActiveCompetitionsWithPlaces } from './queries.ts'

/** Registers the call that lists the competitions of the season. */
export const competitionsPublicRoutes =
  ({ database, responseCache }: Deps): FastifyPluginAsyncZod =>
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
        // free places and opening times change without a write to competitions
        reply.header('cache-control', 'no-store')
        return { success: true as const, competitions: await listActiveCompetitionsWithPlaces(database.db, new Date().toISOString()) }
      },
    )
  }
