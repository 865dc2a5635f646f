import { Readable } from 'node:stream'
import { accountScoresResponse, erasureResponse, requestErasureRequest } from '#contract/account.schema.ts'
import { paths } from '#contract/paths.ts'
import { getErasureDueDate } from '#contract/rules/retention.ts'
import type { Deps } from '#server/deps.ts'
import { writeAudit } from '#server/features/audit/service.ts'
import { listVisibleScoresByOwner } from '#server/features/scores/service.ts'
import { getAuditActor } from '#server/http/audit-actor.ts'
import { createAccountRoutes } from '#server/http/guarded-routes.ts'
import { getAuthenticatedUser } from '#server/http/guards.ts'
import { explanationTexts } from '#server/http/rank-explanation-texts.ts'
import { messageReply, successReply } from '#server/http/reply.ts'
import { getConfirmedEmail } from '#server/lib/confirmed-email.ts'
import { streamPersonalDataJson } from './export.ts'
import type { PrivacyService } from './service.ts'

/** Users read their scores, download a copy of their personal data, and request the erasure of their account. */
export const privacyAccountRoutes = (deps: Deps, service: PrivacyService) =>
  createAccountRoutes(deps, 'account', async (app) => {
    const { database, encryption } = deps

    app.get(
      paths.accountScores,
      { schema: { summary: 'The own places in the rankings', response: { 200: accountScoresResponse } } },
      async (request) => {
        const row = await service.getUser(getAuthenticatedUser(request))
        return successReply({
          scores: await listVisibleScoresByOwner(database.db, { userId: row.id, email: getConfirmedEmail(row) }, explanationTexts),
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
        await writeAudit(database.db, { actor: getAuditActor(request), action: 'export', entity: 'user', entityId: row.id })
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
        const requestedAt = await service.requestErasure(getAuthenticatedUser(request), password, getAuditActor(request))
        return messageReply(request, 'erasureAsked', { erasureRequestedAt: requestedAt, erasureDueAt: getErasureDueDate(requestedAt) })
      },
    )

    app.delete(
      paths.accountErasure,
      { schema: { summary: 'Withdraw the request for erasure', response: { 200: erasureResponse } } },
      async (request) => {
        await service.withdrawErasure(getAuthenticatedUser(request), getAuditActor(request))
        return messageReply(request, 'erasureWithdrawn', { erasureRequestedAt: null, erasureDueAt: null })
      },
    )
  })
