import { isDeepStrictEqual } from 'node:util'
import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import { overwrittenScoreDetails } from '#server/db/schema/scores.ts'
import { participantSaltSql, type SaltedEntry, saltedEntryColumnsSql } from '../log/queries-participants.ts'
import type { EntryValues, StoredEntry } from './queries-entries.ts'

const pickDetails = ({ playerName, playerEmail, teamNo, teamName, schoolName, missionType }: EntryValues) => ({
  playerName,
  playerEmail,
  teamNo,
  teamName,
  schoolName,
  missionType,
})

/** How many rows one statement inserts. */
const rowsPerInsert = 1000

/** Stores the names and other details of existing entries that an import replaces, so that its undo can restore them. `existing` are the entries before, by participant key. */
export const insertOverwrittenDetails = async (
  tx: Db,
  importId: string,
  entries: readonly EntryValues[],
  existing: ReadonlyMap<string, StoredEntry>,
): Promise<void> => {
  const rows = entries.flatMap((entry) => {
    const stored = existing.get(entry.participantKey)
    const [before, after] = [stored && pickDetails(stored), pickDetails(entry)]
    return stored && before && !isDeepStrictEqual(before, after) ? [{ importId, entryId: stored.id, before, after }] : []
  })
  for (let start = 0; start < rows.length; start += rowsPerInsert)
    await tx.insert(overwrittenScoreDetails).values(rows.slice(start, start + rowsPerInsert))
}

/**
 * Restores the details of entries that an import replaced, and forgets them. Details that were changed again since stay as they are. Returns the changed entries with
 * their new salts.
 */
export const restoreOverwrittenDetails = async (tx: Db, importId: string): Promise<SaltedEntry[]> => {
  const { rows } =
    await tx.execute<SaltedEntry>(sql`update score_entries e set player_name = o.before->>'playerName', player_email = o.before->>'playerEmail',
      team_no = o.before->>'teamNo', team_name = o.before->>'teamName', school = o.before->>'schoolName',
      mission_type = (o.before->>'missionType')::smallint, updated_at = now(), participant_salt = ${participantSaltSql}
    from overwritten_score_details o where o.import_id = ${importId} and o.entry_id = e.id and o.after = jsonb_build_object(
      'playerName', e.player_name, 'playerEmail', e.player_email, 'teamNo', e.team_no, 'teamName', e.team_name, 'schoolName', e.school,
      'missionType', e.mission_type)
    returning ${saltedEntryColumnsSql}`)
  await tx.execute(sql`delete from overwritten_score_details where import_id = ${importId}`)
  return rows
}
