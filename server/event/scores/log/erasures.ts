import type { Db } from '#server/platform/db/open.ts'
import type { ScoreOwner } from '../ranking/queries-entries.ts'
import { anonymizeEntriesOfOwnerAndDeleteRemoved, type EntryErasure } from '../write/queries-participants.ts'
import { hashParticipantAndTeam, lockAndAppendScoreLog, type SaltedEntry } from './queries-append.ts'

/**
 * Removes the personal data from the scores of an owner. Returns the changed entries for
 * `appendErasuresToScoreLogs`, and the cache tags to invalidate after the transaction.
 */
export const anonymizeScoresAndGetErasures = async (
  tx: Db,
  owner: ScoreOwner,
): Promise<{ erasures: EntryErasure[]; tags: string[] }> => {
  const erasures = await anonymizeEntriesOfOwnerAndDeleteRemoved(tx, owner)
  return { erasures, tags: [...new Set(erasures.map(({ eventId }) => `scores:${eventId}`))] }
}

/**
 * Adds erasures to the score logs of their events. Call it last in a transaction, because writers of these
 * events then wait until it ends.
 */
export const appendErasuresToScoreLogs = async (tx: Db, erasures: readonly EntryErasure[]): Promise<void> => {
  const toHashes = (entry: SaltedEntry | null) =>
    entry && hashParticipantAndTeam(entry.participantSalt, entry)
  const byEvent = Map.groupBy(erasures, ({ eventId }) => eventId)
  // in the same order in all transactions
  for (const eventId of [...byEvent.keys()].sort())
    await lockAndAppendScoreLog(
      tx,
      { eventId, kind: 'erase', actorId: null, source: 'system' },
      (byEvent.get(eventId) ?? []).map(({ id, current, frozen }) => ({
        entryId: id,
        attemptId: null,
        before: null,
        after: { standing: toHashes(current), frozen: toHashes(frozen) },
      })),
    )
}
