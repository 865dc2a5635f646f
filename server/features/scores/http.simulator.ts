import { createHash } from 'node:crypto'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { simulatorBody, simulatorHeaders, simulatorParams, simulatorReply } from '#contract/published/score-admin.schema.ts'
import { participantFromWire, runFromWire, totalsToWire } from '#contract/published/score-admin.ts'
import type { Deps } from '#server/deps.ts'
import { languageOf, textsOf } from '#server/http/language.ts'
import { AppError } from '#server/lib/app-error.ts'
import { eventKeyService } from './keys.ts'
import { scoreWriter } from './record.ts'

/** The call with which the simulator posts what was played. */
export const scoresSimulator =
  ({ database, changes }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const keys = eventKeyService({ database })
    const { recordAttempts } = scoreWriter({ database, changes })

    app.post(
      '/api/v1/events/:eventCode/scores',
      {
        // all players of a hall may come from one address
        config: { for: 'key', rateLimit: { max: 6000, timeWindow: '1 minute' } },
        schema: {
          summary: 'Post attempts from the simulator',
          description:
            'The key of the event goes into `X-Api-Key`. With an `Idempotency-Key` (kept for 7 days) a repeat of the same request changes nothing and gets the first reply; the same key with another request is refused (409). One attempt, or up to 500 under `scores`: all are recorded, or none.',
          tags: ['scores'],
          params: simulatorParams,
          headers: simulatorHeaders,
          body: simulatorBody,
          response: { 200: simulatorReply },
        },
        preValidation: async (request) => {
          // who may not post learns nothing about what is wrong with the post
          const key = request.headers['x-api-key']
          const { eventCode } = request.params as { eventCode: string }
          opened.set(request, await keys.open(typeof key === 'string' ? key : undefined, eventCode))
        },
      },
      async (request) => {
        const event = opened.get(request)
        if (!event) throw new AppError('no-key')
        const once = request.headers['idempotency-key']
        const attempts = request.body.scores.map((sent) => ({ who: participantFromWire(sent), run: runFromWire(sent) }))
        try {
          const { entries } = await recordAttempts(
            event.eventId,
            { kind: 'add', attempts },
            {
              source: 'simulator',
              actor: { userId: null, name: `simulator: ${event.label}`, requestId: request.id },
              once: once ? { key: once, requestHash: createHash('sha256').update(JSON.stringify(request.body)).digest('hex') } : undefined,
            },
          )
          const msg = textsOf(languageOf(request.raw.url, request.headers))('messages.saved')
          return { success: true as const, msg, scores: entries.map(totalsToWire) }
        } catch (error) {
          if (!(error instanceof AppError) || error.code !== 'bad-input') throw error
          throw new AppError(
            'bad-input',
            error.fields.map((problem) => ({ ...problem, field: `scores.${problem.field}` })),
          )
        }
      },
    )
  }

const opened = new WeakMap<object, { eventId: string; label: string }>()
