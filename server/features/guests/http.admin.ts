import {
  acceptGuestsRequest,
  assignGuestsRequest,
  assignGuestsResponse,
  guestsParams,
  guestsQuery,
  guestsResponse,
} from '#contract/guest.schema.ts'
import { messageOnlyResponse } from '#contract/response.schema.ts'
import type { Deps } from '#server/deps.ts'
import { createAdminRoutes, getAuditActor } from '#server/http/guards.ts'
import { buildMessageReply, buildSuccessReply } from '#server/http/reply.ts'
import { createGuestService } from './service.ts'

/** Registers the calls of the back office about the guests of an event. */
export const guestsAdminRoutes = (deps: Deps) =>
  createAdminRoutes(deps, 'scores', 'results', async (app) => {
    const service = createGuestService(deps)
    const path = '/api/admin/events/:eventId/guests'

    app.get(
      path,
      {
        schema: {
          summary:
            'Participants that are neither registered teams nor accounts, with the teams that they may be',
          params: guestsParams,
          querystring: guestsQuery,
          response: { 200: guestsResponse },
        },
      },
      async ({ params, query }) => buildSuccessReply(await service.list(params.eventId, query.limit)),
    )
    app.put(
      path,
      {
        schema: {
          summary: 'Set whether an event with teams accepts new guests',
          params: guestsParams,
          body: acceptGuestsRequest,
          response: { 200: messageOnlyResponse },
        },
      },
      async (request) => {
        const { acceptsGuests } = request.body
        await service.setAcceptsGuests(request.params.eventId, acceptsGuests, getAuditActor(request))
        return buildMessageReply(request, 'updated')
      },
    )
    app.post(
      `${path}/assign`,
      {
        schema: {
          summary: 'Give the results of guests to the registered teams that they are, or preview that',
          params: guestsParams,
          body: assignGuestsRequest,
          response: { 200: assignGuestsResponse },
        },
      },
      async (request) =>
        buildMessageReply(
          request,
          'updated',
          await service.assign(request.params.eventId, request.body, getAuditActor(request)),
        ),
    )
  })
