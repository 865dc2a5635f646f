import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { RecordedAttempt } from '#contract/event/judging/judge.ts'
import type { AllowAttemptRequest, SentSheet } from '#contract/event/judging/judge-sheet.schema.ts'
import type { ScoreSheetValues } from '#contract/event/scoring/rule-set.schema.ts'
import type { Db } from '#server/platform/db/open.ts'
import { events } from '#server/platform/db/schema/events.ts'
import { additionalAttempts, judgeSheets } from '#server/platform/db/schema/judging.ts'
import { scoreAttempts, scoreEntries } from '#server/platform/db/schema/scores.ts'
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
export const listTeamAttemptsOfEventOrRun = async (
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

/** Returns true when the attempts of a team in a round are those that somebody knew. */
export const hasSameAttemptVersions = (
  attempts: readonly RecordedAttempt[],
  known: readonly { id: string; version: string }[],
): boolean =>
  attempts.length === known.length &&
  attempts.every(({ id, version }) => known.some((each) => each.id === id && each.version === version))

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
export const listUnusedAttemptPermissions = (db: Db, eventId: string): Promise<AllowAttemptRequest[]> =>
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
export const getTeamOrMatchSheetsLockName = (
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
