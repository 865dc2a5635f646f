import type { FastifyRequest } from 'fastify'
import { getEventScoringTraits } from '#contract/event/scoring/scoring-kinds.ts'
import type { Deps } from '#server/deps.ts'
import { describeMatchRankingReason } from '#server/platform/http/explanations/match-explanation-texts.ts'
import { getAuditActor } from '#server/platform/http/guards.ts'
import { createCallsPlugin } from '#server/platform/http/implement-calls.ts'
import { getRequestLanguage } from '#server/platform/http/language.ts'
import { buildMessageReply, buildSuccessReply } from '#server/platform/http/reply.ts'
import { sendCachedOrRenderedJson } from '#server/platform/http/response-cache.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import { getScheduleCacheTag } from '#server/platform/lib/cache-invalidation.ts'
import { isSchedulePublished } from '../schedule/service.ts'
import { runOnVisibleRankingSource } from '../scores/service.ts'
import { createMatchService } from './service.ts'
import { buildTournamentReply, readGroupsAndMatchesWithTimes } from './tournament.ts'

/** Registers the call that returns the groups and matches of an event to visitors. */
export const createMatchesPublicRoutes = ({ guards, database, responseCache }: Deps) =>
  createCallsPlugin({ guards }, (implement) => {
    implement('GET /api/v1/events/:idOrSlug/matches', (request, reply) => {
      const lang = getRequestLanguage(request)
      const db = database.readDb
      return sendCachedOrRenderedJson(responseCache, request, reply, ['events', 'teams'], async () => {
        const tournament = await runOnVisibleRankingSource(
          db,
          request.params.idOrSlug,
          async (event, source) => {
            if (!getEventScoringTraits(event.ruleSet).areTeamsDrawn) return undefined
            responseCache.addTag(`scores:${event.id}`)
            responseCache.addTag(getScheduleCacheTag(event.id))
            const { times, ...read } = await readGroupsAndMatchesWithTimes(db, event, source)
            const shownTimes = (await isSchedulePublished(db, event.id)) ? times : new Map()
            return buildTournamentReply(
              { ...read, times: shownTimes },
              (...args) => describeMatchRankingReason(...args)[lang],
            )
          },
        )
        if (!tournament) throw new AppError('not-found')
        return buildSuccessReply({ tournament })
      })
    })
  })

/** Registers the calls of the back office about events that are played in matches. */
export const createMatchesAdminRoutes = (deps: Deps) =>
  createCallsPlugin(deps, (implement) => {
    const service = createMatchService(deps)
    const getMatches = (request: FastifyRequest, eventId: string) =>
      service.get(eventId, (...args) => describeMatchRankingReason(...args)[getRequestLanguage(request)])

    implement('GET /api/admin/events/:eventId/matches', async (request) =>
      buildSuccessReply({ matches: await getMatches(request, request.params.eventId) }),
    )
    implement('POST /api/admin/events/:eventId/matches/draw', async (request) => {
      const { eventId } = request.params
      await service.draw(eventId, request.body, getAuditActor(request))
      return buildMessageReply(request, 'saved', { matches: await getMatches(request, eventId) })
    })
    implement('POST /api/admin/events/:eventId/matches/withdrawals/preview', async ({ params, body }) =>
      buildSuccessReply({ preview: await service.previewWithdrawal(params.eventId, body) }),
    )
    implement('PUT /api/admin/events/:eventId/matches/withdrawals', async (request) => {
      const { eventId } = request.params
      await service.setWithdrawal(eventId, request.body, getAuditActor(request))
      return buildMessageReply(request, 'saved', { matches: await getMatches(request, eventId) })
    })
    implement('POST /api/admin/events/:eventId/matches/score-changes/preview', async ({ params, body }) =>
      buildSuccessReply({ preview: await service.previewScoreChange(params.eventId, body) }),
    )
    implement('POST /api/admin/events/:eventId/matches/:matchNumber/preview', async ({ params, body }) =>
      buildSuccessReply({ preview: await service.previewMatch(params.eventId, params.matchNumber, body) }),
    )
    implement('PUT /api/admin/events/:eventId/matches/:matchNumber', async (request) => {
      const { eventId, matchNumber } = request.params
      await service.saveMatch(eventId, matchNumber, request.body, getAuditActor(request))
      return buildMessageReply(request, 'saved', { matches: await getMatches(request, eventId) })
    })
  })
