import type { Db } from '#server/db/open.ts'
import { type ScoreLogChange, toLoggedAttempt } from '#server/db/score-log/append.ts'
import { type Actor, writeAudit } from '#server/features/audit/service.ts'
import { assertImportUndoable } from '#server/features/imports/undo-import.ts'
import { AppError } from '#server/lib/app-error.ts'
import { lockExistingEntry } from './correct-score.ts'
import { deleteAttempt, deleteAttempts, listAttemptsOfEntry, lockAttemptsForImportUndo } from './queries-attempts.ts'
import { mapSheetIdsByAttempt } from './queries-judges.ts'
import { restoreOverwrittenDetails } from './queries-overwritten-details.ts'
import { insertRemovedScore } from './queries-removed.ts'
import { deleteEntries } from './queries-write-entries.ts'
import { toRemovedScoreRecord } from './removed-scores.ts'
import type { AppliedWrite, ScoredEvent, WriteOf } from './score-write.ts'

const toRemovalChange = (attempt: Parameters<typeof toLoggedAttempt>[0] & { id: string; entryId: string }): ScoreLogChange => ({
  entryId: attempt.entryId,
  attemptId: attempt.id,
  before: toLoggedAttempt(attempt),
  after: null,
})

/** Deletes the attempts of an import and restores the details of entries that it replaced. */
export const deleteImportedAttempts = async (
  tx: Db,
  event: ScoredEvent,
  importId: string,
  ids: readonly string[],
): Promise<AppliedWrite> => {
  const attempts = await lockAttemptsForImportUndo(tx, event.id, ids)
  assertImportUndoable(attempts, ids.length)
  const deleted = await deleteAttempts(tx, ids)
  const changedEntries = await restoreOverwrittenDetails(tx, importId)
  const entryIds = [...new Set(attempts.map(({ entryId }) => entryId))]
  return { entryIds, createdCount: 0, changedEntries, changes: deleted.map(toRemovalChange) }
}

/** Removes an attempt, or an entry with all its attempts, and stores what was removed for 30 days. */
export const moveAttemptsToRemovedScores = async (
  tx: Db,
  event: ScoredEvent,
  { entryId, attemptId }: WriteOf<'remove'>,
  actor: Actor,
): Promise<AppliedWrite> => {
  const entry = await lockExistingEntry(tx, event, entryId)
  const attempts = (await listAttemptsOfEntry(tx, entryId)).filter(({ id }) => attemptId === undefined || id === attemptId)
  if (attemptId !== undefined && attempts.length === 0) throw new AppError('not-found')
  const sheetIds = await mapSheetIdsByAttempt(
    tx,
    attempts.map(({ id }) => id),
  )
  // the attempts of a deleted entry are deleted with it
  if (attemptId === undefined) await deleteEntries(tx, [entryId])
  else await deleteAttempt(tx, attemptId)
  await writeAudit(tx, {
    actor,
    action: 'delete',
    entity: 'score',
    entityId: entryId,
    before: { event: event.id, attempts: attempts.length },
  })
  const removedId = await insertRemovedScore(tx, toRemovedScoreRecord(event.id, entry, attempts, sheetIds), actor.userId)
  return { entryIds: [entryId], createdCount: 0, changedEntries: [], removedId, changes: attempts.map(toRemovalChange) }
}
