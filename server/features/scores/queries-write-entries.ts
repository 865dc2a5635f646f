import { randomUUIDv7 } from 'node:crypto'
import { and, asc, eq, inArray, isNull, lt, sql } from 'drizzle-orm'
import type { ScoreSheetValues } from '#contract/rule-set.ts'
import type { RankingKey } from '#contract/rules/ranking-key.ts'
import type { EntryTotal } from '#contract/rules/scoring.ts'
import type { Db } from '#server/db/open.ts'
import { frozenScoreAttempts, idempotencyKeys, scoreAttempts, scoreEntries } from '#server/db/schema/scores.ts'
import { teams } from '#server/db/schema/teams.ts'
import { users } from '#server/db/schema/users.ts'
import { getConfirmedEmail } from '#server/lib/confirmed-email.ts'
import type { RankingSource } from './queries-source.ts'

const lockName = (eventId: string) => `scores ${eventId}`

/** Taken by every writer of the scores of an event: writers do not wait for each other, only for `lockRankingExclusive`. */
export const lockRankingShared = async (tx: Db, eventId: string): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(hashtextextended(${lockName(eventId)}, 0))`)
}
/** Waits for all writers of the scores of an event, and makes new ones wait until the transaction ends. */
export const lockRankingExclusive = async (tx: Db, eventId: string): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${lockName(eventId)}, 0))`)
}

const userColumns = {
  id: users.id,
  firstName: users.firstName,
  lastName: users.lastName,
  email: users.email,
  emailConfirmedAt: users.emailConfirmedAt,
  schoolName: users.school,
  missionType: users.missionType,
}

/** Accounts by id or by confirmed e-mail. An e-mail that its account has not confirmed finds no account. */
export const listUsersByIdOrConfirmedEmail = async (db: Db, column: 'id' | 'email', values: string[]) => {
  if (values.length === 0) return []
  const found = await db
    .select(userColumns)
    .from(users)
    .where(and(sql`${users[column]} = any(${sql.param(values)})`, isNull(users.deletedAt)))
  return column === 'id' ? found : found.filter((user) => getConfirmedEmail(user) !== null)
}

export const listPresentTeamsByIds = async (db: Db, ids: string[]) =>
  ids.length === 0
    ? []
    : db
        .select({ id: teams.id, teamNo: teams.teamNo, name: teams.name, schoolName: teams.schoolName })
        .from(teams)
        .where(and(inArray(teams.id, ids), isNull(teams.deletedAt)))

const storedColumns = {
  id: scoreEntries.id,
  participantKey: scoreEntries.participantKey,
  playerName: scoreEntries.playerName,
  playerEmail: scoreEntries.playerEmail,
  teamNo: scoreEntries.teamNo,
  teamName: scoreEntries.teamName,
  schoolName: scoreEntries.schoolName,
  missionType: scoreEntries.missionType,
  userId: scoreEntries.userId,
  teamId: scoreEntries.teamId,
}
/** An entry without its totals. */
export type StoredEntry = Pick<typeof scoreEntries.$inferSelect, keyof typeof storedColumns>
export type EntryValues = Omit<StoredEntry, 'id'>

export const listEntriesByParticipantKeys = async (db: Db, eventId: string, keys: string[]): Promise<StoredEntry[]> =>
  db
    .select(storedColumns)
    .from(scoreEntries)
    .where(and(eq(scoreEntries.eventId, eventId), sql`${scoreEntries.participantKey} = any(${sql.param(keys)})`))

export const listEntriesByIds = async (db: Db, eventId: string, ids: string[]): Promise<StoredEntry[]> =>
  ids.length === 0
    ? []
    : db
        .select(storedColumns)
        .from(scoreEntries)
        .where(and(eq(scoreEntries.eventId, eventId), inArray(scoreEntries.id, ids)))

/** Locks an entry until the transaction ends. */
export const lockEntryOfEvent = async (tx: Db, eventId: string, entryId: string): Promise<StoredEntry | undefined> => {
  const [row] = await tx
    .select(storedColumns)
    .from(scoreEntries)
    .where(and(eq(scoreEntries.id, entryId), eq(scoreEntries.eventId, eventId)))
    .for('update')
  return row
}

