import { and, asc, count, eq, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { RecordedAttempt } from '#contract/event/judging/judge.ts'
import type { SheetReview } from '#contract/event/judging/judge-sheet.schema.ts'
import type { Db } from '#server/platform/db/open.ts'
import { judgeSheets, judges, secondJudgeEvents, sheetReviews } from '#server/platform/db/schema/judging.ts'
import { teams } from '#server/platform/db/schema/teams.ts'
import { hasSameAttemptVersions, listTeamAttemptsOfEventOrRun } from './queries-sheets.ts'

/** Tells whether the sheets of an event need a second judge. */
export const isSecondJudgeRequiredInEvent = async (db: Db, eventId: string): Promise<boolean> =>
  (
    await db
      .select({ eventId: secondJudgeEvents.eventId })
      .from(secondJudgeEvents)
      .where(eq(secondJudgeEvents.eventId, eventId))
  ).length > 0

export const setEventNeedsSecondJudge = async (tx: Db, eventId: string, isNeeded: boolean): Promise<void> => {
  if (isNeeded) await tx.insert(secondJudgeEvents).values({ eventId }).onConflictDoNothing()
  else await tx.delete(secondJudgeEvents).where(eq(secondJudgeEvents.eventId, eventId))
}

const reviewers = alias(judges, 'reviewers')
const opponents = alias(teams, 'opponents')
const selectReviews = (db: Db) =>
  db
    .select({
      review: sheetReviews,
      sent: judgeSheets,
      teamId: teams.id,
      teamNo: teams.teamNo,
      teamName: teams.name,
      judgeName: judges.name,
      reviewerName: reviewers.name,
      opponent: { teamNo: opponents.teamNo, teamName: opponents.name },
    })
    .from(sheetReviews)
    .innerJoin(judgeSheets, eq(judgeSheets.id, sheetReviews.sheetId))
    .innerJoin(teams, and(eq(teams.id, judgeSheets.teamId), isNull(teams.deletedAt)))
    .leftJoin(judges, eq(judges.id, judgeSheets.judgeId))
    .leftJoin(reviewers, eq(reviewers.id, sheetReviews.reviewerId))
    .leftJoin(opponents, sql`${opponents.id} = (${judgeSheets.sheet} -> 'opponent' ->> 'teamId')::uuid`)
    .$dynamic()
type ReviewRow = Awaited<ReturnType<typeof selectReviews>>[number]

/**
 * A sheet that needs a second judge or a decision, with what its confirmation is checked against, the device
 * that sent it, and whether it was stored for a decision.
 */
export type StoredSheetReview = SheetReview & {
  expected: { id: string; version: string }[]
  device: string
  isForDecision: boolean
}
const toStoredSheetReview = (
  { review, sent, judgeName, reviewerName, opponent, ...team }: ReviewRow,
  attempts: readonly RecordedAttempt[],
): StoredSheetReview => {
  const ofOpponent = sent.sheet.opponent ?? null
  const recorded = attempts.filter(
    ({ teamId, round }) => round === sent.round && (ofOpponent !== null || teamId === team.teamId),
  )
  const isWaiting = review.status === 'waiting'
  return {
    ...team,
    recorded,
    needsDecision: isWaiting && (review.needsDecision || !hasSameAttemptVersions(recorded, review.expected)),
    sheetId: review.sheetId,
    status: review.status,
    round: sent.round,
    ...sent.sheet,
    opponent: ofOpponent && {
      ...ofOpponent,
      teamNo: opponent?.teamNo ?? 0,
      teamName: opponent?.teamName ?? '',
    },
    replaces: review.replaces,
    judgeId: sent.judgeId,
    judgeName: judgeName ?? '',
    judgedAt: sent.judgedAt.toISOString(),
    reason: review.reason,
    reviewerName: reviewerName ?? '',
    reviewedAt: review.reviewedAt?.toISOString() ?? null,
    expected: review.expected,
    device: sent.device,
    isForDecision: review.needsDecision,
  }
}
export const toSheetReview = ({
  expected: _,
  device: __,
  isForDecision: ___,
  ...review
}: StoredSheetReview): SheetReview => review

/** Selects rejected sheets after which no other sheet for the same round was received. */
const isRejectedLast = and(
  eq(sheetReviews.status, 'rejected'),
  sql`not exists (select 1 from judge_sheets later where later.event_id = ${judgeSheets.eventId} and later.team_id = ${judgeSheets.teamId}
    and later.round = ${judgeSheets.round} and later.received_at > ${sheetReviews.reviewedAt})`,
) as SQL

/**
 * Lists the sheets of an event that wait or were rejected, the oldest first. A rejected sheet is listed until
 * another sheet for the same round is received. `judgeId` limits the rejected sheets to those of one judge.
 */
export const listUnreviewedOrLastRejectedSheetsOfEvent = async (
  db: Db,
  eventId: string,
  judgeId?: string,
): Promise<SheetReview[]> => {
  const isListedRejection =
    judgeId === undefined ? isRejectedLast : and(isRejectedLast, eq(judgeSheets.judgeId, judgeId))
  const rows = await selectReviews(db)
    .where(and(eq(judgeSheets.eventId, eventId), or(eq(sheetReviews.status, 'waiting'), isListedRejection)))
    .orderBy(asc(judgeSheets.receivedAt), asc(judgeSheets.id))
  const attempts = rows.length === 0 ? [] : await listTeamAttemptsOfEventOrRun(db, eventId)
  return rows.map((row) => toSheetReview(toStoredSheetReview(row, attempts)))
}

/** Finds the review of a sheet of an event. */
export const findSheetReviewOfEvent = async (
  db: Db,
  eventId: string,
  sheetId: string,
): Promise<StoredSheetReview | undefined> => {
  const [row] = await selectReviews(db).where(
    and(eq(judgeSheets.eventId, eventId), eq(sheetReviews.sheetId, sheetId)),
  )
  return (
    row &&
    toStoredSheetReview(
      row,
      await listTeamAttemptsOfEventOrRun(db, eventId, {
        teamId: row.teamId,
        round: row.sent.round,
        opponent: row.sent.sheet.opponent,
      }),
    )
  )
}

/** Locks the review of a sheet until the transaction ends. Returns its status. */
export const lockReviewAndFindStatus = async (
  tx: Db,
  sheetId: string,
): Promise<SheetReview['status'] | undefined> => {
  const [row] = await tx
    .select({ status: sheetReviews.status })
    .from(sheetReviews)
    .where(eq(sheetReviews.sheetId, sheetId))
    .for('update')
  return row?.status
}

export const insertPendingSheetReview = async (
  tx: Db,
  row: typeof sheetReviews.$inferInsert,
): Promise<void> => {
  await tx.insert(sheetReviews).values(row)
}

export const updateSheetReviewAndReviewTime = async (
  tx: Db,
  sheetId: string,
  values: Partial<typeof sheetReviews.$inferInsert>,
): Promise<void> => {
  await tx
    .update(sheetReviews)
    .set({ ...values, reviewedAt: sql`now()` })
    .where(eq(sheetReviews.sheetId, sheetId))
}

/**
 * Counts the sheets of an event that wait for a second judge or a decision; with `isForSecondJudge` only
 * those that never needed a decision.
 */
export const countUnreviewedSheetsOfEvent = async (
  db: Db,
  eventId: string,
  { isForSecondJudge = false } = {},
): Promise<number> => {
  const [row] = await db
    .select({ waiting: count() })
    .from(sheetReviews)
    .innerJoin(judgeSheets, eq(judgeSheets.id, sheetReviews.sheetId))
    .innerJoin(teams, and(eq(teams.id, judgeSheets.teamId), isNull(teams.deletedAt)))
    .where(
      and(
        eq(judgeSheets.eventId, eventId),
        eq(sheetReviews.status, 'waiting'),
        isForSecondJudge ? eq(sheetReviews.needsDecision, false) : undefined,
      ),
    )
  return row?.waiting ?? 0
}

/** Erases the reasons of decisions that were made before a time. */
export const eraseReviewReasonsBefore = async (db: Db, before: Date): Promise<void> => {
  await db
    .update(sheetReviews)
    .set({ reason: '' })
    .where(and(ne(sheetReviews.reason, ''), lt(sheetReviews.reviewedAt, before)))
}
