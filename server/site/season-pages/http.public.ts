import { msPerMinute } from '#contract/platform/time.ts'
import type { Deps } from '#server/deps.ts'
import { findVisibleRankingEvent } from '#server/event/scores/service.ts'
import { explanationTexts } from '#server/platform/http/explanations/rank-explanation-texts.ts'
import { createCallsPlugin } from '#server/platform/http/implement-calls.ts'
import { buildSuccessReply } from '#server/platform/http/reply.ts'
import { sendCachedOrRenderedJson } from '#server/platform/http/response-cache.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import { getScheduleCacheTag } from '#server/platform/lib/cache-invalidation.ts'
import { listPageAddressesOfRankedEventTeams } from './queries.ts'
import { createCompetitionAndTeamPageService, seasonPageCacheTags } from './service.ts'

/** Registers the calls of the public pages of competitions and teams. */
export const createCompetitionAndTeamPageRoutes = (deps: Deps) =>
  createCallsPlugin(deps, (implement) => {
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

    implement('GET /api/competitions/:slug', (request, reply) =>
      sendCachedOrRenderedJson(responseCache, request, reply, seasonPageCacheTags, async () => {
        const { page, eventIds } = await service.readCompetitionPage(request.params.slug, request.query.page)
        addEventTags(eventIds)
        limitValidity(page.competition.opensAt, page.competition.closesAt)
        return buildSuccessReply({ page })
      }),
    )

    implement('GET /api/competitions/:slug/teams/:teamNo', (request, reply) =>
      sendCachedOrRenderedJson(responseCache, request, reply, seasonPageCacheTags, async () => {
        const { page, eventIds } = await service.readTeamPage(
          request.params.slug,
          Number(request.params.teamNo),
        )
        addEventTags(eventIds)
        limitValidity()
        return buildSuccessReply({ page })
      }),
    )

    implement('GET /api/v1/events/:idOrSlug/team-pages', (request, reply) =>
      sendCachedOrRenderedJson(responseCache, request, reply, seasonPageCacheTags, async () => {
        const event = await findVisibleRankingEvent(database.readDb, request.params.idOrSlug)
        if (!event) throw new AppError('not-found')
        addEventTags([event.id])
        limitValidity()
        return buildSuccessReply({
          pages: await listPageAddressesOfRankedEventTeams(database.readDb, event.id),
        })
      }),
    )
  })
