import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { langQuery } from '#contract/fields.schema.ts'
import { tournamentResponse } from '#contract/match.schema.ts'
import { eventParams } from '#contract/published/event.schema.ts'
import type { Deps } from '#server/deps.ts'
import { isSchedulePublished } from '#server/features/schedule/service.ts'
import { readVisibleRanking } from '#server/features/scores/service.ts'
import { getRequestLanguage } from '#server/http/language.ts'
import { describeMatchReason } from '#server/http/match-explanation-texts.ts'
import { successReply } from '#server/http/reply.ts'
import { sendCachedJson } from '#server/http/response-cache.ts'
import { AppError } from '#server/lib/app-error.ts'
import { getScheduleCacheTag } from '#server/lib/cache-invalidation.ts'
import { buildTournament } from './build-tournament.ts'
import { readTournament } from './tournament.ts'

/** Registers the call that returns the groups and matches of an event to visitors. */
export const matchesPublicRoutes =
  ({ database, responseCache }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/api/v1/events/:idOrSlug/matches',
      {
        config: { for: 'visitor' },
        schema: {
          summary: 'The groups, pairings and results of an event that is played in matches, by id or slug',
          description:
            'While the ranking is frozen, it has the results before the freeze and the pairings that follow from them. Times are in it once the schedule is published.',
          tags: ['events'],
          params: eventParams,
          querystring: langQuery,
          response: { 200: tournamentResponse },
        },
      },
      (request, reply) => {
        const lang = getRequestLanguage(request)
        const db = database.readDb
        return sendCachedJson(responseCache, request, reply, ['events', 'teams'], async () => {
          const tournament = await readVisibleRanking(db, request.params.idOrSlug, async (event, source) => {
            if (!event.ruleSet?.matches) return undefined
            responseCache.addTag(`scores:${event.id}`)
            responseCache.addTag(getScheduleCacheTag(event.id))
            const { times, ...read } = await readTournament(db, event, source)
            const shownTimes = (await isSchedulePublished(db, event.id)) ? times : new Map()
            return buildTournament({ ...read, times: shownTimes }, (...args) => describeMatchReason(...args)[lang])
          })
          if (!tournament) throw new AppError('not-found')
          return successReply({ tournament })
        })
      },
    )
  }
