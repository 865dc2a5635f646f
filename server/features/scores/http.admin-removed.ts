import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { adminEntrySavedReply, adminScoresParams, removedScoresReply, restoreBody } from '#contract/published/score-admin.schema.ts'
import { adminEntryToWire, removedToWire } from '#contract/published/score-admin.ts'
import type { Deps } from '#server/deps.ts'
import { actorOf } from '#server/http/actor.ts'
import { languageOf, textsOf } from '#server/http/language.ts'
import { scoreWriter } from './record.ts'
import { adminScores } from './service.ts'

const tags = ['scores (admin)']
const security = [{ token: [] }]

/** The back office's calls about scores that were removed: for 30 days they can be brought back. */
export const scoresAdminRemoved =
  ({ database, changes, guards }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const read = adminScores(database)
    const { recordAttempts } = scoreWriter({ database, changes })
    app.addHook('onRequest', async (_, reply) => {
      reply.header('cache-control', 'no-store')
    })

    app.get(
      '/api/admin/events/:eventId/scores/removed',
      {
        onRequest: guards.admin,
        config: { for: 'admin' },
        schema: {
          summary: 'What was removed in the last 30 days, the last 100',
          tags,
          security,
          params: adminScoresParams,
          response: { 200: removedScoresReply },
        },
      },
      async ({ params }) => ({ success: true as const, removed: (await read.removed(params.eventId)).map(removedToWire) }),
    )

    app.post(
      '/api/admin/events/:eventId/scores/restore',
      {
        onRequest: guards.admin,
        config: { for: 'admin' },
        schema: {
          summary: 'Bring back what was removed',
          tags,
          security,
          params: adminScoresParams,
          body: restoreBody,
          response: { 200: adminEntrySavedReply },
        },
      },
      async (request) => {
        const { eventId } = request.params
        const by = { source: 'admin' as const, actor: actorOf(request) }
        const { entries } = await recordAttempts(eventId, { kind: 'restore', removedId: request.body.id }, by)
        const entry = adminEntryToWire(await read.entry(eventId, entries[0]?.id as string))
        return { success: true as const, msg: textsOf(languageOf(request.raw.url, request.headers))('messages.restored'), entry }
      },
    )
  }
