import { randomUUIDv7 } from 'node:crypto'
import type { ScoreSheetValues } from '#contract/rule-set.schema.ts'
import type { AttemptSource } from '#contract/score.ts'
import type { Db } from '#server/db/open.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { type Actor, writeAudit } from '#server/features/audit/service.ts'
import { assertImportUndoable } from '#server/features/imports/undo-import.ts'
import { AppError } from '#server/lib/app-error.ts'
import { type ScoreLogChange, toLoggedAttempt } from '../log/queries-append.ts'
import { type EventRules, judgeStoredAttempt } from '../rules/event-rules.ts'
import { lockExistingEntry } from './correct-score.ts'
import {
  deleteAttempt,
  deleteAttempts,
  insertAttempts,
  insertRemovedScore,
  listAttemptsOfEntry,
  lockAttemptsForImportUndo,
  mapSheetIdsByAttempt,
  setAttemptOfSheets,
  takeRemovedScore,
} from './queries-attempts.ts'
import { deleteEntries, type EntryValues, listEntriesByParticipantKeys, type StoredEntry, upsertEntries } from './queries-entries.ts'
import { listPresentTeamsByIds, listUsersByIdOrConfirmedEmail, restoreOverwrittenDetails } from './queries-participants.ts'
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

/** A removed entry with its removed attempts, as the table `removed_scores` stores it for 30 days. */
export type RemovedScoreRecord = {
  event: string
  /** The id that the entry had; absent in records of older versions. */
  entryId?: string
  entry: EntryValues
  attempts: (Omit<RemovedAttempt, 'id' | 'at' | 'correctedAt'> & { at: string; correctedAt?: string; sheetIds?: string[] })[]
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
const toRemovedScoreRecord = (
  eventId: string,
  { id: entryId, ...entry }: StoredEntry,
  attempts: readonly RemovedAttempt[],
  sheetIdsByAttempt: ReadonlyMap<string, string[]>,
): RemovedScoreRecord => ({
  event: eventId,
  entryId,
  entry,
  attempts: attempts.map(({ id, mission, score, timeMs, at, note, source, values, ruleVersion, correctedAt }) => ({
    mission,
    score,
    timeMs,
    at: at.toISOString(),
    note,
    source,
    ...(values ? { values, ruleVersion: ruleVersion ?? null } : {}),
    ...(correctedAt ? { correctedAt: correctedAt.toISOString() } : {}),
    ...(sheetIdsByAttempt.has(id) ? { sheetIds: sheetIdsByAttempt.get(id) ?? [] } : {}),
  })),
})

/**
 * Restores removed attempts into the entry of their participant, which is created again when it does not exist. Throws `not-found` when the removal is
 * older than 30 days or undone already, or when its account or team does not exist any more, and `bad-input` when an attempt does not fit the rule
 * set of the event.
 */
export const restoreRemovedScore = async (
  tx: Db,
  { id: eventId, rules }: { id: string; rules: EventRules },
  removedId: string,
  actor: Actor,
): Promise<AppliedWrite> => {
  const removed = await takeRemovedScore(tx, eventId, removedId)
  if (!removed) throw new AppError('not-found')
  const { entry, attempts } = removed
  const isOrphan =
    (entry.userId && (await listUsersByIdOrConfirmedEmail(tx, 'id', [entry.userId])).length === 0) ||
    (entry.teamId && (await listPresentTeamsByIds(tx, [entry.teamId])).length === 0)
  if (isOrphan) throw new AppError('not-found')
  // the names of an existing entry stay: they may have been corrected since
  const [existing] = await listEntriesByParticipantKeys(tx, eventId, [entry.participantKey])
  const { id: _, ...values } = existing ?? { id: undefined, ...entry }
  const { ids, createdCount, changedEntries } = await upsertEntries(tx, eventId, [values])
  const entryId = ids.get(entry.participantKey) as string
  // the rules may have changed since
  const restored = attempts.map(({ at, correctedAt, sheetIds, ...attempt }, index) => ({
    ...attempt,
    ...judgeStoredAttempt(rules, attempt, `attempts.${index}`),
    id: randomUUIDv7(),
    entryId,
    at: new Date(at),
    correctedAt: correctedAt === undefined ? null : new Date(correctedAt),
    createdBy: actor.userId,
    sheetIds,
  }))
  await insertAttempts(tx, restored)
  for (const { id, sheetIds } of restored) if (sheetIds) await setAttemptOfSheets(tx, id, sheetIds)
  await writeAudit(tx, {
    actor,
    action: 'restore',
    entity: 'score',
    entityId: entryId,
    after: { event: eventId, undoes: removedId, attempts: attempts.length },
  })
  const changes = restored.map((attempt) => ({
    ...{ entryId, attemptId: attempt.id, ruleVersion: attempt.ruleVersion },
    ...{ before: null, after: toLoggedAttempt(attempt) },
  }))
  return { entryIds: [entryId], createdCount, changedEntries, changes }
}

/** Deletes a removal permanently. Throws `not-found` when it was undone or deleted already. */
export const purgeRemovedScore = (db: Db, eventId: string, removedId: string, actor: Actor): Promise<void> =>
  inTransaction(db, async (tx) => {
    const removed = await takeRemovedScore(tx, eventId, removedId)
    if (!removed) throw new AppError('not-found')
    const before = { event: eventId, attempts: removed.attempts.length }
    await writeAudit(tx, { actor, action: 'purge', entity: 'score', entityId: removedId, before })
  })
