import { and, asc, eq, inArray, lt, sql } from 'drizzle-orm'
import { v7 as randomUUIDv7 } from 'uuid'
import type { EntryTotal } from '#contract/event/scoring/entry-total.ts'
import type { RankingKey } from '#contract/event/scoring/ranking.ts'
import type { Db } from '#server/platform/db/open.ts'
import { idempotencyKeys, scoreEntries } from '#server/platform/db/schema/scores.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import { generateSalt, type SaltedEntry } from '../log/queries-append.ts'
import { rowsPerInsert } from './queries-attempts.ts'

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

export const listEntriesByParticipantKeys = async (
  db: Db,
  eventId: string,
  keys: string[],
): Promise<StoredEntry[]> =>
  db
    .select(storedColumns)
    .from(scoreEntries)
    .where(
      and(eq(scoreEntries.eventId, eventId), sql`${scoreEntries.participantKey} = any(${sql.param(keys)})`),
    )

/** Lists the participant keys of those guests of an event that have one of these keys, or a key that matches. */
export const listGuestKeysByKeyOrPattern = async (
  db: Db,
  eventId: string,
  { keys, pattern }: { keys: string[]; pattern: string },
): Promise<string[]> =>
  (
    await db
      .select({ participantKey: scoreEntries.participantKey })
      .from(scoreEntries)
      .where(
        and(
          eq(scoreEntries.eventId, eventId),
          sql`(${scoreEntries.participantKey} = any(${sql.param(keys)}) or ${scoreEntries.participantKey} ~ ${pattern})`,
        ),
      )
      .orderBy(asc(scoreEntries.participantKey))
  ).map(({ participantKey }) => participantKey)

/** Lists those of these entries that belong to an event. */
export const listEntriesByIds = async (db: Db, eventId: string, ids: string[]): Promise<StoredEntry[]> =>
  ids.length === 0
    ? []
    : db
        .select(storedColumns)
        .from(scoreEntries)
        .where(and(eq(scoreEntries.eventId, eventId), inArray(scoreEntries.id, ids)))

/** Characters that older versions stored in names and that are cleaned today, for a pattern. */
export const uncleanCharacters =
  '\u0085\u00a0\u00ad\u034f\u061c\u115f\u1160\u180e\u2000-\u206f\u2800\u3000\u3164\ufb50-\ufdff\ufe00-\ufe0f\ufe70-\ufeff\uffa0\u{e0000}-\u{e01ef}'
/** Matches names that older versions stored and that are cleaned today. */
export const uncleanPattern = `^\\s|\\s$|[${uncleanCharacters}]`

/**
 * Lists the entries of users, teams and players with an email that show one of these player names and one of
 * these team names, or that may show one when their texts are cleaned.
 */
export const listIdentifiedEntriesMatchingNames = async (
  db: Db,
  eventId: string,
  names: { playerNames: string[]; teamNames: string[] },
): Promise<StoredEntry[]> => {
  const { userId, teamId, playerName, teamName, playerEmail, participantKey } = scoreEntries
  return db
    .select(storedColumns)
    .from(scoreEntries)
    .where(
      and(
        eq(scoreEntries.eventId, eventId),
        sql`(${userId} is not null or ${teamId} is not null or (${playerEmail} <> '' and ${participantKey} like 'guest:%'))`,
        sql`((${playerName} = any(${sql.param(names.playerNames)}) and ${teamName} = any(${sql.param(names.teamNames)}))
          or ${playerName} ~ ${uncleanPattern} or ${teamName} ~ ${uncleanPattern})`,
      ),
    )
}

/** Locks an entry until the transaction ends. Throws `not-found`. */
export const lockEntryOrThrow = async (tx: Db, eventId: string, entryId: string): Promise<StoredEntry> => {
  const [row] = await tx
    .select(storedColumns)
    .from(scoreEntries)
    .where(and(eq(scoreEntries.id, entryId), eq(scoreEntries.eventId, eventId)))
    .for('update')
  if (!row) throw new AppError('not-found')
  return row
}

/** Locks those of these entries that belong to an event until the transaction ends, and returns them. */
export const lockEntriesByIds = async (
  tx: Db,
  eventId: string,
  ids: readonly string[],
): Promise<StoredEntry[]> =>
  tx
    .select(storedColumns)
    .from(scoreEntries)
    .where(
      and(eq(scoreEntries.eventId, eventId), sql`${scoreEntries.id} = any(${sql.param([...ids])}::uuid[])`),
    )
    .orderBy(asc(scoreEntries.participantKey))
    .for('update')

