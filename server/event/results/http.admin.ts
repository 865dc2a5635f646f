import type { Deps } from '#server/deps.ts'
import { explanationTexts } from '#server/platform/http/explanations/rank-explanation-texts.ts'
import { getAuditActor } from '#server/platform/http/guards.ts'
import { createCallsPlugin } from '#server/platform/http/implement-calls.ts'
import { getRequestLanguage } from '#server/platform/http/language.ts'
import { buildMessageReply, buildSuccessReply } from '#server/platform/http/reply.ts'
import { createAdvancementService } from './advance.ts'
import { createResultsPublicationService } from './publish.ts'
import { createFreezeAndRevealService } from './service.ts'

/** Registers the calls of the back office that freeze, reveal and publish the ranking of an event. */
export const createFreezeAndRevealAdminRoutes = (deps: Deps) =>
  createCallsPlugin(deps, (implement) => {
    const service = createFreezeAndRevealService(deps, { explanationTexts })

    implement('GET /api/admin/events/:eventId/results', async (request) =>
      buildSuccessReply(await service.getResults(request.params.eventId)),
    )

    implement('PUT /api/admin/events/:eventId/results/freeze', async (request) =>
      buildMessageReply(
        request,
        'saved',
        await service.freeze(request.params.eventId, request.body.at, getAuditActor(request)),
      ),
    )

    implement('DELETE /api/admin/events/:eventId/results/freeze', async (request) =>
      buildMessageReply(
        request,
        'updated',
        await service.unfreeze(request.params.eventId, getAuditActor(request)),
      ),
    )

    implement('POST /api/admin/events/:eventId/results/reveal', async (request) =>
      buildMessageReply(
        request,
        'saved',
        await service.startReveal(request.params.eventId, request.body, getAuditActor(request)),
      ),
    )

    implement('PATCH /api/admin/events/:eventId/results/reveal', async (request) =>
      buildMessageReply(request, 'updated', await service.updateReveal(request.params.eventId, request.body)),
    )

    implement('DELETE /api/admin/events/:eventId/results/reveal', async (request) =>
      buildMessageReply(request, 'updated', await service.cancelReveal(request.params.eventId)),
    )
  })

/**
 * Registers the calls of the back office that publish the results of an event as provisional or final, and
 * withdraw them.
 */
export const createPublishResultsAdminRoutes = (deps: Deps) =>
  createCallsPlugin(deps, (implement) => {
    const publisher = createResultsPublicationService(deps)

    implement('GET /api/admin/events/:eventId/results/publication', async (request) =>
      buildSuccessReply({ results: await publisher.getPublished(request.params.eventId) }),
    )

    implement('PUT /api/admin/events/:eventId/results/publication', async (request) => {
      const { params, body } = request
      const results = await publisher.publish(
        params.eventId,
        body.status,
        getRequestLanguage(request),
        getAuditActor(request),
      )
      return buildMessageReply(request, 'saved', { results })
    })

    implement('POST /api/admin/events/:eventId/results/publication/take-back', async (request) => {
      const { params, body } = request
      const results = await publisher.takeBack(
        params.eventId,
        body.reason,
        getRequestLanguage(request),
        getAuditActor(request),
      )
      return buildMessageReply(request, 'updated', { results })
    })
  })

/**
 * Registers the calls of the back office that advance the first teams of an event to another stage and event.
 */
export const createAdvanceAdminRoutes = (deps: Deps) =>
  createCallsPlugin(deps, (implement) => {
    const service = createAdvancementService(deps)

    implement('GET /api/admin/events/:eventId/results/advancements', async (request) =>
      buildSuccessReply({ advancements: await service.list(request.params.eventId) }),
    )
    implement('POST /api/admin/events/:eventId/results/advancements/preview', async (request) =>
      buildSuccessReply(await service.preview(request.params.eventId, request.body)),
    )
    implement('POST /api/admin/events/:eventId/results/advancements', async (request) =>
      buildMessageReply(request, 'saved', {
        advancement: await service.advance(request.params.eventId, request.body, getAuditActor(request)),
      }),
    )
    implement('POST /api/admin/events/:eventId/results/advancements/:advancementId/undo', async (request) => {
      const { eventId, advancementId } = request.params
      return buildMessageReply(request, 'updated', {
        advancement: await service.undo(eventId, advancementId, getAuditActor(request)),
      })
    })
  })
