import { createHash } from 'node:crypto'
import type { PostedScore } from '#contract/published/score.schema.ts'
import {
  toParticipantAndAttempt,
  toPostedScoreErrorPath,
  toPublishedTotalsUnlessFrozen,
} from '#contract/published/score.ts'
import type { Deps } from '#server/deps.ts'
import { getAuditActor } from '#server/platform/http/guards.ts'
import { createCallsPlugin } from '#server/platform/http/implement-calls.ts'
import { buildMessageReply, buildSuccessReply } from '#server/platform/http/reply.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import { writeScoresInOwnTransaction } from '../scores/write/score-writer.ts'
import { createSimulatorKeyService } from './service.ts'

/**
 * Registers the calls of the back office about the keys with which the simulator posts scores of an event.
 */
export const createSimulatorKeysAdminRoutes = (deps: Deps) =>
  createCallsPlugin(deps, (implement) => {
    const keys = createSimulatorKeyService(deps)
    implement('GET /api/admin/events/:eventId/keys', async ({ params }) =>
      buildSuccessReply({ keys: await keys.list(params.eventId) }),
    )

    implement('POST /api/admin/events/:eventId/keys', async (request) =>
      buildMessageReply(
        request,
        'saved',
        await keys.create(request.params.eventId, request.body.label, getAuditActor(request)),
      ),
    )

    implement('DELETE /api/admin/events/:eventId/keys/:keyId', async (request) => {
      await keys.revoke(request.params.eventId, request.params.keyId, getAuditActor(request))
      return buildMessageReply(request, 'updated')
    })
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
export const createScoresSimulatorRoutes = (deps: Deps) =>
  createCallsPlugin(deps, (implement) => {
    const keys = createSimulatorKeyService(deps)

    implement(
      'POST /api/v1/events/:eventCode/scores',
      async (request) => {
        const key = keyOfRequest.get(request)
        if (!key) throw new AppError('no-key')
        const idempotencyKey = request.headers['idempotency-key']
        try {
          const { entries, isFrozen } = await writeScoresInOwnTransaction(
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
      {
        // the key is checked before the body is read
        onRequest: async (request) => {
          const key = request.headers['x-api-key']
          const { eventCode } = request.params as { eventCode: string }
          keyOfRequest.set(request, await keys.verify(typeof key === 'string' ? key : undefined, eventCode))
        },
        preValidation: async (request) => void bodyOfRequest.set(request, request.body),
      },
    )
  })

/** The bodies of posts before they are parsed. */
const bodyOfRequest = new WeakMap<object, unknown>()
const keyOfRequest = new WeakMap<object, { eventId: string; label: string }>()
