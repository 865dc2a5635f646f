import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { savedResponse } from '#contract/fields.schema.ts'
import { importRequest } from '#contract/import.schema.ts'
import {
  adminKeyParams,
  adminScoresParams,
  eventKeyBody,
  eventKeyMadeReply,
  eventKeysReply,
  importHeaders,
  importReply,
} from '#contract/published/score-admin.schema.ts'
import { eventKeyToWire, importRowToWire } from '#contract/published/score-admin.ts'
import type { Deps } from '#server/deps.ts'
import { actorOf } from '#server/http/actor.ts'
import { languageOf, textsOf } from '#server/http/language.ts'
import { problemsInWords } from '#server/http/line-problems.ts'
import { readForm } from '#server/http/multipart.ts'
import { AppError } from '#server/lib/app-error.ts'
import { scoreImport } from './import-service.ts'
import { eventKeyService } from './keys.ts'

const tags = ['scores (admin)']
const security = [{ token: [] }]

/** The back office's calls to import scores and about the simulator's keys. */
export const scoresAdminImport =
  ({ database, changes, guards }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const files = scoreImport({ database, changes })
    const keys = eventKeyService({ database })
    const onRequest = guards.admin
    app.addHook('onRequest', async (_, reply) => {
      reply.header('cache-control', 'no-store')
    })
    const texts = (request: FastifyRequest) => textsOf(languageOf(request.raw.url, request.headers))

    app.post(
      '/api/admin/events/:eventId/scores/import',
      {
        onRequest,
        preValidation: readForm(importRequest),
        config: { for: 'admin' },
        schema: {
          summary: 'Look at a CSV file of attempts (`preview`), or import it: all or nothing',
          description:
            'Columns: name, email, team_no, team_name, school, mission_type, mission, score, time, at, note. `rows` and `problems` are the first 200. A file with problems is refused (422) with the problems under `details`.',
          tags,
          security,
          consumes: ['multipart/form-data'],
          params: adminScoresParams,
          headers: importHeaders,
          body: importRequest,
          response: { 200: importReply },
        },
      },
      async (request) => {
        const { eventId } = request.params
        const { file, preview } = request.body
        const key = request.headers['idempotency-key']
        const requestHash = createHash('sha256').update(file.bytes).digest('hex')
        const done = preview
          ? { ...(await files.preview(eventId, file.bytes)), refused: false }
          : await files.run(eventId, file.bytes, actorOf(request), key ? { key, requestHash } : undefined)
        const problems = problemsInWords(texts(request), done.problems)
        if (done.refused) throw new AppError('import-rejected', [], { problems })
        return {
          success: true as const,
          msg: preview ? '' : texts(request)('messages.saved'),
          preview,
          rows: done.rows.map(importRowToWire),
          problems,
          count: done.count,
          participants: done.participants,
          newEntries: done.newEntries,
        }
      },
    )

    const path = '/api/admin/events/:eventId/keys'
    app.get(
      path,
      {
        onRequest,
        config: { for: 'admin' },
        schema: { summary: "The simulator's keys", tags, security, params: adminScoresParams, response: { 200: eventKeysReply } },
      },
      async ({ params }) => ({ success: true as const, keys: (await keys.list(params.eventId)).map(eventKeyToWire) }),
    )
    app.post(
      path,
      {
        onRequest,
        config: { for: 'admin' },
        schema: {
          summary: 'Make a key; `secret` is shown this once',
          tags,
          security,
          params: adminScoresParams,
          body: eventKeyBody,
          response: { 200: eventKeyMadeReply },
        },
      },
      async (request) => {
        const { key, secret } = await keys.make(request.params.eventId, request.body.label, actorOf(request))
        return { success: true as const, msg: texts(request)('messages.saved'), key: eventKeyToWire(key), secret }
      },
    )
    app.delete(
      `${path}/:keyId`,
      {
        onRequest,
        config: { for: 'admin' },
        schema: { summary: 'Revoke a key', tags, security, params: adminKeyParams, response: { 200: savedResponse } },
      },
      async (request) => {
        await keys.revoke(request.params.eventId, request.params.keyId, actorOf(request))
        return { success: true as const, msg: texts(request)('messages.updated') }
      },
    )
  }
