import { randomUUIDv7 } from 'node:crypto'
import { and, asc, eq, inArray, isNull, lt, sql } from 'drizzle-orm'
import type { Total } from '#contract/rules/totals.ts'
import type { Db } from '#server/db/open.ts'
import { idempotencyKeys, scoreAttempts, scoreEntries } from '#server/db/schema/scores.ts'
import { teams } from '#server/db/schema/teams.ts'
import { users } from '#server/db/schema/users.ts'

const name = (eventId: string) => `scores ${eventId}`

/** Writers of an event's scores stand beside each other; who changes the rule of its totals (`holdTotals`) waits for them, and they for him. */
export const joinWriters = async (tx: Db, eventId: string): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(hashtextextended(${name(eventId)}, 0))`)
}
export const holdWriters = async (tx: Db, eventId: string): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name(eventId)}, 0))`)
}

type UserNames = { id: string; firstName: string; lastName: string; email: string; school: string | null; missionType: number }
const userNames = {
  id: users.id,
  firstName: users.firstName,
  lastName: users.lastName,
  email: users.email,
  school: users.school,
  missionType: users.missionType,
}

/** Accounts by id or address. An address that nobody has proven yet names no account. */
export const usersBy = async (db: Db, column: 'id' | 'email', values: string[]): Promise<UserNames[]> =>
  values.length === 0
    ? []
    : db
        .select(userNames)
        .from(users)
        .where(
          and(
            sql`${users[column]} = any(${sql.param(values)})`,
            isNull(users.deletedAt),
            column === 'email' ? isNull(users.confirmUntil) : undefined,
          ),
        )

export const teamsById = async (db: Db, ids: string[]) =>
  ids.length === 0
    ? []
    : db
        .select({ id: teams.id, teamNo: teams.teamNo, name: teams.name, school: teams.schoolName })
        .from(teams)
        .where(and(inArray(teams.id, ids), isNull(teams.deletedAt)))

export type KnownEntry = Pick<
  typeof scoreEntries.$inferSelect,
  'id' | 'participantKey' | 'playerName' | 'playerEmail' | 'teamNo' | 'teamName' | 'school' | 'missionType' | 'userId' | 'teamId'
>
const known = {
  id: scoreEntries.id,
  participantKey: scoreEntries.participantKey,
  playerName: scoreEntries.playerName,
  playerEmail: scoreEntries.playerEmail,
  teamNo: scoreEntries.teamNo,
  teamName: scoreEntries.teamName,
  school: scoreEntries.school,
  missionType: scoreEntries.missionType,
  userId: scoreEntries.userId,
  teamId: scoreEntries.teamId,
}

export const entriesByKey = async (db: Db, eventId: string, keys: string[]): Promise<KnownEntry[]> =>
  db
    .select(known)
    .from(scoreEntries)
    .where(and(eq(scoreEntries.eventId, eventId), sql`${scoreEntries.participantKey} = any(${sql.param(keys)})`))

export const entriesById = async (db: Db, eventId: string, ids: string[]): Promise<KnownEntry[]> =>
  ids.length === 0
    ? []
    : db
        .select(known)
        .from(scoreEntries)
        .where(and(eq(scoreEntries.eventId, eventId), inArray(scoreEntries.id, ids)))

/** An entry, kept from other writers until the transaction ends. */
export const lockEntry = async (tx: Db, eventId: string, entryId: string): Promise<KnownEntry | undefined> => {
  const [row] = await tx
    .select(known)
    .from(scoreEntries)
    .where(and(eq(scoreEntries.id, entryId), eq(scoreEntries.eventId, eventId)))
    .for('update')
  return row
}

export type EntryWrite = Omit<KnownEntry, 'id'>

/**
 * Makes the entries that are not there, sets the names of those that are, and keeps all from other writers. Always in the order of their keys, so that two
 * writers never wait for each other. Gives id by key, and how many are new.
 */
export const upsertEntries = async (
  tx: Db,
  eventId: string,
  entries: readonly EntryWrite[],
): Promise<{ ids: Map<string, string>; made: number }> => {
  const ids = new Map<string, string>()
  let made = 0
  const sorted = entries.toSorted((a, b) => (a.participantKey < b.participantKey ? -1 : 1))
  for (let at = 0; at < sorted.length; at += 500) {
    const part = sorted.slice(at, at + 500).map((entry) => ({ ...entry, eventId, id: randomUUIDv7() }))
    const rows = await tx
      .insert(scoreEntries)
      .values(part)
      .onConflictDoUpdate({
        target: [scoreEntries.eventId, scoreEntries.participantKey],
        set: {
          playerName: sql`excluded.player_name`,
          playerEmail: sql`excluded.player_email`,
          teamNo: sql`excluded.team_no`,
          teamName: sql`excluded.team_name`,
          school: sql`excluded.school`,
          missionType: sql`excluded.mission_type`,
          teamId: sql`excluded.team_id`,
          updatedAt: new Date(),
        },
      })
      .returning({ id: scoreEntries.id, key: scoreEntries.participantKey })
    const fresh = new Set<string>(part.map(({ id }) => id))
    for (const { id, key } of rows) {
      ids.set(key, id)
      if (fresh.has(id)) made++
    }
  }
  return { ids, made }
}

