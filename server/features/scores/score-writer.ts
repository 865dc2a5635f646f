import type { TotalRule } from '#contract/event.ts'
import type { Db } from '#server/db/open.ts'
import { appendScoreLog, type ScoreLogChange, toEventChange } from '#server/db/score-log/append.ts'
import { readLoggedRule } from '#server/db/score-log/logged-rule.ts'
import { type SaltedEntry, toParticipantChange } from '#server/db/score-log/participants.ts'
import { retryTransactionOnDeadlock } from '#server/db/transaction.ts'
import type { Core } from '#server/deps.ts'
import type { Actor } from '#server/features/audit/service.ts'
import { AppError } from '#server/lib/app-error.ts'
import { addAttempts } from './add-attempts.ts'
import { correctAttempt, updateParticipantDetails } from './correct-score.ts'
import { readEventRules } from './event-rules.ts'
import { areResultsFinal, assertResultsNotFinal } from './published-results.ts'
import { findRankingEvent } from './queries.ts'
import { claimIdempotencyKey, saveIdempotentResult } from './queries-idempotency-keys.ts'
import { lockRankingExclusive, lockRankingShared } from './queries-ranking-lock.ts'
import { addToEventEntryCount, listEntryIdsAfterParticipantKey } from './queries-write-entries.ts'
import { copyRankingIfDue, findFreezeOrThrowIfDue, freezeRankingIfDue, RankingFreezeDueError } from './ranking-freeze.ts'
import { deleteImportedAttempts, moveAttemptsToRemovedScores } from './remove-attempts.ts'
import { restoreRemovedScore } from './removed-scores.ts'
import type { AppliedWrite, ScoredEvent, ScoreWrite, WriteContext, WriteResult } from './score-write.ts'
import { updateTotalsOrDeleteEntries } from './update-totals.ts'

/** Yields the changes of a write in the order of the score log: participants, then attempts. A change of final results is a correction. */
const joinChanges = function* (entries: readonly SaltedEntry[], changes: Iterable<ScoreLogChange>, isFinal: boolean) {
  for (const entry of entries) yield toParticipantChange(entry, isFinal)
  yield* changes
}

/** Creates the writer of scores, through which every write goes. It also recomputes totals when the rule of an event changes. */
export const createScoreWriter = ({ database, invalidator }: Pick<Core, 'database' | 'invalidator'>) => {
  const apply = async (tx: Db, event: ScoredEvent, write: ScoreWrite, context: WriteContext, isFinal: boolean): Promise<AppliedWrite> => {
    const { actor } = context
    switch (write.kind) {
      case 'add':
        return addAttempts(tx, event, write, context)
      case 'undo-import':
        return deleteImportedAttempts(tx, event, write.importId, await write.takeAttempts(tx))
      case 'restore':
        return restoreRemovedScore(tx, event, write.removedId, actor)
      case 'remove':
        return moveAttemptsToRemovedScores(tx, event, write, actor)
      case 'correct':
        return { entryIds: [write.entryId], createdCount: 0, changedEntries: [], changes: await correctAttempt(tx, event, write, context) }
      case 'details': {
        const changedEntries = await updateParticipantDetails(tx, event, write, { actor, areResultsFinal: isFinal })
        return { entryIds: [], createdCount: 0, changedEntries, changes: [] }
      }
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
    let changesLive = false
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
        if (first) return { ...first.result, removedEntryIds: [], isRepeat: true, isFrozen }
      }
      const isFinal = await areResultsFinal(tx, eventId)
      // a name can be corrected at any time
      if (isFinal && write.kind !== 'details') throw new AppError('results-final')
      const { entryIds, changes, changedEntries, ...applied } = await apply(tx, event, write, context, isFinal)
      const result = { ...(await updateTotalsOrDeleteEntries(tx, entryIds, event.rules)), ...applied, isRepeat: false, isFrozen }
      changesLive = await addToEventEntryCount(tx, eventId, result.createdCount - result.removedEntryIds.length)
      // the reply to an import has no entries
      if (idempotency)
        await saveIdempotentResult(tx, scope, idempotency.key, {
          entries: source === 'csv' ? [] : result.entries,
          createdCount: result.createdCount,
        })
      const logged = steps ? [...changes] : changes
      if (steps) await steps.after(tx, [...logged])
      const kind = write.kind === 'details' ? 'participant' : write.kind
      await appendScoreLog(tx, { eventId, kind, actorId: actor.userId, source, device }, joinChanges(changedEntries, logged, isFinal))
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
    // an event without dates is live from its first result
    if (!isFrozen) await invalidator.invalidate(scope, ...(changesLive || result.isRepeat ? ['events'] : []))
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
     * Recomputes all totals of an event for a new rule, which the event has already, and adds it to the score log, after `lockTotals` in the same transaction. The
     * caller announces `scores:<event>` afterwards. Throws `results-final`.
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
      const after = await readLoggedRule(tx, eventId)
      const change = toEventChange({ ...after, totalRule: rule.before }, after)
      await appendScoreLog(tx, { eventId, kind: 'rule', actorId: actor.userId, source: 'admin' }, [change])
    },
  }
}
