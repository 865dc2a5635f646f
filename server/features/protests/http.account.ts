import type { FastifyRequest } from 'fastify'
import { paths } from '#contract/paths.ts'
import { accountProtestsResponse, createProtestRequest, protestParams, savedProtestResponse } from '#contract/protest.schema.ts'
import type { Deps } from '#server/deps.ts'
import { createAccountRoutes, getAuditActor, getAuthenticatedUser } from '#server/http/guards.ts'
import { messageReply, successReply } from '#server/http/reply.ts'
import { createAccountProtestService } from './account-protest-service.ts'

const getAccountActor = (request: FastifyRequest) => ({ ...getAuditActor(request), userId: getAuthenticatedUser(request).userId })

/** Registers the calls of an account that ask for reviews of results. */
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
      async (request) => successReply({ entries: await service.list(getAuthenticatedUser(request).userId) }),
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
        messageReply(request, 'protestSent', {
          protest: await service.create(request.params.protestId, request.body, getAccountActor(request)),
        }),
    )

    app.delete(
      `${paths.accountProtests}/:protestId`,
      { config, schema: { summary: 'Withdraw an open protest', params: protestParams, response: { 200: savedProtestResponse } } },
      async (request) =>
        messageReply(request, 'protestWithdrawn', { protest: await service.withdraw(request.params.protestId, getAccountActor(request)) }),
    )
  })