/** The rows that one statement inserts as one JSON parameter. A parameter for each value would take much memory. */
const rowsPerInsert = 1000

/**
 * Inserts entries or updates the existing ones, and locks all of them. The order of their keys prevents deadlocks between two writers. Returns the ids by
 * participant key, and how many entries are new.
 */
export const upsertEntries = async (
  tx: Db,
  eventId: string,
  entries: readonly EntryValues[],
): Promise<{ ids: Map<string, string>; createdCount: number }> => {
  const ids = new Map<string, string>()
  let createdCount = 0
  const sorted = entries.toSorted((a, b) => (a.participantKey < b.participantKey ? -1 : 1))
  for (let start = 0; start < sorted.length; start += rowsPerInsert) {
    const part = sorted.slice(start, start + rowsPerInsert).map((entry) => ({ ...entry, id: randomUUIDv7() }))
    const { rows } = await tx.execute<{ id: string; key: string }>(sql`
      insert into score_entries (id, event_id, participant_key, user_id, team_id, player_name, player_email, team_no, team_name, school, mission_type)
      select id, ${eventId}::uuid, "participantKey", "userId", "teamId", "playerName", "playerEmail", "teamNo", "teamName", "schoolName", "missionType"
      from jsonb_to_recordset(${JSON.stringify(part)}::jsonb) as new(id uuid, "participantKey" text, "userId" uuid, "teamId" uuid, "playerName" text,
        "playerEmail" text, "teamNo" text, "teamName" text, "schoolName" text, "missionType" smallint)
      order by "participantKey" collate "C"
      on conflict (event_id, participant_key) do update set player_name = excluded.player_name, player_email = excluded.player_email,
        team_no = excluded.team_no, team_name = excluded.team_name, school = excluded.school, mission_type = excluded.mission_type,
        team_id = excluded.team_id, updated_at = now()
      returning id, participant_key as key`)
    const newIds = new Set<string>(part.map(({ id }) => id))
    for (const { id, key } of rows) {
      ids.set(key, id)
      if (newIds.has(id)) createdCount++
    }
  }
  return { ids, createdCount }
}

/** The entry of a guest whose e-mail is that of an account, by participant keys. */
export type GuestLink = { guestKey: string; userKey: string; userId: string }

/** Assigns the entries of guests to their accounts, unless the account has an entry already. */
export const linkGuestEntriesToAccounts = async (tx: Db, eventId: string, links: readonly GuestLink[]): Promise<void> => {
  for (const { guestKey, userKey, userId } of links.toSorted((a, b) => (a.guestKey < b.guestKey ? -1 : 1)))
    await tx
      .update(scoreEntries)
      .set({ participantKey: userKey, userId })
      .where(
        and(
          eq(scoreEntries.eventId, eventId),
          eq(scoreEntries.participantKey, guestKey),
          sql`not exists (select 1 from score_entries other where other.event_id = ${eventId} and other.participant_key = ${userKey})`,
        ),
      )
}

export const updateEntry = async (tx: Db, entryId: string, values: Partial<EntryValues>): Promise<void> => {
  await tx.update(scoreEntries).set(values).where(eq(scoreEntries.id, entryId))
}

export const deleteEntries = async (tx: Db, ids: string[]): Promise<void> => {
  await tx.delete(scoreEntries).where(inArray(scoreEntries.id, ids))
}

/** An attempt to insert; `id` is new when it is absent. */
type AttemptInsert = Required<
  Pick<typeof scoreAttempts.$inferInsert, 'entryId' | 'mission' | 'score' | 'timeMs' | 'at' | 'source' | 'note' | 'createdBy'>
