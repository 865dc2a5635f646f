import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { paths } from '#contract/paths.ts'
import { competitionsReply } from '#contract/published/competition.schema.ts'
import { competitionKeys, competitionToWire } from '#contract/published/competition.ts'
import type { Deps } from '#server/deps.ts'
import { openCompetitions } from './queries.ts'

/** The competitions that teams can be registered for. */
export const competitionsPublic =
  ({ database }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      paths.competitions,
      {
        config: { for: 'visitor' },
        schema: {
          summary: 'Competitions with their limits, fee, dates, and the places that are left',
          tags: ['competitions'],
          response: { 200: competitionsReply },
        },
      },
      async (_, reply) => {
        // places and opening times change by themselves
        reply.header('cache-control', 'no-store')
        const competitions = await openCompetitions(database.db, new Date().toISOString())
        return { success: true as const, [competitionKeys.many]: competitions.map(competitionToWire) }
      },
    )
  }
