import { Readable } from 'node:stream'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { getErasureGracePeriodEnd } from '#contract/accounts/retention.ts'
import type { Deps } from '#server/deps.ts'
import { listVisibleScoresOfUser } from '#server/event/scores/service.ts'
import { writeAudit } from '#server/platform/audit/service.ts'
import { implementDeletedListAndPurgeCalls } from '#server/platform/http/crud-routes.ts'
import { explanationTexts } from '#server/platform/http/explanations/rank-explanation-texts.ts'
import {
  assertRequestSessionRecentlyConfirmed,
  getAuditActor,
  getAuthenticatedUser,
} from '#server/platform/http/guards.ts'
import { createCallsPlugin } from '#server/platform/http/implement-calls.ts'
import { buildMessageReply, buildSuccessReply } from '#server/platform/http/reply.ts'
import { getEmailIfConfirmed } from '#server/platform/lib/identity.ts'
import { getSiteDate } from '#server/platform/settings/service.ts'
import { createRateLimitedPasswordCheck } from '../session/service.ts'
import { createDeletedTeamPurgeService } from './erase-teams.ts'
import { streamPersonalDataJson } from './export.ts'
import { createUserErasureService, type PrivacyService } from './service.ts'

/**
 * Users read their scores, download a copy of their personal data, and request the erasure of their account.
 */
const privacyAccountRoutes = (deps: Deps, service: PrivacyService) =>
  createCallsPlugin(deps, (implement) => {
    const { database, encryption } = deps

    implement('GET /api/account/scores', async (request) => {
      const row = await service.getUser(getAuthenticatedUser(request))
      return buildSuccessReply({
        scores: await listVisibleScoresOfUser(
          database.db,
          { userId: row.id, email: getEmailIfConfirmed(row) },
          { texts: explanationTexts, today: await getSiteDate(deps) },
        ),
      })
    })

    implement('GET /api/account/export', async (request, reply) => {
      const row = await service.getUser(getAuthenticatedUser(request))
      // the audit entry comes first, so that the copy includes it
      await writeAudit(database.db, {
        actor: getAuditActor(request),
        action: 'export',
        entity: 'user',
        entityId: row.id,
      })
      return reply
        .headers({
          'content-type': 'application/json; charset=utf-8',
          'content-disposition': 'attachment; filename="botola-my-data.json"',
        })
        .send(Readable.from(streamPersonalDataJson(database.db, row, encryption, new Date())))
    })

    implement('POST /api/account/erasure', async (request) => {
      const { password } = request.body
      const requestedAt = await service.requestErasure(
        getAuthenticatedUser(request),
        password,
        getAuditActor(request),
      )
      return buildMessageReply(request, 'erasureAsked', {
        erasureRequestedAt: requestedAt,
        erasureDueAt: getErasureGracePeriodEnd(requestedAt),
      })
    })

    implement('DELETE /api/account/erasure', async (request) => {
      await service.withdrawErasure(getAuthenticatedUser(request), getAuditActor(request))
      return buildMessageReply(request, 'erasureWithdrawn', {
        erasureRequestedAt: null,
        erasureDueAt: null,
      })
    })
  })

/**
 * Administrators decide about requests for erasure. The list of users with the filter `leaving` shows them.
 */
const privacyAdminRoutes = (deps: Deps, service: PrivacyService) =>
  createCallsPlugin(deps, (implement) => {
    implement('POST /api/admin/users/erasure', async (request) => {
      const { body } = request
      if (body.decision === 'erase') {
        assertRequestSessionRecentlyConfirmed(request)
        await service.erase(body.id, body.ground, getAuditActor(request))
      } else await service.refuseErasure(body.id, body.reason, getAuditActor(request))
      return buildMessageReply(request, body.decision === 'erase' ? 'erased' : 'erasureRefused')
    })
  })

/** Administrators list the deleted teams and erase one of them immediately. */
const deletedTeamsAdminRoutes = (deps: Deps) =>
  createCallsPlugin(deps, (implement) => {
    implementDeletedListAndPurgeCalls(implement, '/api/admin/teams', createDeletedTeamPurgeService(deps))
  })

/** Registers the calls about personal data and its erasure. */
export const createPrivacyAndTeamPurgeRoutes =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const service = createUserErasureService({
      ...deps,
      checkPassword: createRateLimitedPasswordCheck(deps),
    })
    await app.register(privacyAccountRoutes(deps, service))
    await app.register(privacyAdminRoutes(deps, service))
    await app.register(deletedTeamsAdminRoutes(deps))
  }
