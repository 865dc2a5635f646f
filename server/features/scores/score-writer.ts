import { randomUUIDv7 } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { MissionType, TotalRule } from '#contract/event.ts'
import { normalizeEmail } from '#contract/rules/identity.ts'
import type { UnjudgedAttempt } from '#contract/rules/rule-set-attempt.ts'
import {
  type AttemptInput,
  type AttemptSource,
  type AttemptUpdate,
  type Participant,
  type ParticipantDetails,
  scoreLimits,
} from '#contract/score.ts'
import { findSqlState } from '#server/db/errors.ts'
import type { Db } from '#server/db/open.ts'
import { appendScoreLog, type ScoreLogChange, toLoggedAttempt } from '#server/db/score-log/append.ts'
import { inTransaction, retryTransactionOnDeadlock } from '#server/db/transaction.ts'
import type { Core } from '#server/deps.ts'
import { type Actor, writeAudit } from '#server/features/audit/service.ts'
import { type ImportFile, insertImportUnlessRepeated } from '#server/features/imports/insert-import.ts'
import { assertImportUndoable } from '#server/features/imports/undo-import.ts'
import { AppError } from '#server/lib/app-error.ts'
import { omitUndefined } from '#server/lib/omit-undefined.ts'
import { createTotalCalculator, type EventRules, type JudgedColumns, judgeByEventRules, readEventRules } from './event-rules.ts'
import { buildGuestParticipantKey, resolveScoreEntries } from './participants.ts'
import { assertResultsNotFinal } from './published-results.ts'
import { findRankingEvent } from './queries.ts'
import { insertOverwrittenDetails, restoreOverwrittenDetails } from './queries-overwritten-details.ts'
import { insertRemovedScore } from './queries-removed.ts'
import {
  claimIdempotencyKey,
  deleteAttempt,
  deleteAttempts,
  deleteEntries,
  type EntryValues,
  findAttempt,
  incrementEntryCount,
  insertAttempts,
  linkGuestEntriesToAccounts,
  listAttempts,
  listAttemptsForTotals,
  listEntryIdsAfterParticipantKey,
  listUsersByIdOrConfirmedEmail,
  lockEntryOfEvent,
  lockImportedAttempts,
  lockRankingExclusive,
  lockRankingShared,
  type StoredEntry,
  saveIdempotentResult,
  updateAttempt,
  updateEntry,
  updateEntryTotals,
  upsertEntries,
  type WrittenEntry,
} from './queries-write-entries.ts'
import { copyRankingIfDue, findFreezeOrThrowIfDue, freezeRankingIfDue, RankingFreezeDueError } from './ranking-freeze.ts'
import { restoreRemovedScore, toAuditAttempt, toAuditScoreEntry, toRemovedScoreRecord } from './removed-scores.ts'

type NewAttempt = { participant: Participant; attempt: AttemptInput }

/**
 * A write to the scores of an event. `remove` without an attempt removes the entry; `restore` undoes a removal. `file` is the file that `attempts` were imported
 * from; `undo-import` deletes the attempts whose ids `takeAttempts` returns.
 */
export type ScoreWrite =
  | { kind: 'add'; attempts: readonly NewAttempt[]; file?: ImportFile }
  | { kind: 'undo-import'; importId: string; takeAttempts: (tx: Db) => Promise<string[]> }
  | { kind: 'correct'; entryId: string; attemptId: string; attempt: AttemptUpdate }
  | { kind: 'remove'; entryId: string; attemptId?: string }
  | { kind: 'details'; entryId: string; details: ParticipantDetails }
  | { kind: 'restore'; removedId: string }
type WriteOf<K extends ScoreWrite['kind']> = Extract<ScoreWrite, { kind: K }>

/** The source and the actor of a write. With `idempotency`, a repeat of the same request returns the first result and changes nothing. */
export type WriteContext = {
  source: AttemptSource
  actor: Actor
  idempotency?: { key: string; requestHash: string } | undefined
  /** The device of a judge, for the score log. */
  device?: string | undefined
  /** Further steps of the transaction of a small write: before it changes anything, and with the changes of its attempts. */
  steps?: { before: (tx: Db) => Promise<void>; after: (tx: Db, changes: readonly ScoreLogChange[]) => Promise<void> } | undefined
}

