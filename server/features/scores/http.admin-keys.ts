import { messageResponse } from '#contract/response.schema.ts'
import {
  adminScoresParams,
  createdSimulatorKeyResponse,
  createSimulatorKeyRequest,
  simulatorKeyParams,
  simulatorKeysResponse,
} from '#contract/score.schema.ts'
import type { Deps } from '#server/deps.ts'
import { getAuditActor } from '#server/http/audit-actor.ts'
import { createAdminRoutes } from '#server/http/guarded-routes.ts'
import { messageReply, successReply } from '#server/http/reply.ts'
import { createSimulatorKeyService } from './simulator-keys.ts'

/** Registers the calls of the back office about the keys with which the simulator posts scores of an event. */
export const simulatorKeysAdminRoutes = (deps: Deps) =>
  createAdminRoutes(deps, 'scores', 'results', async (app) => {
    const keys = createSimulatorKeyService(deps)
    const path = '/api/admin/events/:eventId/keys'

    app.get(
      path,
      { schema: { summary: 'The keys of the simulator', params: adminScoresParams, response: { 200: simulatorKeysResponse } } },
      async ({ params }) => successReply({ keys: await keys.list(params.eventId) }),
    )

    app.post(
      path,
      {
        schema: {
          summary: 'Create a key; no later call returns its `secret`',
          params: adminScoresParams,
          body: createSimulatorKeyRequest,
          response: { 200: createdSimulatorKeyResponse },
        },
      },
      async (request) =>
        messageReply(request, 'saved', await keys.create(request.params.eventId, request.body.label, getAuditActor(request))),
    )

    app.delete(
      `${path}/:keyId`,
      { schema: { summary: 'Revoke a key', params: simulatorKeyParams, response: { 200: messageResponse({}) } } },
      async (request) => {
        await keys.revoke(request.params.eventId, request.params.keyId, getAuditActor(request))
        return messageReply(request, 'updated')
      },
    )
  })