> & {
  id?: string
  values?: ScoreSheetValues | null
  ruleVersion?: number | null
}
/** Inserts attempts. */
export const insertAttempts = async (tx: Db, attempts: readonly AttemptInsert[]): Promise<void> => {
  for (let start = 0; start < attempts.length; start += rowsPerInsert) {
    const part = attempts.slice(start, start + rowsPerInsert).map((attempt) => ({ ...attempt, id: attempt.id ?? randomUUIDv7() }))
    await tx.execute(sql`
      insert into score_attempts (id, entry_id, mission, score, time_ms, at, source, note, "values", rule_version, created_by)
      select id, "entryId", mission, score, "timeMs", at, source, note, "values", "ruleVersion", "createdBy"
      from jsonb_to_recordset(${JSON.stringify(part)}::jsonb) as new(id uuid, "entryId" uuid, mission smallint, score numeric, "timeMs" bigint,
        at timestamptz, source text, note text, "values" jsonb, "ruleVersion" integer, "createdBy" uuid)`)
  }
}

type AttemptRow = typeof scoreAttempts.$inferSelect
export const findAttempt = async (tx: Db, entryId: string, attemptId: string): Promise<AttemptRow | undefined> => {
  const [row] = await tx
    .select()
    .from(scoreAttempts)
    .where(and(eq(scoreAttempts.id, attemptId), eq(scoreAttempts.entryId, entryId)))
  return row
}
/** Lists the attempts of an entry, the oldest first. */
export const listAttempts = (db: Db, entryId: string, source: RankingSource = 'standing'): Promise<AttemptRow[]> => {
  const table = source === 'frozen' ? frozenScoreAttempts : scoreAttempts
  return db.select().from(table).where(eq(table.entryId, entryId)).orderBy(asc(table.at), asc(table.id))
}
export const updateAttempt = async (tx: Db, id: string, values: Partial<typeof scoreAttempts.$inferInsert>): Promise<void> => {
  // `values` may have the time of an earlier update
  await tx
    .update(scoreAttempts)
    .set({ ...values, updatedAt: new Date() })
    .where(eq(scoreAttempts.id, id))
}
export const deleteAttempt = async (tx: Db, id: string): Promise<void> => {
  await tx.delete(scoreAttempts).where(eq(scoreAttempts.id, id))
}

/** Counts the attempts that their entry has already, with the same mission, score and time. */
export const countIdenticalAttempts = async (
  db: Db,
  attempts: readonly { entryId: string; mission: number; score: number; timeMs: number }[],
): Promise<number> => {
  if (attempts.length === 0) return 0
  const listValues = (field: keyof (typeof attempts)[number]) => sql.param(attempts.map((attempt) => attempt[field]))
  const { rows } = await db.execute<{ count: string }>(sql`
    select count(*) as count from unnest(${listValues('entryId')}::uuid[], ${listValues('mission')}::int[], ${listValues('score')}::numeric[],
      ${listValues('timeMs')}::bigint[]) as given(entry_id, mission, score, time_ms)
    where exists (select 1 from score_attempts a where a.entry_id = given.entry_id and a.mission = given.mission and a.score = given.score
      and a.time_ms = given.time_ms)`)
  return Number(rows[0]?.count ?? 0)
}

