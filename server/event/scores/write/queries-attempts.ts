import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { v7 as randomUUIDv7 } from 'uuid'
import type { AdminAttempt, Attempt } from '#contract/event/scores/score.schema.ts'
import type { ScoreSheetValues } from '#contract/event/scoring/rule-set.schema.ts'
import { disqualifiedKey } from '#contract/event/scoring/rule-set.ts'
import type { Db } from '#server/platform/db/open.ts'
import { frozenScoreAttempts } from '#server/platform/db/schema/frozen-rankings.ts'
import { judgeSheets, sheetReviews } from '#server/platform/db/schema/judging.ts'
import { scoreAttempts, scoreEntries } from '#server/platform/db/schema/scores.ts'
import type { SaltedSheet } from '../log/logged-records.ts'
import type { RankingSource } from '../ranking/queries-freeze.ts'

/** Lists the ids of the sheets of judges that became these attempts, by the id of the attempt. */
export const mapSheetIdsByAttempt = async (
  tx: Db,
  attemptIds: readonly string[],
): Promise<Map<string, string[]>> => {
  const { rows } = await tx.execute<{ attempt_id: string; ids: string[] }>(sql`
    select attempt_id, array_agg(id) as ids from judge_sheets where attempt_id = any(${sql.param([...attemptIds])}::uuid[]) group by attempt_id`)
  return new Map(rows.map(({ attempt_id: id, ids }) => [id, ids]))
}

/** Assigns sheets of judges to an attempt that was restored, and returns them. */
export const setAttemptOfUnlinkedSheets = async (
  tx: Db,
  attemptId: string,
  sheetIds: readonly string[],
): Promise<SaltedSheet[]> =>
  (await tx
    .update(judgeSheets)
    .set({ attemptId })
    .where(and(inArray(judgeSheets.id, [...sheetIds]), isNull(judgeSheets.attemptId)))
    .returning()) as SaltedSheet[]

/**
 * The rows that one statement inserts as one JSON parameter. A parameter for each value would take much
 * memory.
 */
export const rowsPerInsert = 1000

/** An attempt to insert; `id` is new when it is absent. */
type AttemptInsert = Required<
  Pick<
    typeof scoreAttempts.$inferInsert,
    'entryId' | 'mission' | 'score' | 'timeMs' | 'at' | 'source' | 'note' | 'createdBy'
  >
> & {
  id?: string
  values?: ScoreSheetValues | null
  ruleVersion?: number | null
  correctedAt?: Date | null
}
/** Inserts attempts. */
export const insertAttempts = async (tx: Db, attempts: readonly AttemptInsert[]): Promise<void> => {
  for (let start = 0; start < attempts.length; start += rowsPerInsert) {
    const part = attempts
      .slice(start, start + rowsPerInsert)
      .map((attempt) => ({ ...attempt, id: attempt.id ?? randomUUIDv7() }))
    await tx.execute(sql`
      insert into score_attempts (id, entry_id, mission, score, time_ms, at, source, note, "values", rule_version, corrected_at, created_by)
      select id, "entryId", mission, score, "timeMs", at, source, note, "values", "ruleVersion", "correctedAt", "createdBy"
      from jsonb_to_recordset(${JSON.stringify(part)}::jsonb) as new(id uuid, "entryId" uuid, mission smallint, score numeric, "timeMs" bigint,
        at timestamptz, source text, note text, "values" jsonb, "ruleVersion" integer, "correctedAt" timestamptz, "createdBy" uuid)`)
  }
}

