import { isDeepStrictEqual } from 'node:util'
import { v7 as randomUUIDv7 } from 'uuid'
import type { MissionType } from '#contract/event/event.ts'
import type { AttemptUpdate } from '#contract/event/scores/score.schema.ts'
import { judgeKey } from '#contract/event/scoring/rule-set.ts'
import type { UnscoredAttempt } from '#contract/event/scoring/rule-set-result.ts'
import { type Actor, writeAudit } from '#server/platform/audit/service.ts'
import type { Db } from '#server/platform/db/open.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { assertImportedRecordsDeletable } from '#server/platform/imports/service.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import { omitUndefined } from '#server/platform/lib/omit-undefined.ts'
import { type SaltedSheet, toSheetChange } from '../log/logged-records.ts'
import { type ScoreLogChange, toLoggedAttempt } from '../log/queries-append.ts'
import {
  type EventRules,
  rescoreStoredAttemptOrThrow,
  type ScoredColumns,
  scoreAttemptOrListProblems,
} from '../rules/event-rules.ts'
import { findMatchAttemptProblem, mapDrawnEntryIdsByTeam } from '../scoring/match-writes.ts'
import { isGuestKey } from './guest-keys.ts'
import { matchParticipantsToEntries } from './participants.ts'
import {
  deleteAndReturnAttempts,
  deleteAttempt,
  findAttemptOfEntry,
  insertAttempts,
  listAttemptsOfEntry,
  lockEntriesAndListAttemptChanges,
  mapSheetIdsByAttempt,
  setAttemptOfUnlinkedSheets,
  toAdminAttempt,
  updateAttempt,
} from './queries-attempts.ts'
import {
  deleteEntries,
  type EntryValues,
  linkGuestsToUsersAndUpsertEntries,
  listEntriesByIds,
  listEntriesByParticipantKeys,
  lockEntryOrThrow,
  type StoredEntry,
} from './queries-entries.ts'
import { listSheetJudgeProblems } from './queries-judges.ts'
import {
  listUndeletedTeamsByIds,
  listUndeletedUsersByIds,
  restoreAndDeleteDetailsBeforeImport,
} from './queries-participants.ts'
import {
  buildRemovedScoreRecordFromEntry,
  deleteAndReturnRemovedScore,
  insertRemovedScore,
  type RemovedScoreRecord,
} from './queries-removed-scores.ts'
import {
  type AppliedWrite,
  type ScoredEvent,
  toAuditAttempt,
  toAuditJudgeUnlessActor,
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
  const computed = scoreAttemptOrListProblems(rules, { ...after, values: newValues ?? kept })
  if ('problems' in computed) throw new AppError('bad-input', computed.problems)
  // values of before they were rounded stay as they are
  return kept ? { ...computed.columns, values: kept } : computed.columns
}

/**
 * Corrects an attempt; its score log gets no row when its result stays. Throws `stale-version` with the
 * attempt as `details.current` when it is not the version that was read, and `bad-input` when an
 * administrator gives no reason for another result of an attempt that a judge recorded.
 */
export const correctAttemptWithAudit = async (
  tx: Db,
  event: ScoredEvent,
  { entryId, attemptId, attempt }: Omit<WriteOf<'correct'>, 'kind'>,
  { source, actor, judgeId }: Pick<WriteContext, 'source' | 'actor' | 'judgeId'>,
): Promise<AppliedWrite> => {
  const entry = await lockEntryOrThrow(tx, event.id, entryId)
  const before = await findAttemptOfEntry(tx, entryId, attemptId)
  if (!before) throw new AppError('not-found')
  const { at, reason, version, ...changes } = omitUndefined(attempt)
  const current = toAdminAttempt(before)
  if (version !== undefined && version !== current.version)
    throw new AppError('stale-version', [], { current })
  const changed = { ...before, ...changes, ...(at === undefined ? {} : { at: new Date(at) }) }
  const computed = { ...changed, ...computeCorrection(event.rules, before, changed, attempt.values) }
  // a sheet whose judge was left out later can be corrected
  const drawn = mapDrawnEntryIdsByTeam(event)
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
    after: {
      ...toAuditAttempt(after),
      ...(reason ? { reason } : {}),
      ...toAuditJudgeUnlessActor({ judgeId, actor }),
    },
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
    attempts: [
      {
        id: attemptId,
        entryId,
        mission: after.mission,
        score: after.score,
        timeMs: after.timeMs,
        values: after.values,
      },
    ],
  }
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
  const attempts = await lockEntriesAndListAttemptChanges(tx, event.id, ids)
  assertImportedRecordsDeletable(attempts, ids.length)
  const deleted = await deleteAndReturnAttempts(tx, ids)
  const changedEntries = await restoreAndDeleteDetailsBeforeImport(tx, importId)
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
  const entry = await lockEntryOrThrow(tx, event.id, entryId)
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
    buildRemovedScoreRecordFromEntry(event.id, entry, attempts, sheetIds),
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
 * Returns the entry into which removed attempts are restored: the one that they were removed from, else the one
 * of their participant as it is now. A guest whose entry does not exist any more may be a team or a user since;
 * one that fits nobody, or contradicts the team with its number, is a guest again.
 */
