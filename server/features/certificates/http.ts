import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import {
  adminCertificateParams,
  certificateListResponse,
  changedCertificateResponse,
  eventCertificatesResponse,
  revokeCertificateRequest,
  verifyCertificateParams,
  verifyCertificateResponse,
} from '#contract/certificate.schema.ts'
import { paths } from '#contract/paths.ts'
import { adminScoresParams } from '#contract/score.schema.ts'
import type { Deps } from '#server/deps.ts'
import {
  createAccountRoutes,
  createAdminRoutes,
  getAuditActor,
  getAuthenticatedUser,
} from '#server/http/guards.ts'
import { buildMessageReply, buildSuccessReply } from '#server/http/reply.ts'
import { createCertificateService } from './service.ts'

/**
 * Registers the public call that checks a certificate. Its limit of unknown codes prevents that visitors try
 * them.
 */
export const certificatesPublicRoutes =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const service = createCertificateService(deps)
    app.get(
      '/api/v1/certificates/:code',
      {
        config: { for: 'visitor', errorLimit: { max: 30, timeWindow: '1 minute' } },
        schema: {
          summary: 'What a certificate says, and whether it was revoked',
          tags: ['certificates'],
          params: verifyCertificateParams,
          response: { 200: verifyCertificateResponse },
        },
      },
      async (request, reply) => {
        reply.header('cache-control', 'no-store')
        return buildSuccessReply({ certificate: await service.verify(request.params.code) })
      },
    )
  }

/**
 * Registers the calls of the back office that read the certificates of an event, to print them, revoke one
 * and issue it again.
 */
export const certificatesAdminRoutes = (deps: Deps) =>
  createAdminRoutes(deps, 'certificates', 'results', async (app) => {
    const service = createCertificateService(deps)
    app.get(
      `${paths.adminEvents}/:eventId/certificates`,
      {
        schema: {
          summary: 'The certificates of an event',
          params: adminScoresParams,
          response: { 200: eventCertificatesResponse },
        },
      },
      async (request) => buildSuccessReply(await service.listOfEvent(request.params.eventId)),
    )
    const path = `${paths.adminEvents}/:eventId/certificates/:code`
    const params = adminCertificateParams
    const response = { 200: changedCertificateResponse }
    app.post(
      `${path}/revoke`,
      { schema: { summary: 'Revoke one certificate', params, body: revokeCertificateRequest, response } },
      async (request) => {
        const { params, body } = request
        await service.revoke(params.eventId, params.code, body.reason, getAuditActor(request))
        return buildMessageReply(request, 'updated', {})
      },
    )
    app.post(
      `${path}/reissue`,
      { schema: { summary: 'Issue a revoked certificate again, with a new code', params, response } },
      async (request) => {
        await service.reissue(request.params.eventId, request.params.code, getAuditActor(request))
        return buildMessageReply(request, 'updated', {})
      },
    )
  })

/** Registers the call that lists the certificates of a user and of their teams. */
export const certificatesAccountRoutes = (deps: Deps) =>
  createAccountRoutes(deps, 'certificates', async (app) => {
    const service = createCertificateService(deps)
    app.get(
      paths.accountCertificates,
      {
        schema: {
          summary: 'The own certificates and those of the own teams',
          response: { 200: certificateListResponse },
        },
      },
      async (request) => buildSuccessReply(await service.listOfAccount(getAuthenticatedUser(request).userId)),
    )
  })
