import { randomUUIDv7 } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { judgeKey } from '#contract/rule-set.ts'
import { isMaskedEmail, maskEmail, normalizeEmail } from '#contract/rules/identity.ts'
import type { UnscoredAttempt } from '#contract/rules/rule-set-result.ts'
import type { AttemptUpdate, ParticipantDetails } from '#contract/score.schema.ts'
import { findDatabaseErrorCode } from '#server/db/errors.ts'
import type { Db } from '#server/db/open.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { type Actor, writeAudit } from '#server/features/audit/service.ts'
import { assertImportUndoable } from '#server/features/imports/service.ts'
import { AppError } from '#server/lib/app-error.ts'
import { omitUndefined } from '#server/lib/omit-undefined.ts'
import { type SaltedSheet, toSheetChange } from '../log/logged-records.ts'
import {
  generateSalt,
  hashParticipantAndTeam,
  type SaltedEntry,
  type ScoreLogChange,
  toLoggedAttempt,
} from '../log/queries-append.ts'
import {
  checkAndScoreAttemptByRules,
  type EventRules,
  recomputeStoredAttempt,
  type ScoredColumns,
} from '../rules/event-rules.ts'
import { findMatchAttemptProblem, mapDrawnEntryIdsByTeam } from './matches.ts'
import { buildGuestParticipantKey } from './participants.ts'
import {
  deleteAndReturnRemovedScore,
  deleteAttempt,
  deleteAttempts,
  findAttemptOfEntry,
  insertAttempts,
  insertRemovedScore,
  listAttemptsOfEntry,
  lockEntriesOfImportedAttempts,
  mapSheetIdsByAttempt,
  setAttemptOfSheets,
  toAdminAttempt,
  toRemovedScoreRecord,
  updateAttempt,
} from './queries-attempts.ts'
import {
  deleteEntries,
  type EntryValues,
  linkGuestsAndUpsertEntries,
  listEntriesByParticipantKeys,
  lockEntryOfEvent,
  type StoredEntry,
  updateEntry,
} from './queries-entries.ts'
import { listSheetJudgeProblems } from './queries-judges.ts'
import {
  listPresentTeamsByIds,
  listUsersByConfirmedEmails,
  listUsersByIds,
  restoreOverwrittenDetails,
} from './queries-participants.ts'
import {
  type AppliedWrite,
  type ScoredEvent,
  toAuditAttempt,
  toAuditJudge,
  toAuditScoreEntry,
  type WriteContext,
  type WriteOf,
} from './score-write.ts'

type StoredAttempt = UnscoredAttempt & { ruleVersion: number | null }
/**
 * Computes the result of a corrected attempt. New points or a new time without new values replace the values
 * of the score sheet. Throws `bad-input` when the attempt does not fit the rules.
 */
const computeCorrection = (
  rules: EventRules,
  before: StoredAttempt,
  after: StoredAttempt,
  newValues: AttemptUpdate['values'],
): ScoredColumns => {
  const isSameResult = after.score === before.score && after.timeMs === before.timeMs
  const kept = newValues === undefined && isSameResult && rules.ruleSet ? before.values : undefined
  const computed = checkAndScoreAttemptByRules(rules, { ...after, values: newValues ?? kept })
  if ('problems' in computed) throw new AppError('bad-input', computed.problems)
  // values of before they were rounded stay as they are
  return kept ? { ...computed.columns, values: kept } : computed.columns
}

/** Locks an entry. Throws `not-found`. */
const lockExistingEntry = async (tx: Db, event: ScoredEvent, entryId: string): Promise<StoredEntry> => {
  const entry = await lockEntryOfEvent(tx, event.id, entryId)
  if (!entry) throw new AppError('not-found')
  return entry
}

/**
 * Corrects an attempt; its score log gets no row when its result stays. Throws `stale-version` with the
 * attempt as `details.current` when it is not the version that was read, and `bad-input` when an
 * administrator gives no reason for another result of an attempt that a judge recorded.
 */