/** `entries` are those that were written to and still have attempts. */
export type WriteResult = {
  entries: WrittenEntry[]
  createdCount: number
  removedEntryIds: string[]
  removedId?: string
  isRepeat: boolean
}

const toRemovalChange = (attempt: Parameters<typeof toLoggedAttempt>[0] & { id: string; entryId: string }): ScoreLogChange => ({
  entryId: attempt.entryId,
  attemptId: attempt.id,
  before: toLoggedAttempt(attempt),
  after: null,
})

type StoredAttempt = UnjudgedAttempt & { ruleVersion: number | null }
/**
 * Judges a corrected attempt. New points or a new time without new values replace the values of the score sheet. Throws `bad-input` when the attempt does not
 * fit the rules.
 */
const judgeCorrection = (
  rules: EventRules,
  before: StoredAttempt,
  after: StoredAttempt,
  newValues: AttemptUpdate['values'],
): JudgedColumns => {
  const isSameResult = after.score === before.score && after.timeMs === before.timeMs
  const judged = judgeByEventRules(rules, { ...after, values: newValues ?? (isSameResult && rules.ruleSet ? before.values : undefined) })
  if ('problems' in judged) throw new AppError('bad-input', judged.problems)
  return judged.columns
}

/** How many entries or attempts one statement reads or writes; more would take much memory. */
const entriesPerStatement = 2000
/** How many entries' totals are computed at once: an entry has up to 1,000 attempts. */
const entriesPerTotals = 250

/** Computes the totals of these entries from their attempts, and deletes entries without attempts. */
export const updateTotalsOrDeleteEntries = async (
  tx: Db,
  ids: string[],
  rules: EventRules,
): Promise<Pick<WriteResult, 'entries' | 'removedEntryIds'>> => {
  const entries: WrittenEntry[] = []
  const removedEntryIds: string[] = []
  const computeTotal = createTotalCalculator(rules)
  for (let start = 0; start < ids.length; start += entriesPerTotals) {
    const part = ids.slice(start, start + entriesPerTotals)
    const byEntry = Map.groupBy(await listAttemptsForTotals(tx, part), ({ entryId }) => entryId)
    const totals = part.flatMap((id) => {
      const attempts = byEntry.get(id) ?? []
      if (attempts.length > scoreLimits.attempts)
        throw new AppError('bad-input', [{ field: 'attempts', code: 'too-large', values: { limit: scoreLimits.attempts } }])
      const total = computeTotal(attempts)
      return total ? [{ id, attempts: attempts.length, ...total }] : []
    })
    await updateEntryTotals(tx, totals)
    for (const { id, totalScore, totalTimeMs, attempts } of totals) entries.push({ id, totalScore, totalTimeMs, attempts })
    removedEntryIds.push(...part.filter((id) => !byEntry.has(id)))
  }
  if (removedEntryIds.length > 0) await deleteEntries(tx, removedEntryIds)
  return { entries, removedEntryIds }
}

