import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { langQuery } from '#contract/fields.schema.ts'
import { eventParams } from '#contract/published/event.schema.ts'
import { msPerMinute } from '#contract/rules/time.ts'
import {
  competitionPageParams,
  competitionPageResponse,
  teamPageParams,
  teamPageResponse,
  teamPagesOfEventResponse,
} from '#contract/season-page.schema.ts'
import type { Deps } from '#server/deps.ts'
import { findVisibleRankingEvent } from '#server/features/scores/service.ts'
import { explanationTexts } from '#server/http/explanations/rank-explanation-texts.ts'
import { buildSuccessReply } from '#server/http/reply.ts'
import { sendCachedJson } from '#server/http/response-cache.ts'
import { AppError } from '#server/lib/app-error.ts'
import { getScheduleCacheTag } from '#server/lib/cache-invalidation.ts'
import { listPageAddressesOfRankedTeams } from './queries.ts'
import { createCompetitionAndTeamPageService, seasonPageCacheTags } from './service.ts'

/** Registers the calls of the public pages of competitions and teams. */
export const competitionAndTeamPageRoutes =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const { database, responseCache } = deps
    const service = createCompetitionAndTeamPageService(deps, explanationTexts)
    /**
     * A payment, a move to another season and the first schedule of another event invalidate no tag of these
     * replies, so they are fresh for a minute.
     */
    const limitValidity = (...instants: (string | null)[]) => {
      const times = instants.flatMap((instant) =>
        instant && Date.parse(instant) > Date.now() ? [Date.parse(instant)] : [],
      )
      responseCache.limitValidity(new Date(Math.min(Date.now() + msPerMinute, ...times)))
    }
    const addEventTags = (eventIds: readonly string[]) => {
      for (const eventId of eventIds) {
        responseCache.addTag(`scores:${eventId}`)
        responseCache.addTag(getScheduleCacheTag(eventId))
      }
    }

    app.get(
      '/api/competitions/:slug',
      {
        config: { for: 'visitor' },
        schema: {
          summary:
            'The page of a competition: its events, their rules, and its registered teams where the organizers publish them',
          tags: ['competitions'],
          params: competitionPageParams,
          querystring: langQuery,
          response: { 200: competitionPageResponse },
        },
      },
      (request, reply) =>
        sendCachedJson(responseCache, request, reply, seasonPageCacheTags, async () => {
          const { page, eventIds } = await service.readCompetitionPage(request.params.slug)
          addEventTags(eventIds)
          limitValidity(page.competition.opensAt, page.competition.closesAt)
          return buildSuccessReply({ page })
        }),
    )

    app.get(
      '/api/competitions/:slug/teams/:teamNo',
      {
        config: { for: 'visitor' },
        schema: {
          summary: 'The page of a team of the season: results, awards and published schedule',
          description:
            'A team has a page while it has its place, owes nothing, and the organizers publish the teams of the competition or the team is seen in an event.',
          tags: ['competitions'],
          params: teamPageParams,
          querystring: langQuery,
          response: { 200: teamPageResponse },
        },
      },
      (request, reply) =>
        sendCachedJson(responseCache, request, reply, seasonPageCacheTags, async () => {
          const { page, eventIds } = await service.readTeamPage(
            request.params.slug,
            Number(request.params.teamNo),
          )
          addEventTags(eventIds)
          limitValidity()
          return buildSuccessReply({ page })
        }),
    )

    app.get(
      '/api/v1/events/:idOrSlug/team-pages',
      {
        config: { for: 'visitor' },
        schema: {
          summary: 'The entries of a ranking whose teams have a page',
          tags: ['events'],
          params: eventParams,
          querystring: langQuery,
          response: { 200: teamPagesOfEventResponse },
        },
      },
      (request, reply) =>
        sendCachedJson(responseCache, request, reply, seasonPageCacheTags, async () => {
          const event = await findVisibleRankingEvent(database.readDb, request.params.idOrSlug)
          if (!event) throw new AppError('not-found')
          addEventTags([event.id])
          limitValidity()
          return buildSuccessReply({ pages: await listPageAddressesOfRankedTeams(database.readDb, event.id) })
        }),
    )
  }
