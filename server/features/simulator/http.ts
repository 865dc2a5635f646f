import { createHash } from 'node:crypto'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import {
  type PostedScore,
  postScoresHeaders,
  postScoresParams,
  postScoresRequest,
  postScoresResponse,
} from '#contract/published/score.schema.ts'
import {
  toParticipantAndAttempt,
  toPostedScoreErrorPath,
  toPublishedTotalsUnlessFrozen,
} from '#contract/published/score.ts'
import { messageOnlyResponse } from '#contract/response.schema.ts'
import { adminScoresParams } from '#contract/score.schema.ts'
import {
  createdSimulatorKeyResponse,
  createSimulatorKeyRequest,
  simulatorKeyParams,
  simulatorKeysResponse,
} from '#contract/simulator-key.schema.ts'
import type { Deps } from '#server/deps.ts'
import { writeScoresInTransaction } from '#server/features/scores/write/score-writer.ts'
import { createAdminRoutes, getAuditActor } from '#server/http/guards.ts'
import { buildMessageReply, buildSuccessReply } from '#server/http/reply.ts'
import { AppError } from '#server/lib/app-error.ts'
import { createSimulatorKeyService } from './service.ts'

/**
 * Registers the calls of the back office about the keys with which the simulator posts scores of an event.
 */
export const simulatorKeysAdminRoutes = (deps: Deps) =>
  createAdminRoutes(deps, 'scores', 'results', async (app) => {
    const keys = createSimulatorKeyService(deps)
    const path = '/api/admin/events/:eventId/keys'

    app.get(
      path,
      {
        schema: {
          summary: 'The keys of the simulator',
          params: adminScoresParams,
          response: { 200: simulatorKeysResponse },
        },
      },
      async ({ params }) => buildSuccessReply({ keys: await keys.list(params.eventId) }),
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
        buildMessageReply(
          request,
          'saved',
          await keys.create(request.params.eventId, request.body.label, getAuditActor(request)),
        ),
    )

    app.delete(
      `${path}/:keyId`,
      {
        schema: {
          summary: 'Revoke a key',
          params: simulatorKeyParams,
          response: { 200: messageOnlyResponse },
        },
      },
      async (request) => {
        await keys.revoke(request.params.eventId, request.params.keyId, getAuditActor(request))
        return buildMessageReply(request, 'updated')
      },
    )
  })

const hashJson = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex')

const textsOfScores = ['name', 'email', 'teamNo', 'teamName', 'school', 'note'] as const
/**
 * Returns the posted scores with their texts as version 1.0.0 read them: without surrounding white space, and
 * not cleaned. A repeat of a post from before the update has the hash of these.
 */
const withTextsOfOldVersion = (scores: readonly PostedScore[], body: unknown): PostedScore[] => {
  const posted = (body as { scores?: unknown }).scores ?? [body]
  return scores.map((score, index) => {
    const given = (posted as Record<string, unknown>[])[index] ?? {}
    const texts = textsOfScores.flatMap((field) =>
      typeof given[field] === 'string' ? [[field, given[field].trim()] as const] : [],
    )
    return { ...score, ...Object.fromEntries(texts) }
  })
}

/** Registers the call by which the simulator posts scores. */
export const scoresSimulatorRoutes =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const keys = createSimulatorKeyService(deps)

    app.post(
      '/api/v1/events/:eventCode/scores',
      {
        // all players of a hall may come from one address
        config: { for: 'key', rateLimit: { max: 6000, timeWindow: '1 minute' } },
        schema: {
          summary: 'Post attempts from the simulator',
          description:
            'The key of the event goes into `X-Api-Key`. With an `Idempotency-Key` (kept for 7 days) a repeat of the same request changes nothing and gets the first reply; the same key with another request is refused (409). One attempt, or up to 500 under `scores`: all are recorded, or none. In an event with a rule set, `values` has the values of the score sheet by the key of their field, with times in milliseconds; `score` and `time` follow from them. Only a sheet that consists of points and a time can be posted without `values`. While the ranking is frozen for visitors, the reply has only the ids of the entries, because their totals are hidden.',
          tags: ['scores'],
          params: postScoresParams,
          headers: postScoresHeaders,
          body: postScoresRequest,
          response: { 200: postScoresResponse },
        },
        // the key is checked before the body is read
        onRequest: async (request) => {
          const key = request.headers['x-api-key']
          const { eventCode } = request.params as { eventCode: string }
          keyOfRequest.set(request, await keys.verify(typeof key === 'string' ? key : undefined, eventCode))
        },
        preValidation: async (request) => void bodyOfRequest.set(request, request.body),
      },
      async (request) => {
        const key = keyOfRequest.get(request)
        if (!key) throw new AppError('no-key')
        const idempotencyKey = request.headers['idempotency-key']
        try {
          const { entries, isFrozen } = await writeScoresInTransaction(
            deps,
            key.eventId,
            { kind: 'add', attempts: request.body.scores.map(toParticipantAndAttempt) },
            {
              source: 'simulator',
              actor: { userId: null, name: `simulator: ${key.label}`, requestId: request.id },
              idempotency: idempotencyKey
                ? {
                    key: idempotencyKey,
                    requestHash: hashJson(request.body),
                    oldRequestHash: hashJson({
                      scores: withTextsOfOldVersion(request.body.scores, bodyOfRequest.get(request)),
                    }),
                  }
                : undefined,
            },
          )
          return buildMessageReply(request, 'saved', {
            scores: toPublishedTotalsUnlessFrozen(entries, isFrozen),
          })
        } catch (error) {
          if (!(error instanceof AppError) || error.code !== 'bad-input') throw error
          throw new AppError(
            'bad-input',
            error.fields.map((problem) => ({
              ...problem,
              field: toPostedScoreErrorPath(request.body.scores, problem.field),
            })),
          )
        }
      },
    )
  }

/** The bodies of posts before they are parsed. */
const bodyOfRequest = new WeakMap<object, unknown>()
const keyOfRequest = new WeakMap<object, { eventId: string; label: string }>()
