import type { FastifyRequest } from 'fastify'
import {
  adminMatchesParams,
  adminMatchesResponse,
  adminMatchParams,
  drawMatchesRequest,
  matchPreviewResponse,
  previewMatchRequest,
  savedMatchesResponse,
  saveMatchRequest,
  setWithdrawalRequest,
} from '#contract/match.schema.ts'
import type { Deps } from '#server/deps.ts'
import { createAdminRoutes, getAuditActor } from '#server/http/guards.ts'
import { getRequestLanguage } from '#server/http/language.ts'
import { describeMatchReason } from '#server/http/match-explanation-texts.ts'
import { messageReply, successReply } from '#server/http/reply.ts'
import { createMatchService } from './service.ts'

/** Registers the calls of the back office about events that are played in matches. */
export const matchesAdminRoutes = (deps: Deps) =>
  createAdminRoutes(deps, 'judging', 'results', async (app) => {
    const service = createMatchService(deps)
    const getMatches = (request: FastifyRequest, eventId: string) =>
      service.get(eventId, (...args) => describeMatchReason(...args)[getRequestLanguage(request)])
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
      async (request) => successReply({ matches: await getMatches(request, request.params.eventId) }),
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
        return messageReply(request, 'saved', { matches: await getMatches(request, eventId) })
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
      async ({ params, body }) => successReply({ preview: await service.previewWithdrawal(params.eventId, body) }),
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
        return messageReply(request, 'saved', { matches: await getMatches(request, eventId) })
      },
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
      async ({ params, body }) => successReply({ preview: await service.previewMatch(params.eventId, params.matchNumber, body) }),
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
        return messageReply(request, 'saved', { matches: await getMatches(request, eventId) })
      },
    )
  })
