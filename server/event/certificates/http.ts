import { createPartRangeGetter } from '#contract/event/print.ts'
import type { Deps } from '#server/deps.ts'
import { getAuditActor, getAuthenticatedUser } from '#server/platform/http/guards.ts'
import { createCallsPlugin } from '#server/platform/http/implement-calls.ts'
import { buildMessageReply, buildSuccessReply } from '#server/platform/http/reply.ts'
import { createCertificateService } from './service.ts'

/**
 * Registers the public call that checks a certificate. Its limit of unknown codes prevents that visitors try
 * them.
 */
export const createCertificatesPublicRoutes = (deps: Deps) =>
  createCallsPlugin(deps, (implement) => {
    const service = createCertificateService(deps)
    implement('GET /api/v1/certificates/:code', async (request, reply) => {
      reply.header('cache-control', 'no-store')
      return buildSuccessReply({ certificate: await service.verify(request.params.code) })
    })
  })

/**
 * Registers the calls of the back office that read the certificates of an event, to print them, revoke one
 * and issue it again.
 */
export const createCertificatesAdminRoutes = (deps: Deps) =>
  createCallsPlugin(deps, (implement) => {
    const service = createCertificateService(deps)
    implement(
      'GET /api/admin/events/:eventId/certificates',
      async ({ params, query: { part, ...selection } }) =>
        buildSuccessReply(await service.listOfEvent(params.eventId, selection, createPartRangeGetter(part))),
    )
    implement('POST /api/admin/events/:eventId/certificates/:code/revoke', async (request) => {
      const { params, body } = request
      await service.revoke(params.eventId, params.code, body.reason, getAuditActor(request))
      return buildMessageReply(request, 'updated', {})
    })
    implement('POST /api/admin/events/:eventId/certificates/:code/reissue', async (request) => {
      await service.reissue(request.params.eventId, request.params.code, getAuditActor(request))
      return buildMessageReply(request, 'updated', {})
    })
  })

/** Registers the call that lists the certificates of a user and of their teams. */
export const createCertificateListAccountRoutes = (deps: Deps) =>
  createCallsPlugin(deps, (implement) => {
    const service = createCertificateService(deps)
    implement('GET /api/account/certificates', async (request) =>
      buildSuccessReply(await service.listOfAccount(getAuthenticatedUser(request).userId)),
    )
  })