/** Gives a guest's entry to the account that its e-mail address means, unless the account has one already. */
export const adoptGuests = async (
  tx: Db,
  eventId: string,
  guests: readonly { from: string; to: string; userId: string }[],
): Promise<void> => {
  for (const { from, to, userId } of guests.toSorted((a, b) => (a.from < b.from ? -1 : 1)))
    await tx
      .update(scoreEntries)
      .set({ participantKey: to, userId })
      .where(
        and(
          eq(scoreEntries.eventId, eventId),
          eq(scoreEntries.participantKey, from),
          sql`not exists (select 1 from score_entries there where there.event_id = ${eventId} and there.participant_key = ${to})`,
        ),
      )
}

export const updateEntry = async (tx: Db, entryId: string, values: Partial<EntryWrite>): Promise<void> => {
  await tx.update(scoreEntries).set(values).where(eq(scoreEntries.id, entryId))
}

export const deleteEntries = async (tx: Db, ids: string[]): Promise<void> => {
  await tx.delete(scoreEntries).where(inArray(scoreEntries.id, ids))
}

export const insertAttempts = async (tx: Db, attempts: readonly (typeof scoreAttempts.$inferInsert)[]): Promise<void> => {
  for (let at = 0; at < attempts.length; at += 1000) await tx.insert(scoreAttempts).values(attempts.slice(at, at + 1000))
}

type AttemptRow = typeof scoreAttempts.$inferSelect
export const attemptById = async (tx: Db, entryId: string, attemptId: string): Promise<AttemptRow | undefined> => {
  const [row] = await tx
    .select()
    .from(scoreAttempts)
    .where(and(eq(scoreAttempts.id, attemptId), eq(scoreAttempts.entryId, entryId)))
  return row
}
/** The attempts of an entry as they are kept, the oldest first. */
export const attemptRows = (tx: Db, entryId: string): Promise<AttemptRow[]> =>
  tx.select().from(scoreAttempts).where(eq(scoreAttempts.entryId, entryId)).orderBy(asc(scoreAttempts.at), asc(scoreAttempts.id))
export const updateAttempt = async (tx: Db, id: string, values: Partial<typeof scoreAttempts.$inferInsert>): Promise<void> => {
  await tx.update(scoreAttempts).set(values).where(eq(scoreAttempts.id, id))
}
export const deleteAttempt = async (tx: Db, id: string): Promise<void> => {
  await tx.delete(scoreAttempts).where(eq(scoreAttempts.id, id))
}

/** What totals are made of, for some entries; attempts of the same moment in the order in which they were recorded. */
export const triedBy = async (tx: Db, entryIds: string[]) =>
  tx
    .select({
      entryId: scoreAttempts.entryId,
      mission: scoreAttempts.mission,
      score: scoreAttempts.score,
      timeMs: scoreAttempts.timeMs,
      at: scoreAttempts.at,
    })
    .from(scoreAttempts)
    .where(sql`${scoreAttempts.entryId} = any(${sql.param(entryIds)}::uuid[])`)
    .orderBy(asc(scoreAttempts.at), asc(scoreAttempts.id))

/** Sets the totals of many entries in one statement. */
export const writeTotals = async (tx: Db, totals: readonly (Total & { id: string; attempts: number })[]): Promise<void> => {
  if (totals.length === 0) return
  const rows = JSON.stringify(totals.map((total) => ({ ...total, reachedAt: new Date(total.reachedAt).toISOString() })))
  await tx.execute(sql`update score_entries set score = new.score, time_ms = new."timeMs", total_score = new."totalScore",
      total_time_ms = new."totalTimeMs", reached_at = new."reachedAt", attempt_count = new.attempts, updated_at = now()
    from jsonb_to_recordset(${rows}::jsonb) as new(id uuid, score numeric, "timeMs" bigint, "totalScore" numeric, "totalTimeMs" bigint,
      "reachedAt" timestamptz, attempts integer)
    where score_entries.id = new.id`)
}

/** The ids of an event's entries that have attempts, some at a time, in the order of their keys; each part is kept from other writers. */
export const entryIdsAfter = async (tx: Db, eventId: string, key: string): Promise<{ id: string; key: string }[]> =>
  tx
    .select({ id: scoreEntries.id, key: scoreEntries.participantKey })
    .from(scoreEntries)
    .where(and(eq(scoreEntries.eventId, eventId), sql`${scoreEntries.participantKey} > ${key}`, sql`${scoreEntries.attemptCount} > 0`))
    .orderBy(asc(scoreEntries.participantKey))
    .limit(2000)

export const addToCount = async (tx: Db, eventId: string, by: number): Promise<void> => {
  // a plain statement: a count is no edit of the event, `updated_at` stays
  if (by !== 0) await tx.execute(sql`update events set entry_count = entry_count + ${by}::integer where id = ${eventId}`)
}

/** Takes an `Idempotency-Key`. Undefined when it is new (and now ours); else what was replied to it. Waits for one who has it in hand. */
export const takeOnce = async (tx: Db, scope: string, key: string, requestHash: string) => {
  const taken = await tx
    .insert(idempotencyKeys)
    .values({ scope, key, requestHash, reply: {} })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key })
  if (taken.length > 0) return undefined
  const [row] = await tx
    .select()
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.scope, scope), eq(idempotencyKeys.key, key)))
  return row
}
export const keepReply = async (tx: Db, scope: string, key: string, reply: unknown): Promise<void> => {
  await tx
    .update(idempotencyKeys)
    .set({ reply })
    .where(and(eq(idempotencyKeys.scope, scope), eq(idempotencyKeys.key, key)))
}
/** Deletes the idempotency keys older than 7 days. Returns how many. */
export const purgeIdempotencyKeys = async (db: Db): Promise<number> =>
  (await db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, sql`now() - interval '7 days'`))).rowCount ?? 0
