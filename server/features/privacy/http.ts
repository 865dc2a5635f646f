import { Readable } from 'node:stream'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import {
  accountScoresResponse,
  erasureDecisionRequest,
  erasureResponse,
  requestErasureRequest,
} from '#contract/account.schema.ts'
import { pageSizes } from '#contract/page-sizes.ts'
import { paths } from '#contract/paths.ts'
import { messageOnlyResponse } from '#contract/response.schema.ts'
import { getErasureDueDate } from '#contract/rules/retention.ts'
import type { Deps } from '#server/deps.ts'
import { writeAudit } from '#server/features/audit/service.ts'
import { listVisibleScoresByOwner } from '#server/features/scores/service.ts'
import { createRateLimitedPasswordCheck } from '#server/features/session/service.ts'
import { getSiteDate } from '#server/features/settings/service.ts'
import { addListAndPurgeDeletedRoutes } from '#server/http/crud-routes.ts'
import { explanationTexts } from '#server/http/explanations/rank-explanation-texts.ts'
import {
  assertRequestSessionConfirmed,
  createAccountRoutes,
  createAdminRoutes,
  getAuditActor,
  getAuthenticatedUser,
} from '#server/http/guards.ts'
import { buildMessageReply, buildSuccessReply } from '#server/http/reply.ts'
import { findConfirmedUserEmail } from '#server/lib/identity.ts'
import { createDeletedTeamPurgeService } from './erase-teams.ts'
import { streamPersonalDataJson } from './export.ts'
import { createUserErasureService, type PrivacyService } from './service.ts'

/**
 * Users read their scores, download a copy of their personal data, and request the erasure of their account.
 */
const privacyAccountRoutes = (deps: Deps, service: PrivacyService) =>
  createAccountRoutes(deps, 'account', async (app) => {
    const { database, encryption } = deps

    app.get(
      paths.accountScores,
      { schema: { summary: 'The own places in the rankings', response: { 200: accountScoresResponse } } },
      async (request) => {
        const row = await service.getUser(getAuthenticatedUser(request))
        return buildSuccessReply({
          scores: await listVisibleScoresByOwner(
            database.db,
            { userId: row.id, email: findConfirmedUserEmail(row) },
            { texts: explanationTexts, today: await getSiteDate(deps) },
          ),
        })
      },
    )

    app.get(
      paths.accountExport,
      {
        config: { for: 'user', rateLimit: { max: 20, timeWindow: '15 minutes' } },
        schema: { summary: 'Everything that is stored about oneself, as a JSON file' },
      },
      async (request, reply) => {
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
      },
    )

    app.post(
      paths.accountErasure,
      {
        schema: {
          summary: 'Request the erasure of the own account; it can be withdrawn for a week',
          body: requestErasureRequest,
          response: { 200: erasureResponse },
        },
      },
      async (request) => {
        const { password } = request.body
        const requestedAt = await service.requestErasure(
          getAuthenticatedUser(request),
          password,
          getAuditActor(request),
        )
        return buildMessageReply(request, 'erasureAsked', {
          erasureRequestedAt: requestedAt,
          erasureDueAt: getErasureDueDate(requestedAt),
        })
      },
    )

    app.delete(
      paths.accountErasure,
      { schema: { summary: 'Withdraw the request for erasure', response: { 200: erasureResponse } } },
      async (request) => {
        await service.withdrawErasure(getAuthenticatedUser(request), getAuditActor(request))
        return buildMessageReply(request, 'erasureWithdrawn', {
          erasureRequestedAt: null,
          erasureDueAt: null,
        })
      },
    )
  })

/**
 * Administrators decide about requests for erasure. The list of users with the filter `leaving` shows them.
 */
const privacyAdminRoutes = (deps: Deps, service: PrivacyService) =>
  createAdminRoutes(deps, 'users', 'privacy', async (app) => {
    app.post(
      paths.adminErasure,
      {
        config: { conditionalChecks: [{ when: 'to erase immediately', confirmation: true }] },
        schema: {
          summary: 'Erase an account immediately, or refuse the open request with a reason',
          body: erasureDecisionRequest,
          response: { 200: messageOnlyResponse },
        },
      },
      async (request) => {
        const { body } = request
        if (body.decision === 'erase') {
          assertRequestSessionConfirmed(request)
          await service.erase(body.id, body.ground, getAuditActor(request))
        } else await service.refuseErasure(body.id, body.reason, getAuditActor(request))
        return buildMessageReply(request, body.decision === 'erase' ? 'erased' : 'erasureRefused')
      },
    )
  })

/** Administrators list the deleted teams and erase one of them immediately. */
const deletedTeamsAdminRoutes = (deps: Deps) =>
  createAdminRoutes(deps, 'teams', 'registration', async (app) => {
    addListAndPurgeDeletedRoutes(app, {
      path: paths.adminTeams,
      sizes: pageSizes.teams,
      permission: 'registration',
      purgePermission: 'privacy',
      service: createDeletedTeamPurgeService(deps),
    })
  })

/** Registers the calls about personal data and its erasure. */
export const privacyRoutes =
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
