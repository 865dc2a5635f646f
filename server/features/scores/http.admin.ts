import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import {
  adminAttemptParams,
  adminEntryChangedReply,
  adminEntryDetails,
  adminEntryParams,
  adminEntryReply,
  adminEntrySavedReply,
  adminNewScores,
  adminRunEdit,
  adminScoresParams,
  adminScoresQuery,
  adminScoresReply,
  participantsQuery,
  participantsReply,
} from '#contract/published/score-admin.schema.ts'
import {
  adminEntryToWire,
  adminScoresToWire,
  entryDetailsFromWire,
  participantFoundToWire,
  participantFromWire,
  runEditFromWire,
  runFromWire,
} from '#contract/published/score-admin.ts'
import type { Deps } from '#server/deps.ts'
import { actorOf } from '#server/http/actor.ts'
import { languageOf, textsOf } from '#server/http/language.ts'
import { AppError } from '#server/lib/app-error.ts'
import { csvOfScores } from './export.ts'
import { findParticipants } from './queries-find.ts'
import { scoreWriter } from './record.ts'
import { adminScores } from './service.ts'

const tags = ['scores (admin)']
const security = [{ token: [] }]
const path = '/api/admin/events/:eventId/scores'

const message = (request: FastifyRequest, key: 'saved' | 'updated' | 'removed') =>
  textsOf(languageOf(request.raw.url, request.headers))(key === 'removed' ? 'scores.removed' : `messages.${key}`)

/** A refused participant of the one that was sent: `0.userId` → `userId`. */
const ofTheOne = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const fields = error.fields.map((problem) => ({ ...problem, field: problem.field.replace(/^\d+\./, '') }))
    throw new AppError(error.code, fields, error.details, { cause: error.cause })
  }
}

/** The back office's calls about the scores of an event. */
export const scoresAdmin =
  ({ database, changes, guards }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const read = adminScores(database)
    const { recordAttempts } = scoreWriter({ database, changes })
    const onRequest = guards.admin
    app.addHook('onRequest', async (_, reply) => {
      reply.header('cache-control', 'no-store')
    })
    const by = (request: FastifyRequest) => ({ source: 'admin' as const, actor: actorOf(request) })
    const wireEntry = async (eventId: string, entryId: string) => adminEntryToWire(await read.entry(eventId, entryId))

    app.get(
      path,
      {
        onRequest,
        config: { for: 'admin' },
        schema: {
          summary: 'The ranking, hidden events too',
          tags,
          security,
          params: adminScoresParams,
          querystring: adminScoresQuery,
          response: { 200: adminScoresReply },
        },
      },
      async ({ params, query }) =>
        adminScoresToWire(
          await read.list(params.eventId, {
            page: query.page,
            perPage: query.per_page,
            search: query.s,
            missionType: query.missionType,
          }),
        ),
    )

    app.get(
      `${path}/export`,
      {
        onRequest,
        config: { for: 'admin' },
        schema: { summary: 'The ranking as a CSV file', tags, security, params: adminScoresParams, produces: ['text/csv'] },
      },
      async ({ params }, reply) => {
        const event = await read.eventOf(params.eventId)
        return reply
          .headers({
            'content-type': 'text/csv; charset=utf-8',
            'content-disposition': `attachment; filename="scores-${event.slug}.csv"`,
          })
          .send(Readable.from(csvOfScores(read.each(event.id))))
      },
    )

    app.get(
      '/api/admin/events/:eventId/participants',
      {
        onRequest,
        config: { for: 'admin' },
        schema: {
          summary: 'Accounts and teams that a score may be for',
          tags,
          security,
          params: adminScoresParams,
          querystring: participantsQuery,
          response: { 200: participantsReply },
        },
      },
      async ({ query }) => ({
        success: true as const,
        participants: (await findParticipants(database.db, query.s)).map(participantFoundToWire),
      }),
    )

    app.get(
      `${path}/:entryId`,
      {
        onRequest,
        config: { for: 'admin' },
        schema: { summary: 'One entry with its attempts', tags, security, params: adminEntryParams, response: { 200: adminEntryReply } },
      },
      async ({ params }) => ({ success: true as const, entry: await wireEntry(params.eventId, params.entryId) }),
    )

    app.post(
      path,
      {
        onRequest,
        config: { for: 'admin' },
        schema: {
          summary: 'Record attempts of a participant',
          tags,
          security,
          params: adminScoresParams,
          body: adminNewScores,
          response: { 200: adminEntrySavedReply },
        },
      },
      async (request) => {
        const { eventId } = request.params
        const who = participantFromWire(request.body)
        const attempts = request.body.runs.map((run) => ({ who, run: runFromWire(run) }))
        const { entries } = await ofTheOne(recordAttempts(eventId, { kind: 'add', attempts }, by(request)))
        const entry = await wireEntry(eventId, entries[0]?.id as string)
        return { success: true as const, msg: message(request, 'saved'), entry }
      },
    )

    app.put(
      `${path}/:entryId`,
      {
        onRequest,
        config: { for: 'admin' },
        schema: {
          summary: 'Correct what an entry says of its participant',
          tags,
          security,
          params: adminEntryParams,
          body: adminEntryDetails,
          response: { 200: adminEntrySavedReply },
        },
      },
      async (request) => {
        const { eventId, entryId } = request.params
        await recordAttempts(eventId, { kind: 'details', entryId, details: entryDetailsFromWire(request.body) }, by(request))
        return { success: true as const, msg: message(request, 'updated'), entry: await wireEntry(eventId, entryId) }
      },
    )

    app.patch(
      `${path}/:entryId/attempts/:attemptId`,
      {
        onRequest,
        config: { for: 'admin' },
        schema: {
          summary: 'Correct an attempt',
          tags,
          security,
          params: adminAttemptParams,
          body: adminRunEdit,
          response: { 200: adminEntrySavedReply },
        },
      },
      async (request) => {
        const { eventId, entryId, attemptId } = request.params
        await recordAttempts(eventId, { kind: 'correct', entryId, attemptId, run: runEditFromWire(request.body) }, by(request))
        return { success: true as const, msg: message(request, 'updated'), entry: await wireEntry(eventId, entryId) }
      },
    )

    app.delete(
      `${path}/:entryId/attempts/:attemptId`,
      {
        onRequest,
        config: { for: 'admin' },
        schema: {
          summary: 'Remove an attempt; with the last one the entry goes, too',
          tags,
          security,
          params: adminAttemptParams,
          response: { 200: adminEntryChangedReply },
        },
      },
      async (request) => {
        const { eventId, entryId, attemptId } = request.params
        const { gone, removedId = '' } = await recordAttempts(eventId, { kind: 'remove', entryId, attemptId }, by(request))
        const entry = gone.length > 0 ? null : await wireEntry(eventId, entryId)
        return { success: true as const, msg: message(request, 'removed'), entry, removed: removedId }
      },
    )

    app.delete(
      `${path}/:entryId`,
      {
        onRequest,
        config: { for: 'admin' },
        schema: {
          summary: 'Remove an entry with all its attempts',
          tags,
          security,
          params: adminEntryParams,
          response: { 200: adminEntryChangedReply },
        },
      },
      async (request) => {
        const { eventId, entryId } = request.params
        const { removedId = '' } = await recordAttempts(eventId, { kind: 'remove', entryId }, by(request))
        return { success: true as const, msg: message(request, 'removed'), entry: null, removed: removedId }
      },
    )
  }
