import {
  advancementListResponse,
  advancementParams,
  advancementResponse,
  advancePreviewResponse,
  advanceSelection,
  advanceTeamsRequest,
} from '#contract/advancement.schema.ts'
import { paths } from '#contract/paths.ts'
import {
  adminResultsResponse,
  freezeRankingRequest,
  publishedResultsResponse,
  publishResultsRequest,
  savedPublishedResultsResponse,
  savedResultsResponse,
  startRevealRequest,
  takeBackResultsRequest,
  updateRevealRequest,
} from '#contract/results.schema.ts'
import { adminScoresParams } from '#contract/score.schema.ts'
import type { Deps } from '#server/deps.ts'
import { explanationTexts } from '#server/http/explanations/rank-explanation-texts.ts'
import { createAdminRoutes, getAuditActor } from '#server/http/guards.ts'
import { getRequestLanguage } from '#server/http/language.ts'
import { buildMessageReply, buildSuccessReply } from '#server/http/reply.ts'
import { createAdvancementService } from './advance.ts'
import { createResultsPublisher } from './publish.ts'
import { createFreezeAndRevealService } from './service.ts'

/** Registers the calls of the back office that freeze, reveal and publish the ranking of an event. */
export const freezeAndRevealAdminRoutes = (deps: Deps) =>
  createAdminRoutes(deps, 'results', 'results', async (app) => {
    const service = createFreezeAndRevealService(deps, { explanationTexts })
    const path = `${paths.adminEvents}/:eventId/results`
    const params = adminScoresParams
    const response = { 200: savedResultsResponse }

    app.get(
      path,
      {
        schema: {
          summary: 'The freeze and the reveal of a ranking',
          params,
          response: { 200: adminResultsResponse },
        },
      },
      async (request) => buildSuccessReply(await service.getResults(request.params.eventId)),
    )

    app.put(
      `${path}/freeze`,
      {
        schema: {
          summary: 'Freeze the public ranking now or at a time',
          params,
          body: freezeRankingRequest,
          response,
        },
      },
      async (request) =>
        buildMessageReply(
          request,
          'saved',
          await service.freeze(request.params.eventId, request.body.at, getAuditActor(request)),
        ),
    )

    app.delete(
      `${path}/freeze`,
      { schema: { summary: 'End the freeze and publish the standing ranking', params, response } },
      async (request) =>
        buildMessageReply(
          request,
          'updated',
          await service.unfreeze(request.params.eventId, getAuditActor(request)),
        ),
    )

    app.post(
      `${path}/reveal`,
      {
        schema: {
          summary: 'Start the reveal or a rehearsal of it',
          params,
          body: startRevealRequest,
          response,
        },
      },
      async (request) =>
        buildMessageReply(
          request,
          'saved',
          await service.startReveal(request.params.eventId, request.body, getAuditActor(request)),
        ),
    )

    app.patch(
      `${path}/reveal`,
      {
        schema: {
          summary: 'Open the next rank, pause or continue',
          params,
          body: updateRevealRequest,
          response,
        },
      },
      async (request) =>
        buildMessageReply(
          request,
          'updated',
          await service.updateReveal(request.params.eventId, request.body),
        ),
    )

    app.delete(
      `${path}/reveal`,
      { schema: { summary: 'End the reveal without publishing the ranking', params, response } },
      async (request) =>
        buildMessageReply(request, 'updated', await service.cancelReveal(request.params.eventId)),
    )
  })

/**
 * Registers the calls of the back office that publish the results of an event as provisional or final, and
 * withdraw them.
 */
export const publishResultsAdminRoutes = (deps: Deps) =>
  createAdminRoutes(deps, 'results', 'results', async (app) => {
    const publisher = createResultsPublisher(deps)
    const path = `${paths.adminEvents}/:eventId/results/publication`
    const params = adminScoresParams
    const response = { 200: savedPublishedResultsResponse }

    app.get(
      path,
      {
        schema: {
          summary: 'The published results of an event',
          params,
          response: { 200: publishedResultsResponse },
        },
      },
      async (request) => buildSuccessReply({ results: await publisher.getPublished(request.params.eventId) }),
    )

    app.put(
      path,
      {
        schema: {
          summary: 'Publish results as provisional or final',
          params,
          body: publishResultsRequest,
          response,
        },
      },
      async (request) => {
        const { params, body } = request
        const results = await publisher.publish(
          params.eventId,
          body.status,
          getRequestLanguage(request),
          getAuditActor(request),
        )
        return buildMessageReply(request, 'saved', { results })
      },
    )

    app.post(
      `${path}/take-back`,
      {
        schema: {
          summary: 'Take published results back, so that scores can change',
          params,
          body: takeBackResultsRequest,
          response,
        },
      },
      async (request) => {
        const { params, body } = request
        const results = await publisher.takeBack(
          params.eventId,
          body.reason,
          getRequestLanguage(request),
          getAuditActor(request),
        )
        return buildMessageReply(request, 'updated', { results })
      },
    )
  })

/**
 * Registers the calls of the back office that advance the first teams of an event to another stage and event.
 */
export const advanceAdminRoutes = (deps: Deps) =>
  createAdminRoutes(deps, 'results', 'results', async (app) => {
    const service = createAdvancementService(deps)
    const path = `${paths.adminEvents}/:eventId/results/advancements`
    const params = adminScoresParams

    app.get(
      path,
      {
        schema: {
          summary: 'Which teams advanced from an event',
          params,
          response: { 200: advancementListResponse },
        },
      },
      async (request) => buildSuccessReply({ advancements: await service.list(request.params.eventId) }),
    )
    app.post(
      `${path}/preview`,
      {
        schema: {
          summary: 'Which teams would advance',
          params,
          body: advanceSelection,
          response: { 200: advancePreviewResponse },
        },
      },
      async (request) => buildSuccessReply(await service.preview(request.params.eventId, request.body)),
    )
    app.post(
      path,
      {
        schema: {
          summary: 'Advance teams to another stage and event',
          params,
          body: advanceTeamsRequest,
          response: { 200: advancementResponse },
        },
      },
      async (request) =>
        buildMessageReply(request, 'saved', {
          advancement: await service.advance(request.params.eventId, request.body, getAuditActor(request)),
        }),
    )
    app.post(
      `${path}/:advancementId/undo`,
      {
        schema: {
          summary: 'Undo an advancement',
          params: advancementParams,
          response: { 200: advancementResponse },
        },
      },
      async (request) => {
        const { eventId, advancementId } = request.params
        return buildMessageReply(request, 'updated', {
          advancement: await service.undo(eventId, advancementId, getAuditActor(request)),
        })
      },
    )
  })