/** Gives entries other participants, with their names and salts. */
export const updateParticipantsOfEntries = async (
  tx: Db,
  entries: readonly (EntryValues & { id: string; participantSalt: string })[],
): Promise<void> => {
  if (entries.length === 0) return
  await tx.execute(sql`
    update score_entries e set participant_key = new."participantKey", user_id = new."userId", team_id = new."teamId",
      player_name = new."playerName", player_email = new."playerEmail", team_no = new."teamNo", team_name = new."teamName",
      school = new."schoolName", participant_salt = new."participantSalt", updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as new(id uuid, "participantKey" text, "userId" uuid, "teamId" uuid,
      "playerName" text, "playerEmail" text, "teamNo" text, "teamName" text, "schoolName" text, "participantSalt" text)
    where e.id = new.id`)
}

/** The entry of a guest whose email is that of a user, by participant keys. */
export type GuestLink = { guestKey: string; userKey: string; userId: string }

/**
 * Assigns the entries of guests to their users, then inserts entries or updates the existing ones, and locks
 * all of them. The order of their keys prevents deadlocks between two writers. `idsByTeam` has the ids that a
 * draw gave to the entries of teams. Returns the ids by participant key, how many entries are new, and the
 * entries that are new or have another participant or other names: these have a new salt.
 */
export const linkGuestsToUsersAndUpsertEntries = async (
  tx: Db,
  eventId: string,
  entries: readonly EntryValues[],
  {
    guestLinks = [],
    idsByTeam,
  }: { guestLinks?: readonly GuestLink[]; idsByTeam?: ReadonlyMap<string | null, string> | undefined } = {},
): Promise<{ ids: Map<string, string>; createdCount: number; changedEntries: SaltedEntry[] }> => {
  const ids = new Map<string, string>()
  let createdCount = 0
  const changedEntries: SaltedEntry[] = []
  const sorted = entries
    .map((entry) => ({ ...entry, participantSalt: generateSalt() }))
    .sort((a, b) => (a.participantKey < b.participantKey ? -1 : 1))
  await linkGuestEntriesToUsers(
    tx,
    eventId,
    guestLinks,
    new Map(sorted.map((entry) => [entry.participantKey, entry.participantSalt])),
  )
  for (let start = 0; start < sorted.length; start += rowsPerInsert) {
    const part = new Map(
      sorted
        .slice(start, start + rowsPerInsert)
        .map((entry) => [
          entry.participantKey,
          { ...entry, id: idsByTeam?.get(entry.teamId) ?? randomUUIDv7() },
        ]),
    )
    const { rows } = await tx.execute<{ id: string; key: string; salt: string | null; isNew: boolean }>(sql`
      insert into score_entries (id, event_id, participant_key, user_id, team_id, player_name, player_email, team_no, team_name, school, mission_type,
        participant_salt)
      select id, ${eventId}::uuid, "participantKey", "userId", "teamId", "playerName", "playerEmail", "teamNo", "teamName", "schoolName", "missionType",
        "participantSalt"
      from jsonb_to_recordset(${JSON.stringify([...part.values()])}::jsonb) as new(id uuid, "participantKey" text, "userId" uuid, "teamId" uuid,
        "playerName" text, "playerEmail" text, "teamNo" text, "teamName" text, "schoolName" text, "missionType" smallint, "participantSalt" text)
      order by "participantKey" collate "C"
      on conflict (event_id, participant_key) do update set player_name = excluded.player_name, player_email = excluded.player_email,
        team_no = excluded.team_no, team_name = excluded.team_name, school = excluded.school, mission_type = excluded.mission_type,
        team_id = excluded.team_id, updated_at = now(),
        participant_salt = case when (score_entries.player_name, score_entries.team_no, score_entries.team_name, score_entries.school,
          score_entries.mission_type, score_entries.team_id) is distinct from (excluded.player_name, excluded.team_no, excluded.team_name, excluded.school,
          excluded.mission_type, excluded.team_id) then excluded.participant_salt else score_entries.participant_salt end
      returning id, participant_key as key, participant_salt as salt, xmax = 0 as "isNew"`)
    for (const { id, key, salt, isNew } of rows) {
      ids.set(key, id)
      const entry = part.get(key)
      if (isNew) createdCount++
      if (entry?.participantSalt === salt) changedEntries.push({ ...entry, id })
    }
  }
  return { ids, createdCount, changedEntries }
}

/**
 * Assigns the entries of guests to their users, unless the user has an entry already. They get the new salts
 * of the participant keys of the users.
 */
const linkGuestEntriesToUsers = async (
  tx: Db,
  eventId: string,
  links: readonly GuestLink[],
  salts: ReadonlyMap<string, string>,
): Promise<void> => {
  for (const { guestKey, userKey, userId } of links.toSorted((a, b) => (a.guestKey < b.guestKey ? -1 : 1)))
    await tx
      .update(scoreEntries)
      .set({ participantKey: userKey, userId, participantSalt: salts.get(userKey) ?? null })
      .where(
        and(
          eq(scoreEntries.eventId, eventId),
          eq(scoreEntries.participantKey, guestKey),
          sql`not exists (select 1 from score_entries other where other.event_id = ${eventId} and other.participant_key = ${userKey})`,
        ),
      )
}

