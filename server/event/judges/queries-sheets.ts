import { and, asc, count, desc, eq, inArray, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { RecordedAttempt } from '#contract/event/judging/judge.ts'
import type {
  AllowAttemptRequest,
  SentSheet,
  SheetReview,
} from '#contract/event/judging/judge-sheet.schema.ts'
import type { ScoreSheetValues } from '#contract/event/scoring/rule-set.schema.ts'
import type { Db } from '#server/platform/db/open.ts'
import { events } from '#server/platform/db/schema/events.ts'
import {
  additionalAttempts,
  judgeSheets,
  judges,
  secondJudgeEvents,
  sheetReviews,
} from '#server/platform/db/schema/judging.ts'
import { scoreAttempts, scoreEntries } from '#server/platform/db/schema/scores.ts'
import { teams } from '#server/platform/db/schema/teams.ts'
import { AppError } from '#server/platform/lib/app-error.ts'

type AttemptRow = {
  id: string
  team_id: string
  mission: number
  score: string
  time_ms: string
  values: ScoreSheetValues | null
  version: string
  judge_id: string | null
  judge_name: string | null
}

const toRecordedAttempt = (row: AttemptRow): RecordedAttempt => ({
  id: row.id,
  teamId: row.team_id,
  round: row.mission,
  score: Number(row.score),
  timeMs: Number(row.time_ms),
  values: row.values,
  version: row.version,
  judgeId: row.judge_id,
  judgeName: row.judge_name ?? '',
})

/** What a sheet is about: a team in a round, or with an opponent a match. */
type SheetSubject = { teamId: string; round: number; opponent?: object | null | undefined }

/** Selects the attempts of teams that fit a condition, with the judge who sent each last; the oldest first. */
const selectTeamAttempts = (eventId: string, condition: SQL): SQL => sql`
  select a.id, e.team_id, a.mission, a.score::text, a.time_ms::text, a."values",
    to_char(a.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as version,
    last.judge_id, last.judge_name
  from score_attempts a join score_entries e on e.id = a.entry_id
  left join lateral (select j.id as judge_id, j.name as judge_name from judge_sheets s join judges j on j.id = s.judge_id
    where s.attempt_id = a.id order by s.received_at desc limit 1) last on true
  where e.event_id = ${eventId} and e.team_id is not null and ${condition}
  order by a.at, a.id`

/**
 * Lists the attempts of the teams of an event, of a team in a round, or of the match of a sheet with an
 * opponent, with the judge who sent each last; the oldest first.
 */
export const listAttemptsOfEventTeamsOrSheet = async (
  db: Db,
  eventId: string,
  of?: SheetSubject,
): Promise<RecordedAttempt[]> => {
  const ofTeam = of?.opponent === undefined || of.opponent === null
  const condition = of
    ? sql`a.mission = ${of.round} ${ofTeam ? sql`and e.team_id = ${of.teamId}` : sql``}`
    : sql`true`
  const { rows } = await db.execute<AttemptRow>(selectTeamAttempts(eventId, condition))
  return rows.map(toRecordedAttempt)
}

/** Returns the attempts of the team and round, or of the match, of a sheet. */
export const pickAttemptsOfSheet = (
  attempts: readonly RecordedAttempt[],
  { teamId, round, opponent }: SheetSubject,
): RecordedAttempt[] =>
  attempts.filter((attempt) => attempt.round === round && (opponent ? true : attempt.teamId === teamId))

/** What the check of a sheet that a judge sends depends on. */
export type SheetContext = {
  /** The sheet with its id, if one was received before. */
  received: ReceivedSheet | undefined
  team: TeamOfSheet
  /** The team of the other side of a match. */
  opponent: TeamOfSheet | undefined
  /** The attempts of the team in the round; of a sheet of a match those of all matches. */
  attempts: readonly RecordedAttempt[]
}
type TeamOfSheet = { isInEvent: boolean; isRecused: boolean }

/** Reads what the check of a sheet depends on in one statement. `judgeId` is the judge who sends it. */
export const readSheetCheckContext = async (
  tx: Db,
  eventId: string,
  sheet: { id: string; teamId: string; round: number; opponent: { teamId: string } | null },
  judgeId: string | null,
): Promise<SheetContext> => {
  const selectTeam = (teamId: string | null): SQL => sql`
    json_build_object('isInEvent', exists (select from event_teams e join teams t on t.id = e.team_id and t.deleted_at is null
        where e.event_id = ${eventId} and e.team_id = ${teamId}::uuid),
      'isRecused', exists (select from judge_recusals where event_id = ${eventId} and team_id = ${teamId}::uuid and judge_id = ${judgeId}::uuid
        and kind = 'conflict' and taken_back_at is null))`
  const condition = sheet.opponent
    ? sql`true`
    : sql`a.mission = ${sheet.round} and e.team_id = ${sheet.teamId}`
  const { rows } = await tx.execute<{
    received: ReceivedSheet | null
    team: TeamOfSheet
    opponent: TeamOfSheet
    attempts: AttemptRow[]
  }>(sql`
    select (select json_build_object('eventId', event_id, 'teamId', team_id, 'round', round, 'attemptId', attempt_id, 'sheet', sheet,
        'isDiscarded', is_discarded) from judge_sheets where id = ${sheet.id}) as received,
      ${selectTeam(sheet.teamId)} as team, ${selectTeam(sheet.opponent?.teamId ?? null)} as opponent,
      (select coalesce(json_agg(attempt), '[]') from (${selectTeamAttempts(eventId, condition)}) attempt) as attempts`)
  const [row] = rows
  if (!row) throw new Error('the context of a sheet could not be read')
  return {
    received: row.received ?? undefined,
    team: row.team,
    opponent: sheet.opponent ? row.opponent : undefined,
    attempts: row.attempts.map(toRecordedAttempt),
  }
}

/** Finds the last sheet that was recorded as an attempt. */
export const findLastSheetOfAttempt = async (db: Db, attemptId: string) => {
  const [last] = await db
    .select({
      id: judgeSheets.id,
      judgeId: judgeSheets.judgeId,
      judgedAt: judgeSheets.judgedAt,
      sheet: judgeSheets.sheet,
    })
    .from(judgeSheets)
    .where(eq(judgeSheets.attemptId, attemptId))
    .orderBy(desc(judgeSheets.receivedAt))
    .limit(1)
  return last
}

/** Tells whether a judge sent the last sheet of each of these attempts. */
export const areLastSheetsOfAttemptsFromJudge = async (
  db: Db,
  attemptIds: readonly string[],
  judgeId: string | null,
): Promise<boolean> => {
  if (attemptIds.length === 0) return true
  const last = await db
    .selectDistinctOn([judgeSheets.attemptId], { judgeId: judgeSheets.judgeId })
    .from(judgeSheets)
    .where(inArray(judgeSheets.attemptId, [...attemptIds]))
    .orderBy(judgeSheets.attemptId, desc(judgeSheets.receivedAt))
  return (
    judgeId !== null && last.length === attemptIds.length && last.every((sheet) => sheet.judgeId === judgeId)
  )
}

/** Lists the further attempts of an event that were allowed and are not recorded yet. */
export const listAttemptPermissionsOfEvent = (db: Db, eventId: string): Promise<AllowAttemptRequest[]> =>
  db
    .select({ teamId: additionalAttempts.teamId, round: additionalAttempts.round })
    .from(additionalAttempts)
    .where(eq(additionalAttempts.eventId, eventId))

/** Allows a further attempt. Returns false when one is allowed already. */
export const insertAttemptPermissionIfNew = async (
  tx: Db,
  row: typeof additionalAttempts.$inferInsert,
): Promise<boolean> =>
  (await tx.insert(additionalAttempts).values(row).onConflictDoNothing().returning()).length > 0

/**
 * Deletes the permission for a further attempt, because the attempt is being recorded. Returns false without
 * one.
 */
export const deleteAttemptPermissionIfExists = async (
  tx: Db,
  eventId: string,
  { teamId, round }: { teamId: string; round: number },
): Promise<boolean> => {
  const { eventId: event, teamId: team, round: ofRound } = additionalAttempts
  const taken = await tx
    .delete(additionalAttempts)
    .where(and(eq(event, eventId), eq(team, teamId), eq(ofRound, round)))
    .returning({ teamId: team })
  return taken.length > 0
}

/** Finds the entry of an attempt of a team. */
export const findEntryIdOfTeamAttempt = async (
  db: Db,
  { eventId, teamId, attemptId }: { eventId: string; teamId: string; attemptId: string },
): Promise<string | undefined> => {
  const [row] = await db
    .select({ entryId: scoreEntries.id })
    .from(scoreAttempts)
    .innerJoin(scoreEntries, eq(scoreEntries.id, scoreAttempts.entryId))
    .where(
      and(
        eq(scoreAttempts.id, attemptId),
        eq(scoreEntries.eventId, eventId),
        eq(scoreEntries.teamId, teamId),
      ),
    )
  return row?.entryId
}

/** Reads when an event was created. Throws `not-found` for an event that does not exist. */
export const getEventCreationTime = async (db: Db, eventId: string): Promise<Date> => {
  const [row] = await db.select({ createdAt: events.createdAt }).from(events).where(eq(events.id, eventId))
  if (!row) throw new AppError('not-found')
  return row.createdAt
}

/**
 * Returns the name of the lock that makes other sheets for a team wait until the transaction ends; for a match all
 * sheets of matches, because its result decides who plays others.
 */
export const getSheetLockName = (
  eventId: string,
  sheet: { teamId: string; opponent?: object | null },
): string => `judge sheet ${eventId} ${sheet.opponent ? 'matches' : sheet.teamId}`

/** Finds a sheet that the server has received. */
export const findSheetReceiptOfEvent = async (
  db: Db,
  eventId: string,
  id: string,
): Promise<SentSheet | undefined> => {
  const [row] = await db
    .select({ id: judgeSheets.id, attemptId: judgeSheets.attemptId, receivedAt: judgeSheets.receivedAt })
    .from(judgeSheets)
    .where(and(eq(judgeSheets.id, id), eq(judgeSheets.eventId, eventId)))
  return row && { ...row, receivedAt: row.receivedAt.toISOString() }
}

/**
 * A sheet that the server has received in any event. `teamId` is null after its team was deleted permanently.
 */
export type ReceivedSheet = Pick<
  typeof judgeSheets.$inferSelect,
  'eventId' | 'teamId' | 'round' | 'attemptId' | 'sheet' | 'isDiscarded'
>

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

/** Returns true when the attempts of a team in a round are those that somebody knew. */
export const hasSameAttemptVersions = (
  attempts: readonly RecordedAttempt[],
  known: readonly { id: string; version: string }[],
): boolean =>
  attempts.length === known.length &&
  attempts.every(({ id, version }) => known.some((each) => each.id === id && each.version === version))

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
  const attempts = rows.length === 0 ? [] : await listAttemptsOfEventTeamsOrSheet(db, eventId)
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
      await listAttemptsOfEventTeamsOrSheet(db, eventId, {
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
