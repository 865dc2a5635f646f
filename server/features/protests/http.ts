import type { FastifyRequest } from 'fastify'
import { paths } from '#contract/paths.ts'
import {
  accountProtestsResponse,
  adminProtestResponse,
  adminProtestsQuery,
  adminProtestsResponse,
  answeredProtestResponse,
  answerProtestRequest,
  createPaperProtestRequest,
  createProtestRequest,
  eventProtestParams,
  eventProtestsParams,
  protestParams,
  protestSettingsResponse,
  savedProtestResponse,
  savedProtestSettingsResponse,
  saveProtestSettingsRequest,
} from '#contract/protest.schema.ts'
import { maskPlayerEmailOfEntry } from '#contract/rules/identity.ts'
import type { Deps } from '#server/deps.ts'
import {
  createAccountRoutes,
  createAdminRoutes,
  getAuditActor,
  getAuthenticatedUser,
  shouldMaskEmails,
} from '#server/http/guards.ts'
import { buildListReply, buildMessageReply, buildSuccessReply } from '#server/http/reply.ts'
import { createAccountProtestService } from './account-protest-service.ts'
import { createAdminProtestService } from './admin-protest-service.ts'

/** Registers the calls of the back office about the protests of an event. */
export const protestsAdminRoutes = (deps: Deps) =>
  createAdminRoutes(deps, 'protests', 'results', async (app) => {
    const service = createAdminProtestService(deps)
    const path = '/api/admin/events/:eventId/protests'

    app.get(
      path,
      {
        schema: {
          summary: 'The protests of an event, the open ones first',
          params: eventProtestsParams,
          querystring: adminProtestsQuery,
          response: { 200: adminProtestsResponse },
        },
      },
      async ({ params, query }) => {
        const { page, per_page: perPage, s: search, state } = query
        const { protests, total } = await service.list(params.eventId, { page, perPage, search, state })
        return buildListReply('protests', protests, total, query)
      },
    )
    app.get(
      `${path}/:protestId`,
      {
        schema: {
          summary:
            'A protest with the result that it is about and the changes of that result; its email is masked without the permission `privacy`',
          params: eventProtestParams,
          response: { 200: adminProtestResponse },
        },
      },
      async (request) => {
        const { entry, ...details } = await service.get(request.params.eventId, request.params.protestId)
        return buildSuccessReply({
          ...details,
          entry: entry && shouldMaskEmails(request) ? maskPlayerEmailOfEntry(entry) : entry,
        })
      },
    )
    app.put(
      `${path}/:protestId`,
      {
        schema: {
          summary: 'Enter a protest that a team made on paper; a repeat is harmless',
          params: eventProtestParams,
          body: createPaperProtestRequest,
          response: { 200: savedProtestResponse },
        },
      },
      async (request) => {
        const { eventId, protestId } = request.params
        return buildMessageReply(request, 'saved', {
          protest: await service.enterOnPaper(eventId, protestId, request.body, getAuditActor(request)),
        })
      },
    )
    app.post(
      `${path}/:protestId/answer`,
      {
        schema: {
          summary: 'Accept or reject an open protest; the answer is emailed, the score stays as it is',
          params: eventProtestParams,
          body: answerProtestRequest,
          response: { 200: answeredProtestResponse },
        },
      },
      async (request) => {
        const { eventId, protestId } = request.params
        return buildMessageReply(request, 'saved', {
          protest: await service.answer(eventId, protestId, request.body, getAuditActor(request)),
        })
      },
    )

    const settingsPath = '/api/admin/events/:eventId/protest-settings'
    app.get(
      settingsPath,
      {
        schema: {
          summary: 'Until when an event accepts protests, and how many are open',
          params: eventProtestsParams,
          response: { 200: protestSettingsResponse },
        },
      },
      async ({ params }) => buildSuccessReply({ settings: await service.getSettings(params.eventId) }),
    )
    app.put(
      settingsPath,
      {
        schema: {
          summary: 'Set until when an event accepts protests',
          params: eventProtestsParams,
          body: saveProtestSettingsRequest,
          response: { 200: savedProtestSettingsResponse },
        },
      },
      async (request) => {
        const { params, body } = request
        return buildMessageReply(request, 'saved', {
          settings: await service.setDeadline(params.eventId, body.protestsUntil, getAuditActor(request)),
        })
      },
    )
  })

const getAccountActor = (request: FastifyRequest) => ({
  ...getAuditActor(request),
  userId: getAuthenticatedUser(request).userId,
})

/** Registers the calls of a user that ask for reviews of results. */
export const protestsAccountRoutes = (deps: Deps) =>
  createAccountRoutes(deps, 'protests', async (app) => {
    const service = createAccountProtestService(deps)
    const config = { rateLimit: { max: 60, timeWindow: '15 minutes' } }

    app.get(
      paths.accountProtests,
      {
        schema: {
          summary: 'The results of the account and of its teams in events with protests, with the protests',
          response: { 200: accountProtestsResponse },
        },
      },
      async (request) =>
        buildSuccessReply({ entries: await service.list(getAuthenticatedUser(request).userId) }),
    )

    app.put(
      `${paths.accountProtests}/:protestId`,
      {
        config,
        schema: {
          summary: 'Protest against a result; a repeat is harmless',
          params: protestParams,
          body: createProtestRequest,
          response: { 200: savedProtestResponse },
        },
      },
      async (request) =>
        buildMessageReply(request, 'protestSent', {
          protest: await service.create(request.params.protestId, request.body, getAccountActor(request)),
        }),
    )

    app.delete(
      `${paths.accountProtests}/:protestId`,
      {
        config,
        schema: {
          summary: 'Withdraw an open protest',
          params: protestParams,
          response: { 200: savedProtestResponse },
        },
      },
      async (request) =>
        buildMessageReply(request, 'protestWithdrawn', {
          protest: await service.withdraw(request.params.protestId, getAccountActor(request)),
        }),
    )
  })