/** Creates the writer of scores, through which every write goes. It also recomputes totals when the rule of an event changes. */
export const createScoreWriter = ({ database, invalidator }: Pick<Core, 'database' | 'invalidator'>) => {
  type Event = { id: string; rules: EventRules; missionType: MissionType }
  /** `entryIds` are the entries whose attempts changed, `changes` the changes of these attempts for the score log. */
  type AppliedWrite = { entryIds: string[]; createdCount: number; removedId?: string; changes: Iterable<ScoreLogChange> }

  const add = async (tx: Db, event: Event, { attempts, file }: WriteOf<'add'>, { source, actor }: WriteContext) => {
    const resolved = await resolveScoreEntries(
      tx,
      event,
      attempts.map(({ participant }) => participant),
      source !== 'simulator',
    )
    const judged = attempts.map(({ attempt }) => judgeByEventRules(event.rules, attempt))
    const problems = [
      ...resolved.problems.map(({ index, problem }) => ({ ...problem, field: `${index}.${problem.field}` })),
      ...judged.flatMap((sheet, index) =>
        'problems' in sheet ? sheet.problems.map((problem) => ({ ...problem, field: `${index}.attempt.${problem.field}` })) : [],
      ),
    ]
    if (problems.length > 0) throw new AppError('bad-input', problems)
    await linkGuestEntriesToAccounts(tx, event.id, resolved.linkedGuests)
    const { ids, createdCount } = await upsertEntries(tx, event.id, resolved.entries)
    const now = new Date()
    const attemptIds = attempts.map(() => randomUUIDv7())
    const toNewAttempt = ({ attempt }: NewAttempt, index: number) => ({
      id: attemptIds[index] as string,
      entryId: ids.get(resolved.keys[index] as string) as string,
      mission: attempt.mission,
      at: attempt.at === undefined ? now : new Date(attempt.at),
      ...(judged[index] as { columns: JudgedColumns }).columns,
    })
    for (let start = 0; start < attempts.length; start += entriesPerStatement)
      await insertAttempts(
        tx,
        attempts.slice(start, start + entriesPerStatement).map((added, index) => ({
          ...toNewAttempt(added, start + index),
          note: added.attempt.note ?? '',
          source,
          createdBy: actor.userId,
        })),
      )
    if (file) {
      const importedFile = { kind: 'scores' as const, eventId: event.id, file, lineCount: attempts.length, recordIds: attemptIds, actor }
      await insertOverwrittenDetails(tx, await insertImportUnlessRepeated(tx, importedFile), resolved.entries, resolved.existing)
    }
    const entryIds = [...ids.values()]
    const [first] = attempts
    const [onlyEntryId] = entryIds
    await writeAudit(tx, {
      actor,
      ...(entryIds.length === 1 && onlyEntryId
        ? { action: 'create', entity: 'score', entityId: onlyEntryId }
        : { action: 'import', entity: 'event', entityId: event.id }),
      after: {
        event: event.id,
        source,
        attempts: attempts.length,
        participants: entryIds.length,
        ...(attempts.length === 1 && first && resolved.entries[0]
          ? { ...toAuditScoreEntry(resolved.entries[0]), ...toAuditAttempt({ ...first.attempt, ...toNewAttempt(first, 0) }) }
          : {}),
      },
    })
    // one after the other, because an import has many
    const iterateChanges = function* (): Generator<ScoreLogChange> {
      for (const [index, added] of attempts.entries()) {
        const { id, entryId, ...attempt } = toNewAttempt(added, index)
        yield { entryId, attemptId: id, before: null, after: toLoggedAttempt(attempt), ruleVersion: attempt.ruleVersion }
      }
    }
    return { entryIds, createdCount, changes: iterateChanges() }
  }

  /** Deletes the attempts of an import and restores the details of entries that it replaced. */
  const undoAttemptImport = async (tx: Db, event: Event, importId: string, ids: readonly string[]): Promise<AppliedWrite> => {
    const attempts = await lockImportedAttempts(tx, event.id, ids)
    assertImportUndoable(attempts, ids.length)
    const deleted = await deleteAttempts(tx, ids)
    await restoreOverwrittenDetails(tx, importId)
    return { entryIds: [...new Set(attempts.map(({ entryId }) => entryId))], createdCount: 0, changes: deleted.map(toRemovalChange) }
  }

  const lockExistingEntry = async (tx: Db, event: Event, entryId: string): Promise<StoredEntry> => {
    const entry = await lockEntryOfEvent(tx, event.id, entryId)
    if (!entry) throw new AppError('not-found')
    return entry
  }

  const correct = async (tx: Db, event: Event, { entryId, attemptId, attempt }: WriteOf<'correct'>, actor: Actor) => {
    await lockExistingEntry(tx, event, entryId)
    const before = await findAttempt(tx, entryId, attemptId)
    if (!before) throw new AppError('not-found')
    const { at, reason, ...changes } = omitUndefined(attempt)
    const changed = { ...before, ...changes, ...(at === undefined ? {} : { at: new Date(at) }) }
    const judged = { ...changed, ...judgeCorrection(event.rules, before, changed, attempt.values) }
    const isSameResult = isDeepStrictEqual(toLoggedAttempt(before), toLoggedAttempt(judged))
    // an attempt keeps the version by which it was judged as long as its result stays
    const after = isSameResult ? { ...judged, ruleVersion: before.ruleVersion } : judged
    await updateAttempt(tx, attemptId, after)
    await writeAudit(tx, {
      actor,
      action: 'update',
      entity: 'score',
      entityId: entryId,
      before: toAuditAttempt(before),
      after: { ...toAuditAttempt(after), ...(reason ? { reason } : {}) },
    })
    if (isSameResult) return []
    return [{ entryId, attemptId, before: toLoggedAttempt(before), after: toLoggedAttempt(after), ruleVersion: after.ruleVersion }]
  }

  const remove = async (tx: Db, event: Event, { entryId, attemptId }: WriteOf<'remove'>, actor: Actor): Promise<AppliedWrite> => {
    const entry = await lockExistingEntry(tx, event, entryId)
    const attempts = (await listAttempts(tx, entryId)).filter(({ id }) => attemptId === undefined || id === attemptId)
    if (attemptId !== undefined && attempts.length === 0) throw new AppError('not-found')
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
    const removedId = await insertRemovedScore(tx, toRemovedScoreRecord(event.id, entry, attempts), actor.userId)
    return { entryIds: [entryId], createdCount: 0, removedId, changes: attempts.map(toRemovalChange) }
  }

  const updateParticipantDetails = async (tx: Db, event: Event, { entryId, details }: WriteOf<'details'>, actor: Actor) => {
    const before = await lockExistingEntry(tx, event, entryId)
    const after: ParticipantDetails = { ...details, playerEmail: normalizeEmail(details.playerEmail) }
    const identity: Partial<EntryValues> = {}
    // An entry of an account or a team keeps its participant; a guest may become another guest or an account.
    if (before.participantKey.startsWith('guest:')) {
      const [user] = after.playerEmail ? await listUsersByIdOrConfirmedEmail(tx, 'email', [after.playerEmail]) : []
      const guest = buildGuestParticipantKey(after)
      if (!guest) throw new AppError('bad-input', [{ field: 'playerName', code: 'required' }])
      identity.participantKey = user ? `user:${user.id}` : guest
      identity.userId = user?.id ?? null
    }
    try {
      await inTransaction(tx, (inner) => updateEntry(inner, entryId, { ...after, ...identity }))
    } catch (error) {
      if (findSqlState(error) !== '23505') throw error
      throw new AppError('conflict', [{ field: after.playerEmail ? 'playerEmail' : 'playerName', code: 'taken' }])
    }
    await writeAudit(tx, {
      actor,
      action: 'update',
      entity: 'score',
      entityId: entryId,
      before: toAuditScoreEntry(before),
      after: toAuditScoreEntry(after),
    })
  }

  const apply = async (tx: Db, event: Event, write: ScoreWrite, context: WriteContext): Promise<AppliedWrite> => {
    const { actor } = context
    switch (write.kind) {
      case 'add':
        return add(tx, event, write, context)
      case 'undo-import':
        return undoAttemptImport(tx, event, write.importId, await write.takeAttempts(tx))
      case 'restore':
        return restoreRemovedScore(tx, event, write.removedId, actor)
      case 'remove':
        return remove(tx, event, write, actor)
      case 'correct':
        return { entryIds: [write.entryId], createdCount: 0, changes: await correct(tx, event, write, actor) }
      case 'details':
        await updateParticipantDetails(tx, event, write, actor)
        return { entryIds: [], createdCount: 0, changes: [] }
    }
  }

  /**
   * Adds, corrects, removes or restores attempts and entries. One transaction locks the entries and writes the attempts, the totals, the event's count of
   * entries, the audit log and the score log, all or nothing; then the tag `scores:<event>` is announced, unless the ranking is frozen for visitors. Throws `not-found` (event, entry, attempt), `results-final`, `bad-input` with
   * fields `<index>.<field>` for participants that cannot be used, and `conflict` when the details are those of another entry or the
   * `Idempotency-Key` was used with another request.
   */
  const writeScores = async (eventId: string, write: ScoreWrite, context: WriteContext): Promise<WriteResult> => {
    const scope = `scores:${eventId}`
    let isFrozen = false
    const writeOnce = async (tx: Db): Promise<WriteResult> => {
      await lockRankingShared(tx, eventId)
      const freeze = await findFreezeOrThrowIfDue(tx, eventId)
      isFrozen = freeze?.frozenAt != null
      const found = await findRankingEvent(tx, eventId)
      if (!found) throw new AppError('not-found')
      const event = { id: eventId, missionType: found.missionType, rules: await readEventRules(tx, found) }
      const { idempotency, source, actor, device, steps } = context
      await steps?.before(tx)
      if (idempotency) {
        const first = await claimIdempotencyKey(tx, scope, idempotency)
        if (first && first.requestHash !== idempotency.requestHash)
          throw new AppError('conflict', [{ field: 'idempotency-key', code: 'taken' }])
        if (first) return { ...first.result, removedEntryIds: [], isRepeat: true }
      }
      // a name can be corrected at any time
      if (write.kind !== 'details') await assertResultsNotFinal(tx, eventId)
      const { entryIds, changes, ...applied } = await apply(tx, event, write, context)
      const result = { ...(await updateTotalsOrDeleteEntries(tx, entryIds, event.rules)), ...applied, isRepeat: false }
      await incrementEntryCount(tx, eventId, result.createdCount - result.removedEntryIds.length)
      // the reply to an import has no entries
      if (idempotency)
        await saveIdempotentResult(tx, scope, idempotency.key, {
          entries: source === 'csv' ? [] : result.entries,
          createdCount: result.createdCount,
        })
      const logged = steps ? [...changes] : changes
      if (steps) await steps.after(tx, [...logged])
      if (write.kind !== 'details') await appendScoreLog(tx, { eventId, kind: write.kind, actorId: actor.userId, source, device }, logged)
      // the freeze time may have come during the write
      if (freeze && !isFrozen) await findFreezeOrThrowIfDue(tx, eventId)
      return result
    }
    const result = await retryTransactionOnDeadlock(database.db, writeOnce).catch(async (error: unknown) => {
      if (!(error instanceof RankingFreezeDueError)) throw error
      await freezeRankingIfDue({ database, invalidator }, eventId)
      return retryTransactionOnDeadlock(database.db, writeOnce)
    })
    // Also after a repeat: the first request may have lost its connection after the commit.
    if (!isFrozen) await invalidator.invalidate(scope)
    return result
  }

  return {
    writeScores,
    /**
     * Makes other writers of the event's scores wait until this transaction ends. A transaction that may change the rule for totals calls it first, before
     * it locks the event; in the other order the two would deadlock.
     */
    lockTotals: async (tx: Db, eventId: string): Promise<void> => {
      await lockRankingExclusive(tx, eventId)
      await copyRankingIfDue(tx, eventId)
    },
    /**
     * Recomputes all totals of an event for a new rule and adds it to the score log, after `lockTotals` in the same transaction. The caller announces
     * `scores:<event>` afterwards. Throws `results-final`.
     */
    recomputeTotals: async (tx: Db, eventId: string, rule: { before: TotalRule; after: TotalRule }, actor: Actor): Promise<void> => {
      await assertResultsNotFinal(tx, eventId)
      const rules = await readEventRules(tx, { id: eventId, totalRule: rule.after })
      for (let key = ''; ; ) {
        const part = await listEntryIdsAfterParticipantKey(tx, eventId, key)
        const last = part.at(-1)
        if (!last) break
        await updateTotalsOrDeleteEntries(
          tx,
          part.map(({ id }) => id),
          rules,
        )
        key = last.key
      }
      const toLoggedRule = (totalRule: TotalRule) => ({ totalRule })
      const change = { entryId: null, attemptId: null, before: toLoggedRule(rule.before), after: toLoggedRule(rule.after) }
      await appendScoreLog(tx, { eventId, kind: 'rule', actorId: actor.userId, source: 'admin' }, [change])
    },
  }
}
