import { paths } from '#contract/paths.ts'
import {
  publishedResultsResponse,
  publishResultsRequest,
  savedPublishedResultsResponse,
  takeBackResultsRequest,
} from '#contract/results.schema.ts'
import { adminScoresParams } from '#contract/score.schema.ts'
import type { Deps } from '#server/deps.ts'
import { getAuditActor } from '#server/http/audit-actor.ts'
import { createAdminRoutes } from '#server/http/guarded-routes.ts'
import { getRequestLanguage } from '#server/http/language.ts'
import { messageReply, successReply } from '#server/http/reply.ts'
import { createResultsPublisher } from './publish.ts'

/** Registers the calls of the back office that publish the results of an event as provisional or final, and withdraw them. */
export const publishResultsAdminRoutes = (deps: Deps) =>
  createAdminRoutes(deps, 'results', 'results', async (app) => {
    const publisher = createResultsPublisher(deps)
    const path = `${paths.adminEvents}/:eventId/results/publication`
    const params = adminScoresParams
    const response = { 200: savedPublishedResultsResponse }

    app.get(
      path,
      { schema: { summary: 'The published results of an event', params, response: { 200: publishedResultsResponse } } },
      async (request) => successReply({ results: await publisher.getPublished(request.params.eventId) }),
    )

    app.put(
      path,
      { schema: { summary: 'Publish results as provisional or final', params, body: publishResultsRequest, response } },
      async (request) => {
        const { params, body } = request
        const results = await publisher.publish(params.eventId, body.status, getRequestLanguage(request), getAuditActor(request))
        return messageReply(request, 'saved', { results })
      },
    )

    app.post(
      `${path}/take-back`,
      { schema: { summary: 'Take published results back, so that scores can change', params, body: takeBackResultsRequest, response } },
      async (request) => {
        const { params, body } = request
        const results = await publisher.takeBack(params.eventId, body.reason, getRequestLanguage(request), getAuditActor(request))
        return messageReply(request, 'updated', { results })
      },
    )
  })
