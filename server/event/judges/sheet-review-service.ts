import type { JudgeAssignment } from '#contract/event/judging/judge-assignment.ts'
import type {
  ReviewSheetRequest,
  SheetReview,
  SheetReviews,
} from '#contract/event/judging/judge-sheet.schema.ts'
import { getSheetTraitsOfRound } from '#contract/event/scoring/scoring-kinds.ts'
import type { Core } from '#server/deps.ts'
import { type Actor, writeAudit } from '#server/platform/audit/service.ts'
import type { Db } from '#server/platform/db/open.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import { getEventOverviewCacheTag, getScheduleCacheTag } from '#server/platform/lib/cache-invalidation.ts'
import { getSiteTimeZone } from '#server/platform/settings/service.ts'
import { getRankingEvent, lockEventRankingExclusive, readEventRules } from '../scores/service.ts'
import { runScoreTransactionWithFreeze } from '../scores/write/score-writer.ts'
import {
  countUnreviewedSheetsOfEvent,
  findSheetReviewOfEvent,
  isSecondJudgeRequiredInEvent,
  listUnreviewedOrLastRejectedSheetsOfEvent,
  lockReviewAndFindStatus,
  type StoredSheetReview,
  setEventNeedsSecondJudge,
  toSheetReview,
  updateSheetReviewAndReviewTime,
} from './queries-reviews.ts'
import { linkAttemptAndInsertOtherSheets } from './queries-sheet-writes.ts'
import {
  getTeamOrMatchSheetsLockName,
  hasSameAttemptVersions,
  listTeamAttemptsOfEventOrRun,
  pickAttemptsOfSheet,
} from './queries-sheets.ts'
import { getSheetCheckAndStoreFunctions } from './scoring/sheet-scoring.ts'
import {
  assertJudgeAssignedToDayAndTable,
  assertJudgingAcceptsSheets,
  assertRulesAndAttemptsUpToDate,
  assertTeamInEvent,
} from './sheet-checks.ts'

/**
 * Who confirms or rejects a sheet: a judge with the session as `device`, or an administrator, whose `judgeId`
 * is null and who has all tables and days. A head judge and an administrator decide conflicts (`canDecide`).
 */
type SheetReviewer = JudgeAssignment & {
  judgeId: string | null
  canDecide: boolean
  device: string
  actor: Actor
}

/** Ends a transaction whose decision was made before. */
class RepeatedDecisionError extends Error {}

/**
 * Throws `sheets-waiting` when sheets of an event wait for a second judge or a decision. The caller has the
 * exclusive lock of the ranking.
 */
export const assertNoUnreviewedSheets = async (tx: Db, eventId: string): Promise<void> => {
  if ((await countUnreviewedSheetsOfEvent(tx, eventId)) > 0) throw new AppError('sheets-waiting')
}

/** Counts the sheets of an event that wait, by what they wait for. */
export const countUnreviewedSheetsByReason = async (
  db: Db,
  eventId: string,
): Promise<{ decision: number; secondJudge: number }> => {
  const waiting = (await listUnreviewedOrLastRejectedSheetsOfEvent(db, eventId)).filter(
    ({ status }) => status === 'waiting',
  )
  const decision = waiting.filter(({ needsDecision }) => needsDecision).length
  return { decision, secondJudge: waiting.length - decision }
}

/**
 * Creates the service with which second judges and administrators confirm and reject sheets. Its functions
 * throw `not-found`.
 */