export const updateEntry = async (
  tx: Db,
  entryId: string,
  values: Partial<EntryValues & { participantSalt: string }>,
): Promise<void> => {
  await tx.update(scoreEntries).set(values).where(eq(scoreEntries.id, entryId))
}

export const deleteEntries = async (tx: Db, ids: string[]): Promise<void> => {
  await tx.delete(scoreEntries).where(inArray(scoreEntries.id, ids))
}

/** The total of an entry; the ranking key is absent in an event without a rule set. */
type StoredTotal = EntryTotal & { rankingKey?: RankingKey }
/**
 * Stores the totals of entries in one statement, with `onlyIfChanged` those of entries whose total,
 * ranking key or `hasRankOfAlliance` changes.
 */
export const updateEntryTotals = async (
  tx: Db,
  totals: readonly (StoredTotal & { id: string; attempts: number; onlyIfChanged?: boolean })[],
): Promise<void> => {
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
      has_rank_of_alliance = coalesce(new."hasRankOfAlliance", false), attempt_count = new.attempts, updated_at = now()
    from jsonb_to_recordset(${rows}::jsonb) as new(id uuid, score numeric, "timeMs" bigint, "totalScore" numeric, "totalTimeMs" bigint,
      "reachedAt" timestamptz, "ruleSetKey" text, "hasRankOfAlliance" boolean, attempts integer, "onlyIfChanged" boolean)
    where score_entries.id = new.id and (new."onlyIfChanged" is not true or score_entries.rule_set_key is distinct from new."ruleSetKey"::double precision[]
        or score_entries.total_score <> new."totalScore" or score_entries.total_time_ms <> new."totalTimeMs"
        or score_entries.has_rank_of_alliance <> coalesce(new."hasRankOfAlliance", false))`)
}

/**
 * Yields the ids of the entries of an event that have attempts in the order of their participant keys, in
 * parts of 2,000 or all at once.
 */
export const iterateEntryIdsWithAttempts = async function* (
  db: Db,
  eventId: string,
  { allAtOnce }: { allAtOnce: boolean },
): AsyncGenerator<string[]> {
  for (let key = ''; ; ) {
    const query = db
      .select({ id: scoreEntries.id, key: scoreEntries.participantKey })
      .from(scoreEntries)
      .where(
        and(
          eq(scoreEntries.eventId, eventId),
          sql`${scoreEntries.participantKey} > ${key}`,
          sql`${scoreEntries.attemptCount} > 0`,
        ),
      )
      .orderBy(asc(scoreEntries.participantKey))
      .$dynamic()
    const rows = await (allAtOnce ? query : query.limit(2000))
    const last = rows.at(-1)
    if (!last) return
    yield rows.map(({ id }) => id)
    key = last.key
  }
}

/**
 * Adds to the count of entries of an event. Returns true when its first entries came or its last ones went.
 */
export const addToEntryCountAndCheckFirstOrLast = async (
  tx: Db,
  eventId: string,
  by: number,
): Promise<boolean> => {
  // Drizzle would set `updated_at`, but a new count is no edit of the event
  if (by === 0) return false
  const { rows } = await tx.execute<{ count: number }>(
    sql`update events set entry_count = entry_count + ${by}::integer where id = ${eventId} returning entry_count as count`,
  )
  const count = rows[0]?.count ?? 0
  return count === 0 || count === by
}

/** An entry after a write. */
export type WrittenEntry = { id: string; totalScore: number; totalTimeMs: number; attempts: number }

/** The result of a write, as a repeat with the same `Idempotency-Key` gets it. */
type IdempotentResult = { entries: WrittenEntry[]; createdCount: number }
/** The JSON of an `IdempotentResult` in the database. */
type StoredResult = { entries: WrittenEntry[]; made: number }

/**
 * Claims an `Idempotency-Key` for this transaction. Returns undefined for a new key, else the hash of the
 * request that used it and its result. Waits for a transaction that has claimed the same key.
 */
export const claimIdempotencyKeyOrFindResult = async (
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
/** Tells whether a request has used an `Idempotency-Key`. */
export const isIdempotencyKeyUsed = async (db: Db, scope: string, key: string): Promise<boolean> =>
  (await db.$count(idempotencyKeys, and(eq(idempotencyKeys.scope, scope), eq(idempotencyKeys.key, key)))) > 0

export const saveIdempotentResult = async (
  tx: Db,
  scope: string,
  key: string,
  result: IdempotentResult,
): Promise<void> => {
  const reply: StoredResult = { entries: result.entries, made: result.createdCount }
  await tx
    .update(idempotencyKeys)
    .set({ reply })
    .where(and(eq(idempotencyKeys.scope, scope), eq(idempotencyKeys.key, key)))
}
/** Deletes the idempotency keys older than 7 days. Returns how many. */
export const purgeOldIdempotencyKeys = async (db: Db): Promise<number> =>
  (await db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, sql`now() - interval '7 days'`)))
    .rowCount ?? 0
