import { paths } from '#contract/paths.ts'
import { messageOnlyResponse } from '#contract/response.schema.ts'
import {
  awardParams,
  awardsResponse,
  saveAwardRequest,
  savedAwardResponse,
} from '#contract/results.schema.ts'
import { adminScoresParams } from '#contract/score.schema.ts'
import type { Deps } from '#server/deps.ts'
import { createAdminRoutes, getAuditActor } from '#server/http/guards.ts'
import { buildMessageReply, buildSuccessReply } from '#server/http/reply.ts'
import { createAwardService } from './service.ts'

/** Registers the calls of the back office about the awards of an event. */
export const awardsAdminRoutes = (deps: Deps) =>
  createAdminRoutes(deps, 'results', 'results', async (app) => {
    const service = createAwardService(deps)
    const path = `${paths.adminEvents}/:eventId/results/awards`
    const saved = { body: saveAwardRequest, response: { 200: savedAwardResponse } }

    app.get(
      path,
      {
        schema: {
          summary: 'The awards of an event',
          params: adminScoresParams,
          response: { 200: awardsResponse },
        },
      },
      async (request) => buildSuccessReply(await service.list(request.params.eventId)),
    )
    app.post(
      path,
      { schema: { summary: 'Give a team an award', params: adminScoresParams, ...saved } },
      async (request) =>
        buildMessageReply(request, 'saved', {
          award: await service.create(request.params.eventId, request.body, getAuditActor(request)),
        }),
    )
    app.put(
      `${path}/:awardId`,
      { schema: { summary: 'Change an award', params: awardParams, ...saved } },
      async (request) => {
        const { eventId, awardId } = request.params
        return buildMessageReply(request, 'updated', {
          award: await service.update(eventId, awardId, request.body, getAuditActor(request)),
        })
      },
    )
    app.delete(
      `${path}/:awardId`,
      { schema: { summary: 'Remove an award', params: awardParams, response: { 200: messageOnlyResponse } } },
      async (request) => {
        await service.remove(request.params.eventId, request.params.awardId, getAuditActor(request))
        return buildMessageReply(request, 'deleted')
      },
    )
  })
