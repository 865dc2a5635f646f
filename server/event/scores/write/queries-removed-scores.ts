import { and, desc, eq, gt, lt, type SQL, sql } from 'drizzle-orm'
import type { AttemptSource } from '#contract/event/scores/score.ts'
import type { ScoreSheetValues } from '#contract/event/scoring/rule-set.schema.ts'
import type { Db } from '#server/platform/db/open.ts'
import { removedScores } from '#server/platform/db/schema/scores.ts'
import { users } from '#server/platform/db/schema/users.ts'
import { restorePeriodInterval } from '#server/platform/db/soft-delete.ts'
import type { EntryValues, StoredEntry } from './queries-entries.ts'

/** A removed entry with its removed attempts, as the table `removed_scores` stores it for 30 days. */
export type RemovedScoreRecord = {
  event: string
  /** The id that the entry had; absent in records of older versions. */
  entryId?: string
  entry: EntryValues
  attempts: (Omit<RemovedAttempt, 'id' | 'at' | 'correctedAt'> & {
    at: string
    correctedAt?: string
    sheetIds?: string[]
  })[]
}

type RemovedAttempt = {
  id: string
  mission: number
  score: number
  timeMs: number
  at: Date
  note: string
  source: AttemptSource
  values?: ScoreSheetValues | null
  ruleVersion?: number | null
  correctedAt?: Date | null
}
/**
 * Returns the record to store of an entry and of those of its attempts that are removed. `sheetIdsByAttempt`
 * are the judges' sheets of the attempts.
 */
export const buildRemovedScoreRecordFromEntry = (
  eventId: string,
  { id: entryId, ...entry }: StoredEntry,
  attempts: readonly RemovedAttempt[],
  sheetIdsByAttempt: ReadonlyMap<string, string[]>,
): RemovedScoreRecord => ({
  event: eventId,
  entryId,
  entry,
  attempts: attempts.map(
    ({ id, mission, score, timeMs, at, note, source, values, ruleVersion, correctedAt }) => ({
      mission,
      score,
      timeMs,
      at: at.toISOString(),
      note,
      source,
      ...(values ? { values, ruleVersion: ruleVersion ?? null } : {}),
      ...(correctedAt ? { correctedAt: correctedAt.toISOString() } : {}),
      ...(sheetIdsByAttempt.has(id) ? { sheetIds: sheetIdsByAttempt.get(id) ?? [] } : {}),
    }),
  ),
})

/** Selects the removals of scores of an event that can be undone. */
const isRestorable = (eventId: string): SQL =>
  and(
    eq(removedScores.eventId, eventId),
    gt(removedScores.removedAt, sql`now() - ${restorePeriodInterval}`),
  ) as SQL

type RemovedScoreRow = { id: string; removedAt: Date; removedBy: string; record: RemovedScoreRecord }
const columns = {
  id: removedScores.id,
  removedAt: removedScores.removedAt,
  removedBy: sql<string>`coalesce(trim(${users.firstName} || ' ' || ${users.lastName}), '')`,
  record: removedScores.record,
}
type StoredRecord = Omit<RemovedScoreRecord, 'entry'> & {
  entry: RemovedScoreRecord['entry'] & { school?: string }
}
const toRemoval = ({
  record: stored,
  ...row
}: Omit<RemovedScoreRow, 'record'> & { record: unknown }): RemovedScoreRow => {
  const record = stored as StoredRecord
  const { school = '', ...entry } = record.entry
  // some stored entries call the name of the school `school`
  return { ...row, record: { ...record, entry: { ...entry, schoolName: entry.schoolName ?? school } } }
}

/** Stores a removed entry with its removed attempts. Returns the id with which it is restored. */
export const insertRemovedScore = async (
  tx: Db,
  record: RemovedScoreRecord,
  removedBy: string | null,
): Promise<string> => {
  const [row] = await tx
    .insert(removedScores)
    .values({ eventId: record.event, record, removedBy })
    .returning({ id: removedScores.id })
  return row?.id as string
}

/** Lets removals of entries be restored into the entries that have their attempts now. */
export const updateEntryIdsOfRemovedScores = async (
  tx: Db,
  eventId: string,
  moves: readonly { from: string; to: string }[],
): Promise<void> => {
  if (moves.length === 0) return
  await tx.execute(sql`
    update removed_scores r set record = jsonb_set(r.record, '{entryId}', to_jsonb(moved."to"))
    from jsonb_to_recordset(${JSON.stringify(moves)}::jsonb) as moved("from" text, "to" text)
    where r.event_id = ${eventId} and r.record ->> 'entryId' = moved."from"`)
}

/** Lists the last 100 removals, the newest first. */
export const listNewestRestorableScoresOfEvent = async (
  db: Db,
  eventId: string,
): Promise<RemovedScoreRow[]> => {
  const rows = await db
    .select(columns)
    .from(removedScores)
    .leftJoin(users, eq(users.id, removedScores.removedBy))
    .where(isRestorable(eventId))
    .orderBy(desc(removedScores.removedAt), desc(removedScores.id))
    .limit(100)
  return rows.map(toRemoval)
}

/**
 * Deletes a removal that can be undone, and returns what was removed. Only one of several concurrent
 * transactions gets it.
 */
export const deleteAndReturnRemovedScore = async (
  tx: Db,
  eventId: string,
  id: string,
): Promise<RemovedScoreRecord | undefined> => {
  const [row] = await tx
    .delete(removedScores)
    .where(and(isRestorable(eventId), eq(removedScores.id, id)))
    .returning()
  return row && toRemoval({ id: row.id, removedAt: row.removedAt, removedBy: '', record: row.record }).record
}

/** Deletes the removals that can no longer be undone. Returns how many. */
export const purgeExpiredRemovedScores = async (db: Db): Promise<number> =>
  (await db.delete(removedScores).where(lt(removedScores.removedAt, sql`now() - ${restorePeriodInterval}`)))
    .rowCount ?? 0