type AttemptRow = typeof scoreAttempts.$inferSelect
/** Finds an attempt of an entry by its id. */
export const findAttemptOfEntry = async (
  tx: Db,
  entryId: string,
  attemptId: string,
): Promise<AttemptRow | undefined> => {
  const [row] = await tx
    .select()
    .from(scoreAttempts)
    .where(and(eq(scoreAttempts.id, attemptId), eq(scoreAttempts.entryId, entryId)))
  return row
}
/** Lists the attempts of an entry, the oldest first. */
export const listAttemptsOfEntry = (
  db: Db,
  entryId: string,
  source: RankingSource = 'current',
): Promise<AttemptRow[]> => {
  const table = source === 'frozen' ? frozenScoreAttempts : scoreAttempts
  return db.select().from(table).where(eq(table.entryId, entryId)).orderBy(asc(table.at), asc(table.id))
}
/** Returns an attempt as visitors see it. */
export const toAttempt = ({
  id,
  mission,
  score,
  timeMs,
  at,
  correctedAt,
  values,
}: Pick<AttemptRow, 'id' | 'mission' | 'score' | 'timeMs' | 'at' | 'correctedAt' | 'values'>): Attempt => ({
  id,
  mission,
  score,
  timeMs,
  at: at.toISOString(),
  ...(correctedAt ? { correctedAt: correctedAt.toISOString() } : {}),
  ...(values?.[disqualifiedKey] === true ? { isDisqualified: true } : {}),
})
/** Returns an attempt as administrators see it, without the names of its judges. */
export const toAdminAttempt = (row: AttemptRow): Omit<AdminAttempt, 'judgeName' | 'reviewerName'> => {
  const { source, note, values, ruleVersion, updatedAt } = row
  return { ...toAttempt(row), source, note, values, ruleVersion, version: updatedAt.toISOString() }
}
export const updateAttempt = async (
  tx: Db,
  id: string,
  values: Partial<typeof scoreAttempts.$inferInsert>,
): Promise<void> => {
  // `values` may have the time of an earlier update
  await tx
    .update(scoreAttempts)
    .set({ ...values, updatedAt: new Date() })
    .where(eq(scoreAttempts.id, id))
}
export const deleteAttempt = async (tx: Db, id: string): Promise<void> => {
  await tx.delete(scoreAttempts).where(eq(scoreAttempts.id, id))
}

/** An attempt that another entry has now. */
export type MovedAttempt = Pick<
  AttemptRow,
  'id' | 'mission' | 'score' | 'timeMs' | 'at' | 'values' | 'ruleVersion'
> & { from: string; to: string }

/**
 * Moves the attempts of entries to other entries, with everything that they have. Returns them, the oldest
 * first.
 */
export const updateEntryIdsAndReturnAttempts = async (
  tx: Db,
  moves: readonly { from: string; to: string }[],
): Promise<MovedAttempt[]> => {
  if (moves.length === 0) return []
  const { rows } = await tx.execute<
    Omit<MovedAttempt, 'score' | 'timeMs' | 'at'> & { score: string; timeMs: string; at: Date }
  >(sql`
    update score_attempts a set entry_id = moved."to" from jsonb_to_recordset(${JSON.stringify(moves)}::jsonb) as moved("from" uuid, "to" uuid)
    where a.entry_id = moved."from"
    returning a.id, moved."from", moved."to", a.mission, a.score, a.time_ms as "timeMs", a.at, a."values", a.rule_version as "ruleVersion"`)
  return rows
    .map((row) => ({ ...row, score: Number(row.score), timeMs: Number(row.timeMs), at: new Date(row.at) }))
    .sort((a, b) => a.at.getTime() - b.at.getTime() || (a.id < b.id ? -1 : 1))
}

/** Lists the runs of these entries that judges' sheets have recorded. */
export const listJudgedRunsOfEntries = async (db: Db, entryIds: readonly string[]) =>
  entryIds.length === 0
    ? []
    : db
        .select({
          entryId: scoreAttempts.entryId,
          mission: scoreAttempts.mission,
          score: scoreAttempts.score,
          timeMs: scoreAttempts.timeMs,
          values: scoreAttempts.values,
        })
        .from(scoreAttempts)
        .where(
          and(
            sql`${scoreAttempts.entryId} = any(${sql.param([...entryIds])}::uuid[])`,
            eq(scoreAttempts.source, 'judge'),
          ),
        )

/** Lists the runs of these teams whose sheets wait for a second judge or a decision. */
export const listUnreviewedRunsOfTeams = async (db: Db, eventId: string, teamIds: readonly string[]) => {
  if (teamIds.length === 0) return []
  const rows = await db
    .select({ teamId: judgeSheets.teamId, mission: judgeSheets.round, sheet: judgeSheets.sheet })
    .from(judgeSheets)
    .innerJoin(sheetReviews, eq(sheetReviews.sheetId, judgeSheets.id))
    .where(
      and(
        eq(judgeSheets.eventId, eventId),
        sql`${judgeSheets.teamId} = any(${sql.param([...teamIds])}::uuid[])`,
        eq(sheetReviews.status, 'waiting'),
        eq(judgeSheets.isDiscarded, false),
      ),
    )
  return rows.map(({ sheet: { score, timeMs, values }, ...run }) => ({ ...run, score, timeMs, values }))
}

/** Tells whether an attempt of an event has a time: then attempts without one would be the fastest. */
export const hasEventTimedAttempts = async (db: Db, eventId: string): Promise<boolean> => {
  const { rows } = await db.execute<{ found: boolean }>(sql`
    select exists (select from score_attempts a join score_entries e on e.id = a.entry_id where e.event_id = ${eventId} and a.time_ms > 0) as found`)
  return rows[0]?.found ?? false
}