const findEntryToRestore = async (
  tx: Db,
  event: ScoredEvent,
  { entryId, entry: removed }: RemovedScoreRecord,
  { regionLimit = null }: Actor,
): Promise<EntryValues> => {
  const withoutId = ({ id: _, ...values }: StoredEntry): EntryValues => values
  // the names of an existing entry stay: they may have been corrected since
  const [existing] = [
    ...(entryId ? await listEntriesByIds(tx, event.id, [entryId]) : []),
    ...(await listEntriesByParticipantKeys(tx, event.id, [removed.participantKey])),
  ]
  if (existing) return withoutId(existing)
  if (!isGuestKey(removed.participantKey)) return removed
  const { playerName, playerEmail, teamNo, teamName, schoolName, missionType } = removed
  const participant = { playerName, playerEmail, teamNo, teamName, schoolName }
  const resolved = await matchParticipantsToEntries(
    tx,
    event,
    [{ ...participant, missionType: missionType as MissionType }],
    { source: playerEmail === '' ? 'admin' : 'simulator', regionLimit },
  )
  const [line] = resolved.lines
  const [entry] = resolved.entries
  if (resolved.problems.length > 0 || !line || line.hasOtherName || !entry) return removed
  const stored = resolved.existing.get(line.key)
  return stored ? withoutId(stored) : isGuestKey(line.key) ? removed : entry
}

/**
 * Restores removed attempts into the entry of their participant, which is created again when it does not
 * exist. Throws `not-found` when the removal is older than 30 days or undone already, or when its user or
 * team does not exist any more, and `bad-input` when an attempt does not fit the rule set of the event.
 */
export const restoreRemovedScoreWithAudit = async (
  tx: Db,
  event: ScoredEvent,
  removedId: string,
  actor: Actor,
): Promise<AppliedWrite> => {
  const { id: eventId, rules } = event
  const removed = await deleteAndReturnRemovedScore(tx, eventId, removedId)
  if (!removed) throw new AppError('not-found')
  const { entry, attempts } = removed
  const isOrphan =
    (entry.userId && (await listUndeletedUsersByIds(tx, [entry.userId], null)).length === 0) ||
    (entry.teamId && (await listUndeletedTeamsByIds(tx, [entry.teamId])).length === 0)
  if (isOrphan) throw new AppError('not-found')
  const values = await findEntryToRestore(tx, event, removed, actor)
  const idsByTeam = mapDrawnEntryIdsByTeam(event)
  const { ids, createdCount, changedEntries } = await linkGuestsToUsersAndUpsertEntries(
    tx,
    eventId,
    [values],
    {
      idsByTeam,
    },
  )
  const entryId = ids.get(values.participantKey) as string
  const matchProblems = attempts.flatMap(({ mission }, index) => {
    const problem = idsByTeam && findMatchAttemptProblem(rules, idsByTeam, values.teamId, mission)
    return problem ? [{ ...problem, field: problem.field.replace('attempt', `attempts.${index}`) }] : []
  })
  if (matchProblems.length > 0) throw new AppError('bad-input', matchProblems)
  // the rules may have changed since
  const restored = attempts.map(({ at, correctedAt, sheetIds, ...attempt }, index) => ({
    ...attempt,
    ...rescoreStoredAttemptOrThrow(rules, attempt, `attempts.${index}`),
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
    if (sheetIds) sheets.push(...(await setAttemptOfUnlinkedSheets(tx, id, sheetIds)))
  await writeAudit(tx, {
    actor,
    action: 'restore',
    entity: 'score',
    entityId: entryId,
    after: { event: eventId, undoes: removedId, attempts: attempts.length },
  })
  const changes = restored.map((attempt) => ({
    entryId,
    attemptId: attempt.id,
    ruleVersion: attempt.ruleVersion,
    before: null,
    after: toLoggedAttempt(attempt),
  }))
  return {
    entryIds: [entryId],
    createdCount,
    changedEntries,
    changes: [...changes, ...sheets.map(toSheetChange)],
  }
}

/** Deletes a removal permanently. Throws `not-found` when it was undone or deleted already. */
export const purgeRemovedScoreWithAudit = (
  db: Db,
  eventId: string,
  removedId: string,
  actor: Actor,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const removed = await deleteAndReturnRemovedScore(tx, eventId, removedId)
    if (!removed) throw new AppError('not-found')
    const before = { event: eventId, attempts: removed.attempts.length }
    await writeAudit(tx, { actor, action: 'purge', entity: 'score', entityId: removedId, before })
  })
