import type { FastifyRequest } from 'fastify'
import { maskPlayerEmailOfEntry } from '#contract/accounts/identity.ts'
import type { Deps } from '#server/deps.ts'
import {
  getAuditActor,
  getAuthenticatedUser,
  shouldMaskEmailsForRequester,
} from '#server/platform/http/guards.ts'
import { createCallsPlugin } from '#server/platform/http/implement-calls.ts'
import { buildListReply, buildMessageReply, buildSuccessReply } from '#server/platform/http/reply.ts'
import { createAdminProtestService } from './admin-protest-service.ts'
import { createAccountProtestService } from './service.ts'

/** Registers the calls of the back office about the protests of an event. */
export const createProtestsAdminRoutes = (deps: Deps) =>
  createCallsPlugin(deps, (implement) => {
    const service = createAdminProtestService(deps)

    implement('GET /api/admin/events/:eventId/protests', async ({ params, query }) => {
      const { page, per_page: perPage, s: search, state } = query
      const { protests, total } = await service.list(params.eventId, { page, perPage, search, state })
      return buildListReply('protests', protests, total, query)
    })
    implement('GET /api/admin/events/:eventId/protests/:protestId', async (request) => {
      const { entry, ...details } = await service.get(request.params.eventId, request.params.protestId)
      return buildSuccessReply({
        ...details,
        entry: entry && shouldMaskEmailsForRequester(request) ? maskPlayerEmailOfEntry(entry) : entry,
      })
    })
    implement('PUT /api/admin/events/:eventId/protests/:protestId', async (request) => {
      const { eventId, protestId } = request.params
      return buildMessageReply(request, 'saved', {
        protest: await service.enterOnPaper(eventId, protestId, request.body, getAuditActor(request)),
      })
    })
    implement('POST /api/admin/events/:eventId/protests/:protestId/answer', async (request) => {
      const { eventId, protestId } = request.params
      return buildMessageReply(request, 'saved', {
        protest: await service.answer(eventId, protestId, request.body, getAuditActor(request)),
      })
    })

    implement('GET /api/admin/events/:eventId/protest-settings', async ({ params }) =>
      buildSuccessReply({ settings: await service.getSettings(params.eventId) }),
    )
    implement('PUT /api/admin/events/:eventId/protest-settings', async (request) => {
      const { params, body } = request
      return buildMessageReply(request, 'saved', {
        settings: await service.setDeadline(params.eventId, body.protestsUntil, getAuditActor(request)),
      })
    })
  })

const getAccountActor = (request: FastifyRequest) => ({
  ...getAuditActor(request),
  userId: getAuthenticatedUser(request).userId,
})

/** Registers the calls of a user that ask for reviews of results. */
export const createProtestsAccountRoutes = (deps: Deps) =>
  createCallsPlugin(deps, (implement) => {
    const service = createAccountProtestService(deps)

    implement('GET /api/account/protests', async (request) =>
      buildSuccessReply({ entries: await service.list(getAuthenticatedUser(request).userId) }),
    )

    implement('PUT /api/account/protests/:protestId', async (request) =>
      buildMessageReply(request, 'protestSent', {
        protest: await service.create(request.params.protestId, request.body, getAccountActor(request)),
      }),
    )

    implement('DELETE /api/account/protests/:protestId', async (request) =>
      buildMessageReply(request, 'protestWithdrawn', {
        protest: await service.withdraw(request.params.protestId, getAccountActor(request)),
      }),
    )
  })