/** Counts the attempts that have the same entry, round, score and time as a stored attempt. */
export const countAttemptsAlreadyStored = async (
  db: Db,
  attempts: readonly { entryId: string; mission: number; score: number; timeMs: number }[],
): Promise<number> => {
  if (attempts.length === 0) return 0
  const listValues = (field: keyof (typeof attempts)[number]) =>
    sql.param(attempts.map((attempt) => attempt[field]))
  const { rows } = await db.execute<{ count: string }>(sql`
    select count(*) as count from unnest(${listValues('entryId')}::uuid[], ${listValues('mission')}::int[], ${listValues('score')}::numeric[],
      ${listValues('timeMs')}::bigint[]) as given(entry_id, mission, score, time_ms)
    where exists (select 1 from score_attempts a where a.entry_id = given.entry_id and a.mission = given.mission and a.score = given.score
      and a.time_ms = given.time_ms)`)
  return Number(rows[0]?.count ?? 0)
}

/**
 * Locks the entries of imported attempts and returns for each attempt whether it was changed. Attempts that
 * were deleted are missing.
 */
export const lockEntriesAndListAttemptChanges = async (
  tx: Db,
  eventId: string,
  ids: readonly string[],
): Promise<{ entryId: string; name: string; isChanged: boolean }[]> => {
  const { rows } = await tx.execute<{ entry_id: string; name: string; changed: boolean }>(sql`
    select a.entry_id, coalesce(nullif(e.player_name, ''), e.team_name) as name, a.updated_at <> a.created_at as changed
    from score_attempts a join score_entries e on e.id = a.entry_id
    where e.event_id = ${eventId} and a.id = any(${sql.param(ids)}::uuid[]) order by e.participant_key, a.id for update of e`)
  return rows.map(({ entry_id, name, changed }) => ({ entryId: entry_id, name, isChanged: changed }))
}
/** Deletes attempts and returns them, the oldest first. */
export const deleteAndReturnAttempts = async (tx: Db, ids: readonly string[]): Promise<AttemptRow[]> =>
  (
    await tx
      .delete(scoreAttempts)
      .where(sql`${scoreAttempts.id} = any(${sql.param(ids)}::uuid[])`)
      .returning()
  ).sort((a, b) => (a.id < b.id ? -1 : 1))

/** Returns the newest attempt of each entry of an event in a match, by entry. */
export const mapNewestAttemptIdsOfMatchByEntry = async (
  tx: Db,
  eventId: string,
  match: number,
): Promise<Map<string, string>> => {
  const rows = await tx
    .select({ id: scoreAttempts.id, entryId: scoreAttempts.entryId })
    .from(scoreAttempts)
    .innerJoin(scoreEntries, eq(scoreEntries.id, scoreAttempts.entryId))
    .where(and(eq(scoreEntries.eventId, eventId), eq(scoreAttempts.mission, match)))
    .orderBy(asc(scoreAttempts.at), asc(scoreAttempts.id))
  return new Map(rows.map(({ id, entryId }) => [entryId, id]))
}

/** What totals are computed from. */
const totalColumns = {
  id: scoreAttempts.id,
  entryId: scoreAttempts.entryId,
  mission: scoreAttempts.mission,
  score: scoreAttempts.score,
  timeMs: scoreAttempts.timeMs,
  at: scoreAttempts.at,
  values: scoreAttempts.values,
}

/**
 * Lists the attempts of all entries of an event with the values for totals, the entries in the order of their
 * participant keys; simultaneous attempts are in the order of their creation.
 */
export const listAttemptsOfEvent = async (tx: Db, eventId: string) =>
  tx
    .select(totalColumns)
    .from(scoreAttempts)
    .innerJoin(scoreEntries, eq(scoreEntries.id, scoreAttempts.entryId))
    .where(eq(scoreEntries.eventId, eventId))
    .orderBy(asc(scoreEntries.participantKey), asc(scoreAttempts.at), asc(scoreAttempts.id))

/**
 * Lists the attempts of these entries with the values for totals; simultaneous attempts are in the order of
 * their creation.
 */
export const listAttemptsOfEntries = async (tx: Db, entryIds: string[]) =>
  tx
    .select(totalColumns)
    .from(scoreAttempts)
    .where(sql`${scoreAttempts.entryId} = any(${sql.param(entryIds)}::uuid[])`)
    .orderBy(asc(scoreAttempts.at), asc(scoreAttempts.id))