export const correctAttempt = async (
  tx: Db,
  event: ScoredEvent,
  { entryId, attemptId, attempt }: Omit<WriteOf<'correct'>, 'kind'>,
  { source, actor, judgeId }: Pick<WriteContext, 'source' | 'actor' | 'judgeId'>,
): Promise<AppliedWrite> => {
  const entry = await lockExistingEntry(tx, event, entryId)
  const before = await findAttemptOfEntry(tx, entryId, attemptId)
  if (!before) throw new AppError('not-found')
  const { at, reason, version, ...changes } = omitUndefined(attempt)
  const current = toAdminAttempt(before)
  if (version !== undefined && version !== current.version)
    throw new AppError('stale-version', [], { current })
  const changed = { ...before, ...changes, ...(at === undefined ? {} : { at: new Date(at) }) }
  const computed = { ...changed, ...computeCorrection(event.rules, before, changed, attempt.values) }
  // a sheet whose judge was left out later can be corrected
  const drawn = await mapDrawnEntryIdsByTeam(tx, event)
  const matchProblem = drawn && findMatchAttemptProblem(event.rules, drawn, entry.teamId, computed.mission)
  if (matchProblem)
    throw new AppError('bad-input', [{ ...matchProblem, field: matchProblem.field.replace('attempt.', '') }])
  const hasOtherJudge = computed.values?.[judgeKey] !== before.values?.[judgeKey]
  const [judgeProblem] = hasOtherJudge
    ? await listSheetJudgeProblems(tx, event, [{ teamId: entry.teamId, values: computed.values }])
    : []
  if (judgeProblem) throw new AppError('bad-input', [judgeProblem.problem])
  const isSameResult = isDeepStrictEqual(toLoggedAttempt(before), toLoggedAttempt(computed))
  // an attempt keeps the version by which it was judged as long as its result stays
  const after = isSameResult
    ? { ...computed, ruleVersion: before.ruleVersion }
    : { ...computed, correctedAt: new Date() }
  if (!isSameResult && before.source === 'judge' && source !== 'judge' && !reason)
    throw new AppError('bad-input', [{ field: 'reason', code: 'required' }])
  await updateAttempt(tx, attemptId, after)
  await writeAudit(tx, {
    actor,
    action: 'update',
    entity: 'score',
    entityId: entryId,
    before: toAuditAttempt(before),
    after: { ...toAuditAttempt(after), ...(reason ? { reason } : {}), ...toAuditJudge({ judgeId, actor }) },
  })
  const change = {
    entryId,
    attemptId,
    before: toLoggedAttempt(before),
    after: toLoggedAttempt(after),
    ruleVersion: after.ruleVersion,
  }
  return {
    entryIds: [entryId],
    createdCount: 0,
    changedEntries: [],
    changes: isSameResult ? [] : [change],
    missions: [after.mission],
  }
}

/**
 * Returns the email address to store: the stored one when `typed` is its masked form. Throws `bad-input` for
 * any other masked address.
 */
const readTypedEmail = (typed: string, stored: string): string => {
  if (!isMaskedEmail(typed)) return normalizeEmail(typed)
  if (typed !== maskEmail(stored))
    throw new AppError('bad-input', [{ field: 'playerEmail', code: 'bad-format' }])
  return stored
}

/**
 * Updates the names and the email of a participant. Returns the entry when its participant or names changed.
 * Throws `conflict` when the event has another entry with them, and `bad-input` when final results change
 * without a reason, and for a masked email of another entry.
 */
export const updateParticipantDetails = async (
  tx: Db,
  event: ScoredEvent,
  { entryId, details, reason = '' }: WriteOf<'details'>,
  actor: Actor,
): Promise<SaltedEntry[]> => {
  const before = await lockExistingEntry(tx, event, entryId)
  const after: ParticipantDetails = {
    ...details,
    playerEmail: readTypedEmail(details.playerEmail, before.playerEmail),
  }
  const identity: Partial<EntryValues> = {}
  // An entry of a user or a team keeps its participant; a guest may become another guest or a user.
  if (before.participantKey.startsWith('guest:')) {
    const [user] = after.playerEmail ? await listUsersByConfirmedEmails(tx, [after.playerEmail]) : []
    const guest = buildGuestParticipantKey(after)
    if (!guest) throw new AppError('bad-input', [{ field: 'playerName', code: 'required' }])
    identity.participantKey = user ? `user:${user.id}` : guest
    identity.userId = user?.id ?? null
  }
  const changed = { ...before, ...after, ...identity }
  const participantSalt = generateSalt()
  // the same salt gives the same hashes of the same participant
  const isChanged = !isDeepStrictEqual(
    hashParticipantAndTeam(participantSalt, before),
    hashParticipantAndTeam(participantSalt, changed),
  )
  if (isChanged && event.areResultsFinal && reason === '')
    throw new AppError('bad-input', [{ field: 'reason', code: 'required' }])
  try {
    await inTransaction(tx, (inner) =>
      updateEntry(inner, entryId, { ...after, ...identity, ...(isChanged ? { participantSalt } : {}) }),
    )
  } catch (error) {
    if (findDatabaseErrorCode(error) !== '23505') throw error
    throw new AppError('conflict', [
      { field: after.playerEmail ? 'playerEmail' : 'playerName', code: 'taken' },
    ])
  }
  await writeAudit(tx, {
    actor,
    action: 'update',
    entity: 'score',
    entityId: entryId,
    before: toAuditScoreEntry(before),
    after: { ...toAuditScoreEntry(after), ...(reason ? { reason } : {}) },
  })
  return isChanged ? [{ ...changed, participantSalt }] : []
}

const toRemovalChange = (
  attempt: Parameters<typeof toLoggedAttempt>[0] & { id: string; entryId: string },
): ScoreLogChange => ({
  entryId: attempt.entryId,
  attemptId: attempt.id,
  before: toLoggedAttempt(attempt),
  after: null,
})

