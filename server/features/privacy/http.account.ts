import { Readable } from 'node:stream'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { paths } from '#contract/paths.ts'
import { erasureBody, erasureReply, ownScoresReply } from '#contract/published/own-data.schema.ts'
import { ownScoreToWire } from '#contract/published/own-data.ts'
import { getErasureDueDate } from '#contract/rules/retention.ts'
import type { Deps } from '#server/deps.ts'
import { writeAudit } from '#server/features/audit/service.ts'
import { listScoresByOwner } from '#server/features/scores/service.ts'
import { getAuditActor } from '#server/http/audit-actor.ts'
import { getAuthenticatedUser } from '#server/http/guards.ts'
import { getRequestLanguage, getTranslator } from '#server/http/language.ts'
import { createFieldEncryption } from '#server/lib/encryption.ts'
import { exportOf } from './export.ts'
import type { PrivacyService } from './service.ts'

/** What somebody who is signed in sees of themselves and does with it: scores, a copy of everything, erasure. */
export const privacyAccount =
  ({ config, database, guards }: Deps, service: PrivacyService): FastifyPluginAsyncZod =>
  async (app) => {
    const shared = { onRequest: guards.requireUser, config: { for: 'user' } } as const
    const described = { tags: ['account'], security: [{ token: [] }] }
    const encryption = createFieldEncryption(config.SECRET_KEY ?? '')
    app.addHook('onSend', async (_request, reply) => {
      reply.header('cache-control', 'no-store')
    })

    app.get(
      paths.accountScores,
      { ...shared, schema: { summary: 'The own places in the rankings', ...described, response: { 200: ownScoresReply } } },
      async (request) => {
        const row = await service.person(getAuthenticatedUser(request))
        const scores = await listScoresByOwner(database.db, { userId: row.id, email: row.emailConfirmedAt ? row.email : null })
        return { success: true as const, scores: scores.map(ownScoreToWire) }
      },
    )
    app.get(
      paths.accountExport,
      {
        ...shared,
        config: { for: 'user', rateLimit: { max: 20, timeWindow: '15 minutes' } },
        schema: { summary: 'Everything that is kept about oneself, as a JSON file', ...described },
      },
      async (request, reply) => {
        const row = await service.person(getAuthenticatedUser(request))
        // first the log, so that the copy tells of itself
        await writeAudit(database.db, { actor: getAuditActor(request), action: 'export', entity: 'user', entityId: row.id })
        return reply
          .headers({
            'content-type': 'application/json; charset=utf-8',
            'content-disposition': 'attachment; filename="botola-my-data.json"',
          })
          .send(Readable.from(exportOf(database.db, row, encryption, new Date())))
      },
    )
    app.post(
      paths.accountErasure,
      {
        ...shared,
        schema: {
          summary: 'Ask for the erasure of the own account; it can be withdrawn for a week',
          ...described,
          body: erasureBody,
          response: { 200: erasureReply },
        },
      },
      async (request) => {
        const at = await service.ask(getAuthenticatedUser(request), request.body.password, getAuditActor(request))
        const msg = getTranslator(getRequestLanguage(request))('messages.erasureAsked')
        return { success: true as const, msg, erasureRequestedAt: at, erasureDueAt: getErasureDueDate(at) }
      },
    )
    app.delete(
      paths.accountErasure,
      { ...shared, schema: { summary: 'Withdraw it', ...described, response: { 200: erasureReply } } },
      async (request) => {
        await service.withdraw(getAuthenticatedUser(request), getAuditActor(request))
        const msg = getTranslator(getRequestLanguage(request))('messages.erasureWithdrawn')
        return { success: true as const, msg, erasureRequestedAt: null, erasureDueAt: null }
      },
    )
  }
