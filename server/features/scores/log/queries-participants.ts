import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import { type HashedParticipant, hashParticipant } from './hash-row.ts'
import type { ScoreLogChange } from './queries-append.ts'
import { appendScoreLog } from './queries-append.ts'

/** Returns a new salt for the participant of an entry: 128 random bits. */
export const generateParticipantSalt = (): string => randomBytes(16).toString('hex')
/** A new salt as an SQL expression, with 122 random bits. */
export const participantSaltSql = sql.raw(`replace(gen_random_uuid()::text, '-', '')`)

/** An entry with the columns that the score log has as hashes. */
export type SaltedEntry = HashedParticipant & { participantSalt: string }
/** The columns of `SaltedEntry` for a `returning` or `select` clause. */
export const saltedEntryColumnsSql = sql.raw(`id, participant_key as "participantKey", player_name as "playerName", team_no as "teamNo",
  team_name as "teamName", school as "schoolName", mission_type as "missionType", team_id as "teamId", participant_salt as "participantSalt"`)

/** Returns the row of the score log about the participant of an entry. */
export const toParticipantChange = (entry: SaltedEntry, isCorrection = false): ScoreLogChange => ({
  kind: 'participant',
  entryId: entry.id,
  attemptId: null,
  before: null,
  after: { ...hashParticipant(entry.participantSalt, entry), ...(isCorrection ? { isCorrection } : {}) },
})

/** Gives the next 1,000 entries of an event without a salt one, in the order of their ids. */
const addNextMissingSalts = async (tx: Db, eventId: string, afterId: string | null): Promise<SaltedEntry[]> => {
  const { rows } = await tx.execute<SaltedEntry>(sql`
    update score_entries set participant_salt = ${participantSaltSql}
    where id in (select id from score_entries where event_id = ${eventId} and participant_salt is null
      and (${afterId}::uuid is null or id > ${afterId}::uuid) order by id limit 1000)
    returning ${saltedEntryColumnsSql}`)
  return rows.sort((a, b) => (a.id < b.id ? -1 : 1))
}

/** Adds the participants of the entries of an event that have no salt yet to its score log. */
export const logMissingParticipants = async (tx: Db, eventId: string): Promise<void> => {
  for (let afterId: string | null = null; ; ) {
    const entries = await addNextMissingSalts(tx, eventId, afterId)
    await appendScoreLog(
      tx,
      { eventId, kind: 'participant', actorId: null, source: 'system' },
      entries.map((entry) => toParticipantChange(entry)),
    )
    const last = entries.at(-1)
    if (!last) return
    afterId = last.id
  }
}
