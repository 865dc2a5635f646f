import type { FastifyRequest } from 'fastify'
import { maskPlayerEmailOfEntry } from '#contract/accounts/identity.ts'
import type { AdminScoreEntry } from '#contract/event/scores/score.schema.ts'
import type { Deps } from '#server/deps.ts'
import { writeAudit } from '#server/platform/audit/service.ts'
import {
  assertRequestSessionRecentlyConfirmed,
  getAuditActor,
  getRegionLimit,
  shouldMaskEmailsForRequester,
} from '#server/platform/http/guards.ts'
import { createCallsPlugin } from '#server/platform/http/implement-calls.ts'
import { getRequestLanguage, getTranslatorOfLanguage } from '#server/platform/http/language.ts'
import { buildMessageReply, buildSuccessReply, sendCsv } from '#server/platform/http/reply.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import { getSiteTimeZone } from '#server/platform/settings/service.ts'
import { createAdminScoreReader } from './ranking/admin-rankings.ts'
import { streamRankingCsv, streamScoreSheetsCsv } from './ranking/export.ts'
import { iterateRankingBatches } from './ranking/queries.ts'
import { readEventRules } from './rules/event-rules.ts'
import { listAttemptsAndNotesOfEntries } from './rules/queries-rule-sets.ts'
import { purgeRemovedScoreWithAudit } from './write/change-scores.ts'
import { hasEventTimedAttempts } from './write/queries-attempts.ts'
import { mapJudgesOfEventById, toJudgeNamesOrIdsIfAmbiguous } from './write/queries-judges.ts'
import { searchUsersAndTeams } from './write/queries-participants.ts'
import { writeScoresInOwnTransaction } from './write/score-writer.ts'

/**
 * Awaits `work`. Converts the field names of an error to those of the request, which has one participant:
 * `0.userId` becomes `userId`, `1.attempt.mission` becomes `attempts.1.mission`.
 */
const withoutParticipantIndex = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const fields = error.fields.map((problem) => ({
      ...problem,
      field: problem.field.replace(/^(\d+)\.attempt\./, 'attempts.$1.').replace(/^\d+\./, ''),
    }))
    throw new AppError(error.code, fields, error.details, { cause: error.cause })
  }
}