/** Locks the entries of imported attempts and returns for each attempt whether it was changed. Attempts that were deleted are missing. */
export const lockImportedAttempts = async (
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
export const deleteAttempts = async (tx: Db, ids: readonly string[]): Promise<AttemptRow[]> =>
  (
    await tx
      .delete(scoreAttempts)
      .where(sql`${scoreAttempts.id} = any(${sql.param(ids)}::uuid[])`)
      .returning()
  ).sort((a, b) => (a.id < b.id ? -1 : 1))

/** Lists the attempts of these entries with the values for totals; simultaneous attempts are in the order of their creation. */
export const listAttemptsForTotals = async (tx: Db, entryIds: string[]) =>
  tx
    .select({
      entryId: scoreAttempts.entryId,
      mission: scoreAttempts.mission,
      score: scoreAttempts.score,
      timeMs: scoreAttempts.timeMs,
      at: scoreAttempts.at,
      values: scoreAttempts.values,
    })
    .from(scoreAttempts)
    .where(sql`${scoreAttempts.entryId} = any(${sql.param(entryIds)}::uuid[])`)
    .orderBy(asc(scoreAttempts.at), asc(scoreAttempts.id))

/** The total of an entry; the ranking key is absent in an event without a rule set. */
type StoredTotal = EntryTotal & { rankingKey?: RankingKey }
/** Stores the totals of entries in one statement. */
export const updateEntryTotals = async (tx: Db, totals: readonly (StoredTotal & { id: string; attempts: number })[]): Promise<void> => {
  if (totals.length === 0) return
  const rows = JSON.stringify(
    totals.map(({ rankingKey, ...total }) => ({
      ...total,
      reachedAt: new Date(total.reachedAt).toISOString(),
      // JSON has no Infinity
      ruleSetKey: rankingKey ? `{${rankingKey.join()}}` : null,
    })),
  )
  await tx.execute(sql`update score_entries set score = new.score, time_ms = new."timeMs", total_score = new."totalScore",
      total_time_ms = new."totalTimeMs", reached_at = new."reachedAt", rule_set_key = new."ruleSetKey"::double precision[],
      attempt_count = new.attempts, updated_at = now()
    from jsonb_to_recordset(${rows}::jsonb) as new(id uuid, score numeric, "timeMs" bigint, "totalScore" numeric, "totalTimeMs" bigint,
      "reachedAt" timestamptz, "ruleSetKey" text, attempts integer)
    where score_entries.id = new.id`)
}

/** Lists the next 2,000 entries with attempts of an event after a participant key, in the order of these keys. */
export const listEntryIdsAfterParticipantKey = async (tx: Db, eventId: string, key: string): Promise<{ id: string; key: string }[]> =>
  tx
    .select({ id: scoreEntries.id, key: scoreEntries.participantKey })
    .from(scoreEntries)
    .where(and(eq(scoreEntries.eventId, eventId), sql`${scoreEntries.participantKey} > ${key}`, sql`${scoreEntries.attemptCount} > 0`))
    .orderBy(asc(scoreEntries.participantKey))
    .limit(2000)

export const incrementEntryCount = async (tx: Db, eventId: string, by: number): Promise<void> => {
  // Drizzle would set `updated_at`, but a new count is no edit of the event
  if (by !== 0) await tx.execute(sql`update events set entry_count = entry_count + ${by}::integer where id = ${eventId}`)
}

/** An entry after a write. */
export type WrittenEntry = { id: string; totalScore: number; totalTimeMs: number; attempts: number }
/** The result of a write, as a repeat with the same `Idempotency-Key` gets it. */
type IdempotentResult = { entries: WrittenEntry[]; createdCount: number }
/** The JSON of an `IdempotentResult` in the database. */
type StoredResult = { entries: WrittenEntry[]; made: number }

/**
 * Claims an `Idempotency-Key` for this transaction. Returns undefined for a new key, else the hash of the request that used it and its result. Waits for
 * a transaction that has claimed the same key.
 */
export const claimIdempotencyKey = async (
  tx: Db,
  scope: string,
  { key, requestHash }: { key: string; requestHash: string },
): Promise<{ requestHash: string; result: IdempotentResult } | undefined> => {
  const claimed = await tx
    .insert(idempotencyKeys)
    .values({ scope, key, requestHash, reply: {} })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key })
  if (claimed.length > 0) return undefined
  const [row] = await tx
    .select()
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.scope, scope), eq(idempotencyKeys.key, key)))
  if (!row) return undefined
  const { entries, made: createdCount } = row.reply as StoredResult
  return { requestHash: row.requestHash, result: { entries, createdCount } }
}
export const saveIdempotentResult = async (tx: Db, scope: string, key: string, result: IdempotentResult): Promise<void> => {
  const reply: StoredResult = { entries: result.entries, made: result.createdCount }
  await tx
    .update(idempotencyKeys)
    .set({ reply })
    .where(and(eq(idempotencyKeys.scope, scope), eq(idempotencyKeys.key, key)))
}
/** Deletes the idempotency keys older than 7 days. Returns how many. */
export const purgeOldIdempotencyKeys = async (db: Db): Promise<number> =>
  (await db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, sql`now() - interval '7 days'`))).rowCount ?? 0