export const createSheetReviewAndScoringService = ({ config, database, invalidator }: Core) => {
  const getReview = async (eventId: string, sheetId: string): Promise<StoredSheetReview> => {
    const found = await findSheetReviewOfEvent(database.db, eventId, sheetId)
    if (!found) throw new AppError('not-found')
    return found
  }

  /** Locks a sheet that waits. Throws `sheet-decided` when the other decision was made before. */
  const lockWaitingSheet = async (
    tx: Db,
    sheetId: string,
    decided: 'confirmed' | 'rejected',
  ): Promise<void> => {
    const status = await lockReviewAndFindStatus(tx, sheetId)
    if (status === decided) throw new RepeatedDecisionError()
    if (status !== 'waiting') throw new AppError('sheet-decided')
  }

  const toReviewColumns = ({ judgeId, device, actor }: SheetReviewer) => ({
    reviewerId: judgeId,
    reviewedBy: actor.userId,
    device,
  })

  /**
   * Records a waiting sheet in the scores, after the checks of a sheet that is sent. `review` has the
   * attempts that the reviewer knew, and the one that the sheet replaces.
   */
  const confirmSheet = (eventId: string, review: StoredSheetReview, reviewer: SheetReviewer): Promise<void> =>
    runScoreTransactionWithFreeze(
      { database, invalidator },
      eventId,
      async (tx, event) => {
        const { sheetId, teamId, judgeId, device, opponent } = review
        await lockWaitingSheet(tx, sheetId, 'confirmed')
        assertJudgingAcceptsSheets(event, reviewer.judgeId === null)
        for (const team of [teamId, ...(opponent ? [opponent.teamId] : [])])
          await assertTeamInEvent(tx, eventId, team)
        const recorded = await listTeamAttemptsOfEventOrRun(tx, eventId, opponent ? undefined : review)
        assertRulesAndAttemptsUpToDate(event, review, pickAttemptsOfSheet(recorded, review))
        const { attemptId, others } = await getSheetCheckAndStoreFunctions(
          event.rules.ruleSet,
          review.round,
        ).confirm(tx, event, review, recorded, reviewer.canDecide, { actor: reviewer.actor, judgeId, device })
        await linkAttemptAndInsertOtherSheets(tx, event, sheetId, attemptId, others, reviewer.actor.userId)
        await updateSheetReviewAndReviewTime(tx, sheetId, {
          status: 'confirmed',
          ...toReviewColumns(reviewer),
        })
      },
      { lockName: getTeamOrMatchSheetsLockName(eventId, review) },
    )

  const rejectSheet = (eventId: string, review: StoredSheetReview, reason: string, reviewer: SheetReviewer) =>
    inTransaction(database.db, async (tx) => {
      const { sheetId, teamId, judgeId, round } = review
      if (reason === '') throw new AppError('bad-input', [{ field: 'reason', code: 'required' }])
      await lockWaitingSheet(tx, sheetId, 'rejected')
      if (!reviewer.canDecide) await assertNoConflict(tx, eventId, review)
      await updateSheetReviewAndReviewTime(tx, sheetId, {
        status: 'rejected',
        reason,
        ...toReviewColumns(reviewer),
      })
      const after = { sheet: sheetId, team: teamId, judge: judgeId, round }
      await writeAudit(tx, {
        actor: reviewer.actor,
        action: 'reject-sheet',
        entity: 'event',
        entityId: eventId,
        after,
      })
    })

  /** Throws `sheet-conflict` when the round has other attempts than the sender of a sheet knew. */
  const assertNoConflict = async (tx: Db, eventId: string, review: StoredSheetReview): Promise<void> => {
    const attempts = await listTeamAttemptsOfEventOrRun(tx, eventId, review)
    if (!hasSameAttemptVersions(attempts, review.expected))
      throw new AppError('sheet-conflict', [], { attempts })
  }

  return {
    /** Lists the sheets that wait for a second judge or a decision, and rejected ones. */
    list: async (eventId: string): Promise<SheetReviews> => {
      await getRankingEvent(database.db, eventId)
      return {
        needsSecondJudge: await isSecondJudgeRequiredInEvent(database.db, eventId),
        reviews: await listUnreviewedOrLastRejectedSheetsOfEvent(database.db, eventId),
      }
    },

    /**
     * Confirms a sheet, which then counts, or rejects it with a reason. A second decision about a sheet
     * changes nothing. `resolution` says how a sheet in a conflict counts. Throws `head-judge-only` for an
     * ordinary judge when the sheet needs a decision, `own-sheet` for the judge who sent it,
     * `judge-not-assigned` for a judge of other tables or days, `sheet-decided`, and for a confirmation also
     * `judging-closed`, `results-final`, `rules-changed` and `sheet-conflict`.
     */
    decide: async (
      eventId: string,
      sheetId: string,
      { decision, reason, resolution }: ReviewSheetRequest,
      reviewer: SheetReviewer,
    ): Promise<SheetReview> => {
      const review = await getReview(eventId, sheetId)
      const { ruleSet } = await readEventRules(database.db, await getRankingEvent(database.db, eventId))
      // judges see no sheets of each other in a panel, also not those of before the round had one
      if (reviewer.judgeId !== null && !getSheetTraitsOfRound(ruleSet, review.round).hasSharedSheets)
        throw new AppError('not-found')
      if (!reviewer.canDecide && (resolution || review.isForDecision)) throw new AppError('head-judge-only')
      if (reviewer.judgeId !== null && reviewer.judgeId === review.judgeId) throw new AppError('own-sheet')
      await assertJudgeAssignedToDayAndTable(
        database.db,
        { ...reviewer, eventId, timeZone: await getSiteTimeZone({ config, database }) },
        review,
      )
      try {
        if (decision === 'confirm') await confirmSheet(eventId, { ...review, ...resolution }, reviewer)
        else {
          await rejectSheet(eventId, review, reason, reviewer)
          const { freeze } = await getRankingEvent(database.db, eventId)
          // its run may be next again, which visitors see after a freeze
          await invalidator.invalidate(
            getEventOverviewCacheTag(eventId),
            ...(freeze?.isFrozen ? [] : [getScheduleCacheTag(eventId)]),
          )
        }
      } catch (error) {
        if (!(error instanceof RepeatedDecisionError)) throw error
      }
      return toSheetReview(await getReview(eventId, sheetId))
    },

    /**
     * Sets whether the sheets of an event need a second judge from now on; recorded attempts keep counting.
     * Throws `sheets-waiting` when it is switched off while sheets wait.
     */
    setSecondJudge: async (eventId: string, isNeeded: boolean, actor: Actor): Promise<void> => {
      await inTransaction(database.db, async (tx) => {
        await getRankingEvent(tx, eventId)
        // no sheet is received meanwhile
        await lockEventRankingExclusive(tx, eventId)
        const before = await isSecondJudgeRequiredInEvent(tx, eventId)
        if (before === isNeeded) return
        if (!isNeeded && (await countUnreviewedSheetsOfEvent(tx, eventId, { isForSecondJudge: true })) > 0)
          throw new AppError('sheets-waiting')
        await setEventNeedsSecondJudge(tx, eventId, isNeeded)
        await writeAudit(tx, {
          actor,
          action: 'update',
          entity: 'schedule',
          entityId: eventId,
          before: { needsSecondJudge: before },
          after: { needsSecondJudge: isNeeded },
        })
      })
      await invalidator.invalidate(getEventOverviewCacheTag(eventId))
    },
  }
}
