import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { savedResponse } from '#contract/fields.schema.ts'
import { paths } from '#contract/paths.ts'
import { erasureDecisionBody } from '#contract/published/own-data.schema.ts'
import type { Deps } from '#server/deps.ts'
import { actorOf } from '#server/http/actor.ts'
import { languageOf, textsOf } from '#server/http/language.ts'
import type { PrivacyService } from './service.ts'

/** What the organizers decide about requests for erasure. The list of them is the users' with the filter `leaving`. */
export const privacyAdmin =
  ({ guards }: Deps, service: PrivacyService): FastifyPluginAsyncZod =>
  async (app) => {
    app.post(
      paths.adminErasure,
      {
        onRequest: guards.admin,
        config: { for: 'admin' },
        schema: {
          summary: 'Erase a person at once, or refuse the request that is open, with a reason',
          tags: ['users (admin)'],
          security: [{ token: [] }],
          body: erasureDecisionBody,
          response: { 200: savedResponse },
        },
      },
      async (request, reply) => {
        const { id, decision, reason } = request.body
        reply.header('cache-control', 'no-store')
        if (decision === 'erase') await service.erase(id, reason, actorOf(request))
        else await service.refuse(id, reason, actorOf(request))
        const msg = textsOf(languageOf(request.raw.url, request.headers))(
          decision === 'erase' ? 'messages.erased' : 'messages.erasureRefused',
        )
        return { success: true as const, msg }
      },
    )
  }