/** Deletes the attempts of an import and restores the details of entries that it replaced. */
export const deleteImportedAttemptsAndRestoreDetails = async (
  tx: Db,
  event: ScoredEvent,
  importId: string,
  ids: readonly string[],
): Promise<AppliedWrite> => {
  const attempts = await lockEntriesOfImportedAttempts(tx, event.id, ids)
  assertImportUndoable(attempts, ids.length)
  const deleted = await deleteAttempts(tx, ids)
  const changedEntries = await restoreOverwrittenDetails(tx, importId)
  const entryIds = [...new Set(attempts.map(({ entryId }) => entryId))]
  return { entryIds, createdCount: 0, changedEntries, changes: deleted.map(toRemovalChange) }
}

/** Removes an attempt, or an entry with all its attempts, and stores what was removed for 30 days. */
export const moveToRemovedScoresWithAudit = async (
  tx: Db,
  event: ScoredEvent,
  { entryId, attemptId }: WriteOf<'remove'>,
  actor: Actor,
): Promise<AppliedWrite> => {
  const entry = await lockExistingEntry(tx, event, entryId)
  const attempts = (await listAttemptsOfEntry(tx, entryId)).filter(
    ({ id }) => attemptId === undefined || id === attemptId,
  )
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
  const removedId = await insertRemovedScore(
    tx,
    toRemovedScoreRecord(event.id, entry, attempts, sheetIds),
    actor.userId,
  )
  return {
    entryIds: [entryId],
    createdCount: 0,
    changedEntries: [],
    removedId,
    changes: attempts.map(toRemovalChange),
  }
}

/**
 * Restores removed attempts into the entry of their participant, which is created again when it does not
 * exist. Throws `not-found` when the removal is older than 30 days or undone already, or when its user or
 * team does not exist any more, and `bad-input` when an attempt does not fit the rule set of the event.
 */
export const restoreRemovedScore = async (
  tx: Db,
  event: { id: string; rules: EventRules },
  removedId: string,
  actor: Actor,
): Promise<AppliedWrite> => {
  const { id: eventId, rules } = event
  const removed = await deleteAndReturnRemovedScore(tx, eventId, removedId)
  if (!removed) throw new AppError('not-found')
  const { entry, attempts } = removed
  const isOrphan =
    (entry.userId && (await listUsersByIds(tx, [entry.userId])).length === 0) ||
    (entry.teamId && (await listPresentTeamsByIds(tx, [entry.teamId])).length === 0)
  if (isOrphan) throw new AppError('not-found')
  // the names of an existing entry stay: they may have been corrected since
  const [existing] = await listEntriesByParticipantKeys(tx, eventId, [entry.participantKey])
  const { id: _, ...values } = existing ?? { id: undefined, ...entry }
  const idsByTeam = await mapDrawnEntryIdsByTeam(tx, event)
  const { ids, createdCount, changedEntries } = await linkGuestsAndUpsertEntries(tx, eventId, [values], {
    idsByTeam,
  })
  const entryId = ids.get(entry.participantKey) as string
  const matchProblems = attempts.flatMap(({ mission }, index) => {
    const problem = idsByTeam && findMatchAttemptProblem(rules, idsByTeam, entry.teamId, mission)
    return problem ? [{ ...problem, field: problem.field.replace('attempt', `attempts.${index}`) }] : []
  })
  if (matchProblems.length > 0) throw new AppError('bad-input', matchProblems)
  // the rules may have changed since
  const restored = attempts.map(({ at, correctedAt, sheetIds, ...attempt }, index) => ({
    ...attempt,
    ...recomputeStoredAttempt(rules, attempt, `attempts.${index}`),
    id: randomUUIDv7(),
    entryId,
    at: new Date(at),
    correctedAt: correctedAt === undefined ? null : new Date(correctedAt),
    createdBy: actor.userId,
    sheetIds,
  }))
  await insertAttempts(tx, restored)
  const sheets: SaltedSheet[] = []
  for (const { id, sheetIds } of restored)
    if (sheetIds) sheets.push(...(await setAttemptOfSheets(tx, id, sheetIds)))
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
  return {
    entryIds: [entryId],
    createdCount,
    changedEntries,
    changes: [...changes, ...sheets.map(toSheetChange)],
  }
}

/** Deletes a removal permanently. Throws `not-found` when it was undone or deleted already. */
export const purgeRemovedScore = (db: Db, eventId: string, removedId: string, actor: Actor): Promise<void> =>
  inTransaction(db, async (tx) => {
    const removed = await deleteAndReturnRemovedScore(tx, eventId, removedId)
    if (!removed) throw new AppError('not-found')
    const before = { event: eventId, attempts: removed.attempts.length }
    await writeAudit(tx, { actor, action: 'purge', entity: 'score', entityId: removedId, before })
  })
