import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { langQuery } from '#contract/fields.schema.ts'
import {
  adminMatchesParams,
  adminMatchesResponse,
  adminMatchParams,
  drawMatchesRequest,
  matchPreviewResponse,
  previewMatchRequest,
  previewScoreChangeRequest,
  savedMatchesResponse,
  saveMatchRequest,
  setWithdrawalRequest,
  tournamentResponse,
} from '#contract/match.schema.ts'
import { eventParams } from '#contract/published/event.schema.ts'
import type { Deps } from '#server/deps.ts'
import { isSchedulePublished } from '#server/features/schedule/service.ts'
import { readFromVisibleRanking } from '#server/features/scores/service.ts'
import { describeMatchRankingReason } from '#server/http/explanations/match-explanation-texts.ts'
import { createAdminRoutes, getAuditActor } from '#server/http/guards.ts'
import { getRequestLanguage } from '#server/http/language.ts'
import { buildMessageReply, buildSuccessReply } from '#server/http/reply.ts'
import { sendCachedJson } from '#server/http/response-cache.ts'
import { AppError } from '#server/lib/app-error.ts'
import { getScheduleCacheTag } from '#server/lib/cache-invalidation.ts'
import { createMatchService } from './service.ts'
import { buildTournamentReply, readTournamentWithTimes } from './tournament.ts'

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
          const tournament = await readFromVisibleRanking(
            db,
            request.params.idOrSlug,
            async (event, source) => {
              if (!event.ruleSet?.matches) return undefined
              responseCache.addTag(`scores:${event.id}`)
              responseCache.addTag(getScheduleCacheTag(event.id))
              const { times, ...read } = await readTournamentWithTimes(db, event, source)
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
      },
    )
  }

/** Registers the calls of the back office about events that are played in matches. */
export const matchesAdminRoutes = (deps: Deps) =>
  createAdminRoutes(deps, 'judging', 'results', async (app) => {
    const service = createMatchService(deps)
    const getMatches = (request: FastifyRequest, eventId: string) =>
      service.get(eventId, (...args) => describeMatchRankingReason(...args)[getRequestLanguage(request)])
    const path = '/api/admin/events/:eventId/matches'

    app.get(
      path,
      {
        schema: {
          summary: 'The draw, the matches and their problems',
          params: adminMatchesParams,
          response: { 200: adminMatchesResponse },
        },
      },
      async (request) => buildSuccessReply({ matches: await getMatches(request, request.params.eventId) }),
    )
    app.post(
      `${path}/draw`,
      {
        schema: {
          summary: 'Draw the matches, or record a draw that was made by hand',
          params: adminMatchesParams,
          body: drawMatchesRequest,
          response: { 200: savedMatchesResponse },
        },
      },
      async (request) => {
        const { eventId } = request.params
        await service.draw(eventId, request.body, getAuditActor(request))
        return buildMessageReply(request, 'saved', { matches: await getMatches(request, eventId) })
      },
    )
    app.post(
      `${path}/withdrawals/preview`,
      {
        schema: {
          summary: 'What the withdrawal of a team would change',
          params: adminMatchesParams,
          body: setWithdrawalRequest,
          response: { 200: matchPreviewResponse },
        },
      },
      async ({ params, body }) =>
        buildSuccessReply({ preview: await service.previewWithdrawal(params.eventId, body) }),
    )
    app.put(
      `${path}/withdrawals`,
      {
        schema: {
          summary: 'Withdraw a team after the draw, or take it back',
          params: adminMatchesParams,
          body: setWithdrawalRequest,
          response: { 200: savedMatchesResponse },
        },
      },
      async (request) => {
        const { eventId } = request.params
        await service.setWithdrawal(eventId, request.body, getAuditActor(request))
        return buildMessageReply(request, 'saved', { matches: await getMatches(request, eventId) })
      },
    )
    app.post(
      `${path}/score-changes/preview`,
      {
        schema: {
          summary: 'What a change in the scores of the event would change in the matches',
          params: adminMatchesParams,
          body: previewScoreChangeRequest,
          response: { 200: matchPreviewResponse },
        },
      },
      async ({ params, body }) =>
        buildSuccessReply({ preview: await service.previewScoreChange(params.eventId, body) }),
    )
    app.post(
      `${path}/:matchNumber/preview`,
      {
        schema: {
          summary: 'What a result of a match would change',
          params: adminMatchParams,
          body: previewMatchRequest,
          response: { 200: matchPreviewResponse },
        },
      },
      async ({ params, body }) =>
        buildSuccessReply({ preview: await service.previewMatch(params.eventId, params.matchNumber, body) }),
    )
    app.put(
      `${path}/:matchNumber`,
      {
        schema: {
          summary: 'Record or correct the result of a match',
          params: adminMatchParams,
          body: saveMatchRequest,
          response: { 200: savedMatchesResponse },
        },
      },
      async (request) => {
        const { eventId, matchNumber } = request.params
        await service.saveMatch(eventId, matchNumber, request.body, getAuditActor(request))
        return buildMessageReply(request, 'saved', { matches: await getMatches(request, eventId) })
      },
    )
  })
