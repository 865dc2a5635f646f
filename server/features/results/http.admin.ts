import { paths } from '#contract/paths.ts'
import {
  adminResultsResponse,
  freezeRankingRequest,
  savedResultsResponse,
  startRevealRequest,
  updateRevealRequest,
} from '#contract/results.schema.ts'
import { adminScoresParams } from '#contract/score.schema.ts'
import type { Deps } from '#server/deps.ts'
import { getAuditActor } from '#server/http/audit-actor.ts'
import { createAdminRoutes } from '#server/http/guarded-routes.ts'
import { explanationTexts } from '#server/http/rank-explanation-texts.ts'
import { messageReply, successReply } from '#server/http/reply.ts'
import { createRankingRevealService } from './service.ts'

/** Registers the calls of the back office that freeze, reveal and publish the ranking of an event. */
export const resultsAdminRoutes = (deps: Deps) =>
  createAdminRoutes(deps, 'results', 'results', async (app) => {
    const service = createRankingRevealService(deps, { explanationTexts })
    const path = `${paths.adminEvents}/:eventId/results`
    const params = adminScoresParams
    const response = { 200: savedResultsResponse }

    app.get(
      path,
      { schema: { summary: 'The freeze and the reveal of a ranking', params, response: { 200: adminResultsResponse } } },
      async (request) => successReply(await service.getResults(request.params.eventId)),
    )

    app.put(
      `${path}/freeze`,
      { schema: { summary: 'Freeze the public ranking now or at a time', params, body: freezeRankingRequest, response } },
      async (request) =>
        messageReply(request, 'saved', await service.freeze(request.params.eventId, request.body.at, getAuditActor(request))),
    )

    app.delete(
      `${path}/freeze`,
      { schema: { summary: 'End the freeze and publish the standing ranking', params, response } },
      async (request) => messageReply(request, 'updated', await service.unfreeze(request.params.eventId, getAuditActor(request))),
    )

    app.post(
      `${path}/reveal`,
      { schema: { summary: 'Start the reveal or a rehearsal of it', params, body: startRevealRequest, response } },
      async (request) =>
        messageReply(request, 'saved', await service.startReveal(request.params.eventId, request.body, getAuditActor(request))),
    )

    app.patch(
      `${path}/reveal`,
      { schema: { summary: 'Open the next rank, pause or continue', params, body: updateRevealRequest, response } },
      async (request) => messageReply(request, 'updated', await service.updateReveal(request.params.eventId, request.body)),
    )

    app.delete(
      `${path}/reveal`,
      { schema: { summary: 'End the reveal without publishing the ranking', params, response } },
      async (request) => messageReply(request, 'updated', await service.cancelReveal(request.params.eventId)),
    )
  })