/** Registers the calls of the back office about the scores of an event. */
export const createScoresAdminRoutes = (deps: Deps) =>
  createCallsPlugin(deps, (implement) => {
    const { database } = deps
    const reader = createAdminScoreReader(database)
    const context = (request: FastifyRequest) => ({ source: 'admin' as const, actor: getAuditActor(request) })
    /** Reads an entry as the user of a request may see it. */
    const readEntry = async (
      request: FastifyRequest,
      eventId: string,
      entryId: string,
    ): Promise<AdminScoreEntry> => {
      const entry = await reader.getEntry(eventId, entryId)
      return shouldMaskEmailsForRequester(request) ? maskPlayerEmailOfEntry(entry) : entry
    }

    implement('GET /api/admin/events/:eventId/scores', async (request) => {
      const { page, per_page: perPage, s: search, missionType, level } = request.query
      const { scores, ...rest } = await reader.getPage(request.params.eventId, {
        page,
        perPage,
        search,
        missionType,
        level,
      })
      return buildSuccessReply({
        ...rest,
        scores: shouldMaskEmailsForRequester(request) ? scores.map(maskPlayerEmailOfEntry) : scores,
      })
    })

    implement('GET /api/admin/events/:eventId/scores/export', async (request, reply) => {
      const event = await reader.getEvent(request.params.eventId)
      const actor = getAuditActor(request)
      const maskEmails = shouldMaskEmailsForRequester(request)
      const after = { event: event.id, full: !maskEmails }
      await writeAudit(database.db, { actor, action: 'export', entity: 'score', entityId: event.id, after })
      const options = { maskEmails, timeZone: await getSiteTimeZone(deps) }
      const { ruleSet } = await readEventRules(database.db, event)
      const ranking = iterateRankingBatches(database.db, event.id)
      return sendCsv(
        reply,
        `scores-${event.slug}`,
        ruleSet
          ? streamScoreSheetsCsv(
              ranking,
              (entryIds) => listAttemptsAndNotesOfEntries(database.db, entryIds),
              ruleSet,
              {
                ...options,
                judgeNames: toJudgeNamesOrIdsIfAmbiguous(await mapJudgesOfEventById(database.db, event.id)),
              },
            )
          : streamRankingCsv(ranking, {
              ...options,
              hasTimes: await hasEventTimedAttempts(database.db, event.id),
            }),
      )
    })

    implement('GET /api/admin/events/:eventId/participants', async (request) =>
      buildSuccessReply({
        participants: await searchUsersAndTeams(database.db, request.query.s, {
          eventId: request.params.eventId,
          maskEmails: shouldMaskEmailsForRequester(request),
          regionLimit: getRegionLimit(request),
        }),
      }),
    )

    implement('GET /api/admin/events/:eventId/scores/:entryId', async (request) =>
      buildSuccessReply({
        entry: await readEntry(request, request.params.eventId, request.params.entryId),
      }),
    )

    implement('POST /api/admin/events/:eventId/scores', async (request) => {
      const { eventId } = request.params
      const { attempts: inputs, ...participant } = request.body
      const attempts = inputs.map((attempt) => ({ participant, attempt }))
      const { entries } = await withoutParticipantIndex(
        writeScoresInOwnTransaction(deps, eventId, { kind: 'add', attempts }, context(request)),
      )
      return buildMessageReply(request, 'saved', {
        entry: await readEntry(request, eventId, entries[0]?.id as string),
      })
    })

    implement('PUT /api/admin/events/:eventId/scores/:entryId', async (request) => {
      const { eventId, entryId } = request.params
      const { reason, ...details } = request.body
      await writeScoresInOwnTransaction(
        deps,
        eventId,
        { kind: 'details', entryId, details, reason },
        context(request),
      )
      return buildMessageReply(request, 'updated', { entry: await readEntry(request, eventId, entryId) })
    })

    implement('PATCH /api/admin/events/:eventId/scores/:entryId/attempts/:attemptId', async (request) => {
      const { eventId, entryId, attemptId } = request.params
      await writeScoresInOwnTransaction(
        deps,
        eventId,
        { kind: 'correct', entryId, attemptId, attempt: request.body },
        context(request),
      )
      return buildMessageReply(request, 'updated', { entry: await readEntry(request, eventId, entryId) })
    })

    const removedMessage = (request: FastifyRequest) =>
      getTranslatorOfLanguage(getRequestLanguage(request))('scores.removed')

    implement('DELETE /api/admin/events/:eventId/scores/:entryId/attempts/:attemptId', async (request) => {
      const { eventId, entryId, attemptId } = request.params
      const { removedEntryIds, removedId = '' } = await writeScoresInOwnTransaction(
        deps,
        eventId,
        { kind: 'remove', entryId, attemptId },
        context(request),
      )
      const entry = removedEntryIds.length > 0 ? null : await readEntry(request, eventId, entryId)
      return buildSuccessReply({ msg: removedMessage(request), entry, removedId })
    })

    implement('DELETE /api/admin/events/:eventId/scores/:entryId', async (request) => {
      const { eventId, entryId } = request.params
      const { removedId = '' } = await writeScoresInOwnTransaction(
        deps,
        eventId,
        { kind: 'remove', entryId },
        context(request),
      )
      return buildSuccessReply({ msg: removedMessage(request), entry: null, removedId })
    })

    implement('GET /api/admin/events/:eventId/scores/removed', async ({ params }) =>
      buildSuccessReply({ removed: await reader.listRemoved(params.eventId) }),
    )

    implement('DELETE /api/admin/events/:eventId/scores/removed', async (request) => {
      assertRequestSessionRecentlyConfirmed(request)
      await purgeRemovedScoreWithAudit(
        database.db,
        request.params.eventId,
        request.query.id,
        getAuditActor(request),
      )
      return buildMessageReply(request, 'purged')
    })

    implement('POST /api/admin/events/:eventId/scores/restore', async (request) => {
      const { eventId } = request.params
      const { entries } = await writeScoresInOwnTransaction(
        deps,
        eventId,
        { kind: 'restore', removedId: request.body.id },
        context(request),
      )
      return buildMessageReply(request, 'restored', {
        entry: await readEntry(request, eventId, entries[0]?.id as string),
      })
    })
  })
