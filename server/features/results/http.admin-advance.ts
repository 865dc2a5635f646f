import {
  advancementListResponse,
  advancementParams,
  advancementResponse,
  advancePreviewResponse,
  advanceSelection,
  advanceTeamsRequest,
} from '#contract/advancement.schema.ts'
import { paths } from '#contract/paths.ts'
import { adminScoresParams } from '#contract/score.schema.ts'
import type { Deps } from '#server/deps.ts'
import { getAuditActor } from '#server/http/audit-actor.ts'
import { createAdminRoutes } from '#server/http/guarded-routes.ts'
import { messageReply, successReply } from '#server/http/reply.ts'
import { createAdvancementService } from './advance.ts'

/** Registers the calls of the back office that advance the first teams of an event to another stage and event. */
export const advanceAdminRoutes = (deps: Deps) =>
  createAdminRoutes(deps, 'results', 'results', async (app) => {
    const service = createAdvancementService(deps)
    const path = `${paths.adminEvents}/:eventId/results/advancements`
    const params = adminScoresParams

    app.get(
      path,
      { schema: { summary: 'Which teams advanced from an event', params, response: { 200: advancementListResponse } } },
      async (request) => successReply({ advancements: await service.list(request.params.eventId) }),
    )
    app.post(
      `${path}/preview`,
      { schema: { summary: 'Which teams would advance', params, body: advanceSelection, response: { 200: advancePreviewResponse } } },
      async (request) => successReply(await service.preview(request.params.eventId, request.body)),
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
        messageReply(request, 'saved', {
          advancement: await service.advance(request.params.eventId, request.body, getAuditActor(request)),
        }),
    )
    app.post(
      `${path}/:advancementId/undo`,
      { schema: { summary: 'Undo an advancement', params: advancementParams, response: { 200: advancementResponse } } },
      async (request) => {
        const { eventId, advancementId } = request.params
        return messageReply(request, 'updated', { advancement: await service.undo(eventId, advancementId, getAuditActor(request)) })
      },
    )
  })
