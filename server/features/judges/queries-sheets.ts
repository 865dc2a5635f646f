import { and, desc, eq, getTableColumns, sql } from 'drizzle-orm'
import type { RecordedAttempt } from '#contract/judge.ts'
import type { AllowAttemptRequest, SentSheet } from '#contract/judge-sheet.schema.ts'
import type { ScoreSheetValues } from '#contract/rule-set.schema.ts'
import type { Db } from '#server/db/open.ts'
import { events } from '#server/db/schema/events.ts'
import { additionalAttempts, judgeSheets } from '#server/db/schema/judging.ts'
import { scoreAttempts, scoreEntries } from '#server/db/schema/scores.ts'
import { AppError } from '#server/lib/app-error.ts'

type AttemptRow = {
  id: string
  team_id: string
  mission: number
  score: string
  time_ms: string
  values: ScoreSheetValues | null
  version: string
  judge_name: string | null
}

/** Lists the attempts of the teams of an event, or of a team in a round, with the judge who sent each last; the oldest first. */
export const listTeamAttemptsOfEvent = async (
  db: Db,
  eventId: string,
  of?: { teamId: string; round: number },
): Promise<RecordedAttempt[]> => {
  const { rows } = await db.execute<AttemptRow>(sql`
    select a.id, e.team_id, a.mission, a.score, a.time_ms, a."values",
      to_char(a.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as version,
      (select j.name from judge_sheets s join judges j on j.id = s.judge_id where s.attempt_id = a.id order by s.received_at desc limit 1) as judge_name
    from score_attempts a join score_entries e on e.id = a.entry_id
    where e.event_id = ${eventId} and ${of ? sql`e.team_id = ${of.teamId} and a.mission = ${of.round}` : sql`e.team_id is not null`}
    order by a.at, a.id`)
  return rows.map((row) => ({
    id: row.id,
    teamId: row.team_id,
    round: row.mission,
    score: Number(row.score),
    timeMs: Number(row.time_ms),
    values: row.values,
    version: row.version,
    judgeName: row.judge_name ?? '',
  }))
}

/** Tells whether a judge sent the last sheet of an attempt. */
export const isAttemptOfJudge = async (db: Db, attemptId: string, judgeId: string): Promise<boolean> => {
  const [last] = await db
    .select({ judgeId: judgeSheets.judgeId })
    .from(judgeSheets)
    .where(eq(judgeSheets.attemptId, attemptId))
    .orderBy(desc(judgeSheets.receivedAt))
    .limit(1)
  return last?.judgeId === judgeId
}

/** Lists the further attempts of an event that were allowed and are not recorded yet. */
export const listAdditionalAttempts = (db: Db, eventId: string): Promise<AllowAttemptRequest[]> =>
  db
    .select({ teamId: additionalAttempts.teamId, round: additionalAttempts.round })
    .from(additionalAttempts)
    .where(eq(additionalAttempts.eventId, eventId))

/** Allows a further attempt. Returns false when one is allowed already. */
export const insertAdditionalAttempt = async (tx: Db, row: typeof additionalAttempts.$inferInsert): Promise<boolean> =>
  (await tx.insert(additionalAttempts).values(row).onConflictDoNothing().returning()).length > 0

/** Removes the leave for a further attempt, because the attempt is being recorded. Returns false without one. */
export const takeAdditionalAttempt = async (
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
    .where(and(eq(scoreAttempts.id, attemptId), eq(scoreEntries.eventId, eventId), eq(scoreEntries.teamId, teamId)))
  return row?.entryId
}

/** Reads when an event was created. Throws `not-found` for an event that does not exist. */
export const readEventCreation = async (db: Db, eventId: string): Promise<Date> => {
  const [row] = await db.select({ createdAt: events.createdAt }).from(events).where(eq(events.id, eventId))
  if (!row) throw new AppError('not-found')
  return row.createdAt
}

/** Makes other sheets for a team wait until the transaction ends. */
export const lockTeamSheets = async (tx: Db, eventId: string, teamId: string): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`judge sheet ${eventId} ${teamId}`}, 0))`)
}

/** Finds a sheet that the server has received. */
export const findSentSheet = async (db: Db, eventId: string, id: string): Promise<SentSheet | undefined> => {
  const [row] = await db
    .select({ id: judgeSheets.id, attemptId: judgeSheets.attemptId, receivedAt: judgeSheets.receivedAt })
    .from(judgeSheets)
    .where(and(eq(judgeSheets.id, id), eq(judgeSheets.eventId, eventId)))
  return row && { ...row, receivedAt: row.receivedAt.toISOString() }
}

/** A sheet that the server has received in any event. `teamId` is null after its team was deleted permanently. */
export type ReceivedSheet = Pick<typeof judgeSheets.$inferSelect, 'eventId' | 'teamId' | 'round' | 'sheet' | 'isDiscarded'>
export const findReceivedSheet = async (db: Db, id: string): Promise<ReceivedSheet | undefined> => {
  const { eventId, teamId, round, sheet, isDiscarded } = getTableColumns(judgeSheets)
  const [row] = await db.select({ eventId, teamId, round, sheet, isDiscarded }).from(judgeSheets).where(eq(judgeSheets.id, id))
  return row
}

export const insertSentSheet = async (tx: Db, row: typeof judgeSheets.$inferInsert): Promise<SentSheet> => {
  const [inserted] = await tx.insert(judgeSheets).values(row).returning()
  const { id, attemptId, receivedAt } = inserted as typeof judgeSheets.$inferSelect
  return { id, attemptId, receivedAt: receivedAt.toISOString() }
}
