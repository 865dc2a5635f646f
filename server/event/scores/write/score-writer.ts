import { v7 as randomUUIDv7 } from 'uuid'
import type { TotalRule } from '#contract/event/event.ts'
import type { Core } from '#server/deps.ts'
import { type Actor, writeAudit } from '#server/platform/audit/service.ts'
import type { Db } from '#server/platform/db/open.ts'
import { retryTransactionOnDeadlock } from '#server/platform/db/transaction.ts'
import { insertImportAssertingRepeatAccepted } from '#server/platform/imports/service.ts'
import { AppError, type FieldProblem } from '#server/platform/lib/app-error.ts'
import { getEventOverviewCacheTag, getScheduleCacheTag } from '#server/platform/lib/cache-invalidation.ts'
import {
  lockAndAppendScoreLog,
  lockAndAppendScoreLogRows,
  readEventRuleForLog,
  type SaltedEntry,
  type ScoreLogChange,
  type ScoreLogRows,
  toEventScoreLogChange,
  toLoggedAttempt,
  toParticipantChange,
} from '../log/queries-append.ts'
import { lockEventRankingExclusive } from '../ranking/queries-freeze.ts'
import {
  assertResultsNotFinal,
  freezeDueRankingWithLogAndInvalidate,
  freezeDueRankingWithScoreLog,
  RankingFreezeDueError,
  throwRetryIfFreezeDue,
} from '../ranking/visible-ranking.ts'
import { readEventRules, type ScoredColumns, scoreAttemptOrListProblems } from '../rules/event-rules.ts'
import { findMatchAttemptProblem, mapDrawnEntryIdsByTeam } from '../scoring/match-writes.ts'
import { lockSharedAndReadEventContext } from '../scoring/queries-event-context.ts'
import { syncTeamSlotsOfMatches } from '../scoring/queries-match-slots.ts'
import { assignGuestsToTeamsWithAudit } from './assign-guests.ts'
import {
  correctAttemptWithAudit,
  deleteImportedAttemptsAndRestoreDetails,
  moveToRemovedScoresWithAudit,
  restoreRemovedScoreWithAudit,
} from './change-scores.ts'
import { listEntryIdsWithAttemptsOfEvent, updateTotalsOrDeleteEntries } from './entry-totals.ts'
import { updateDetailsAndIdentityWithAudit } from './participant-details.ts'
import {
  matchParticipantsToEntries,
  type ParticipantLine,
  type ResolvedParticipants,
} from './participants.ts'
import { insertAttempts } from './queries-attempts.ts'
import {
  addToEntryCountAndCheckFirstOrLast,
  claimIdempotencyKeyOrFindResult,
  linkGuestsToUsersAndUpsertEntries,
  saveIdempotentResult,
} from './queries-entries.ts'
import { listSheetJudgeProblems } from './queries-judges.ts'
import { insertOverwrittenDetails } from './queries-participants.ts'
import { checkWhichRunsSheetsRecorded } from './recorded-runs.ts'
import {
  type AppliedWrite,
  type NewAttempt,
  type ScoredEvent,
  type ScoreWrite,
  toAuditAttempt,
  toAuditJudgeUnlessActor,
  toAuditScoreEntry,
  type WriteContext,
  type WriteOf,
  type WriteResult,
} from './score-write.ts'

/** How many entries or attempts one statement reads or writes; more would take much memory. */
const entriesPerStatement = 2000

type CheckedColumns = ReturnType<typeof scoreAttemptOrListProblems>
/** A new attempt with its participant, and its columns unless the rules do not accept it. */
type CheckedAttempt = NewAttempt & { line: ParticipantLine; computed: CheckedColumns }

/** Finds what keeps attempts from being added, with fields `<index>.<field>`. */
const listProblemsOfAttempts = async (
  tx: Db,
  event: ScoredEvent,
  attempts: readonly CheckedAttempt[],
  { entries, problems }: ResolvedParticipants,
  drawn: ReadonlyMap<string | null, string> | undefined,
): Promise<FieldProblem[]> => {
  const teamIds = new Map(entries.map(({ participantKey, teamId }) => [participantKey, teamId]))
  const getTeamId = ({ line }: CheckedAttempt) => teamIds.get(line.key) ?? null
  const judgeProblems = await listSheetJudgeProblems(
    tx,
    event,
    attempts.map((attempt) => ({
      teamId: getTeamId(attempt),
      values: 'columns' in attempt.computed ? attempt.computed.columns.values : null,
    })),
  )
  const unknown = new Set(problems.map(({ index }) => index))
  return [
    ...judgeProblems.map(({ index, problem }) => ({
      ...problem,
      field: `${index}.attempt.${problem.field}`,
    })),
    ...attempts.flatMap((each, index) => {
      const problem =
        drawn &&
        !unknown.has(index) &&
        findMatchAttemptProblem(event.rules, drawn, getTeamId(each), each.attempt.mission)
      return problem ? [{ ...problem, field: `${index}.${problem.field}` }] : []
    }),
    ...problems.map(({ index, problem }) => ({ ...problem, field: `${index}.${problem.field}` })),
    ...attempts.flatMap(({ computed }, index) =>
      'problems' in computed
        ? computed.problems.map((problem) => ({ ...problem, field: `${index}.attempt.${problem.field}` }))
        : [],
    ),
  ]
}

/**
 * Adds attempts to new and existing entries; a run of a file that a judge's sheet has recorded counts once.
 * Throws `bad-input` for participants and score sheets that the event does not accept.
 */
const addAttempts = async (
  tx: Db,
  event: ScoredEvent,
  { attempts: given, file }: Omit<WriteOf<'add'>, 'kind'>,
  { source, actor, judgeId, reportAdded }: WriteContext,
): Promise<AppliedWrite> => {
  const resolved = await matchParticipantsToEntries(
    tx,
    event,
    given.map(({ participant }) => participant),
    { source, regionLimit: actor.regionLimit ?? null },
  )
  const drawn = mapDrawnEntryIdsByTeam(event)
  const checked = given.map(
    (each, index): CheckedAttempt => ({
      ...each,
      line: resolved.lines[index] as ParticipantLine,
      computed: scoreAttemptOrListProblems(event.rules, each.attempt),
    }),
  )
  const problems = await listProblemsOfAttempts(tx, event, checked, resolved, drawn)
  if (problems.length > 0) throw new AppError('bad-input', problems)
  const isRecorded = file
    ? await checkWhichRunsSheetsRecorded(
        tx,
        event.id,
        checked.map(({ attempt, line, computed }) => ({
          entryId: resolved.existing.get(line.key)?.id,
          teamId: line.team?.id ?? null,
          mission: attempt.mission,
          ...(computed as { columns: ScoredColumns }).columns,
        })),
      )
    : []
  const accepted = checked.filter((_, index) => !isRecorded[index])
  const { ids, createdCount, changedEntries } = await linkGuestsToUsersAndUpsertEntries(
    tx,
    event.id,
    resolved.entries,
    {
      guestLinks: resolved.linkedGuests,
      idsByTeam: drawn,
    },
  )
  const now = new Date()
  // attempts of the same moment count in the order of their ids
  const attemptIds = accepted.map(() => randomUUIDv7()).sort()
  const added = accepted.map(({ attempt, line, computed }, index) => ({
    id: attemptIds[index] as string,
    entryId: ids.get(line.key) as string,
    mission: attempt.mission,
    at: attempt.at === undefined ? now : new Date(attempt.at),
    note: attempt.note ?? '',
    ...(computed as { columns: ScoredColumns }).columns,
  }))
  for (let start = 0; start < added.length; start += entriesPerStatement) {
    await reportAdded?.(start)
    await insertAttempts(
      tx,
      added
        .slice(start, start + entriesPerStatement)
        .map((attempt) => ({ ...attempt, source, createdBy: actor.userId })),
    )
  }
  if (file) {
    const importedFile = {
      kind: 'scores' as const,
      eventId: event.id,
      file,
      lineCount: added.length,
      recordIds: attemptIds,
      actor,
    }
    await insertOverwrittenDetails(
      tx,
      await insertImportAssertingRepeatAccepted(tx, importedFile),
      resolved.entries,
      resolved.existing,
    )
  }
  const entryIds = [...ids.values()]
  const [first] = added
  const [onlyEntryId] = entryIds
  await writeAudit(tx, {
    actor,
    ...(entryIds.length === 1 && onlyEntryId
      ? { action: 'create', entity: 'score', entityId: onlyEntryId }
      : { action: 'import', entity: 'event', entityId: event.id }),
    after: {
      event: event.id,
      source,
      attempts: added.length,
      participants: entryIds.length,
      ...toAuditJudgeUnlessActor({ judgeId, actor }),
      ...(added.length === 1 && first && resolved.entries[0]
        ? { ...toAuditScoreEntry(resolved.entries[0]), ...toAuditAttempt(first) }
        : {}),
    },
  })
  // one after the other, because an import has many
  const iterateChanges = function* (): Generator<ScoreLogChange> {
    for (const { id, entryId, ruleVersion, ...attempt } of added)
      yield { entryId, attemptId: id, before: null, after: toLoggedAttempt(attempt), ruleVersion }
  }
  return {
    entryIds,
    createdCount,
    changedEntries,
    attemptId: added.length === 1 ? attemptIds[0] : undefined,
    changes: iterateChanges(),
    attempts: added,
  }
}

/**
 * Yields the changes of a write in the order of the score log: participants, then attempts. A change of final
 * results is a correction.
 */
const joinChanges = function* (
  entries: readonly SaltedEntry[],
  changes: Iterable<ScoreLogChange>,
  isFinal: boolean,
) {
  for (const entry of entries) yield toParticipantChange(entry, isFinal)
  yield* changes
}

/** Adds or corrects the attempts of both sides of a match. */
const applyMatch = async (
  tx: Db,
  event: ScoredEvent,
  { added, corrected }: WriteOf<'match'>,
  context: WriteContext,
): Promise<AppliedWrite> => {
  const writes: AppliedWrite[] =
    added.length > 0 ? [await addAttempts(tx, event, { attempts: added }, context)] : []
  for (const correction of corrected) {
    const write = await correctAttemptWithAudit(tx, event, correction, context)
    writes.push({
      ...write,
      changes: [...write.changes].map((change) => ({ ...change, kind: 'correct' as const })),
    })
  }
  return {
    entryIds: [...new Set(writes.flatMap(({ entryIds }) => entryIds))],
    createdCount: writes.reduce((sum, { createdCount }) => sum + createdCount, 0),
    changedEntries: writes.flatMap(({ changedEntries }) => changedEntries),
    changes: writes.flatMap(({ changes }) => [...changes]),
    attempts: writes.flatMap(({ attempts = [] }) => attempts),
  }
}

const apply = async (
  tx: Db,
  event: ScoredEvent,
  write: ScoreWrite,
  context: WriteContext,
): Promise<AppliedWrite> => {
  const { actor } = context
  switch (write.kind) {
    case 'add':
      return addAttempts(tx, event, write, context)
    case 'match':
      return applyMatch(tx, event, write, context)
    case 'undo-import':
      return deleteImportedAttemptsAndRestoreDetails(tx, event, write.importId, write.attemptIds)
    case 'restore':
      return restoreRemovedScoreWithAudit(tx, event, write.removedId, actor)
    case 'remove':
      return moveToRemovedScoresWithAudit(tx, event, write, actor)
    case 'correct':
      return correctAttemptWithAudit(tx, event, write, context)
    case 'assign':
      return assignGuestsToTeamsWithAudit(tx, event, write, actor)
    case 'details':
      return {
        entryIds: [],
        createdCount: 0,
        changedEntries: await updateDetailsAndIdentityWithAudit(tx, event, write, actor),
        changes: [],
      }
  }
}

/**
 * Adds, corrects, removes or restores attempts and entries in the transaction of `runScoreTransactionWithFreeze`: every
 * write to scores goes through it. It locks the entries and writes the attempts, the totals, the event's
 * count of entries, the audit log and the score log. Throws `not-found` (entry, attempt), `results-final`,
 * `bad-input` with fields `<index>.<field>` for participants that cannot be used, and `conflict` when the
 * details are those of another entry or the `Idempotency-Key` was used with another request.
 */
export const writeScores = async (
  tx: Db,
  event: ScoredEvent,
  write: ScoreWrite,
  context: WriteContext,
): Promise<WriteResult> => {
  const { id: eventId, isFrozen, areResultsFinal } = event
  const { idempotency, source, actor, device } = context
  const scope = `scores:${eventId}`
  if (!isFrozen) event.changedTags.add(scope)
  if (idempotency) {
    const first = await claimIdempotencyKeyOrFindResult(tx, scope, idempotency)
    const { requestHash, oldRequestHash } = idempotency
    if (first && first.requestHash !== requestHash && first.requestHash !== oldRequestHash)
      throw new AppError('conflict', [{ field: 'idempotency-key', code: 'taken' }])
    // the first request may have lost its connection after the commit, before the tags were announced
    if (first && !isFrozen) event.changedTags.add('events')
    if (first) return { ...first.result, removedEntryIds: [], isRepeat: true, isFrozen }
  }
  // a name can be corrected at any time
  if (areResultsFinal && write.kind !== 'details') throw new AppError('results-final')
  const { entryIds, changes, changedEntries, ...applied } = await apply(tx, event, write, context)
  const missions = (applied.attempts ?? []).map(({ mission }) => mission)
  const result = {
    ...(await updateTotalsOrDeleteEntries(tx, eventId, entryIds, event.rules, missions)),
    ...applied,
    isRepeat: false,
    isFrozen,
  }
  const changesLive = await addToEntryCountAndCheckFirstOrLast(
    tx,
    eventId,
    result.createdCount - result.removedEntryIds.length,
  )
  // an event without dates is live from its first result
  if (changesLive && !isFrozen) event.changedTags.add('events')
  // the reply to an import has no entries
  if (idempotency)
    await saveIdempotentResult(tx, scope, idempotency.key, {
      entries: source === 'csv' ? [] : result.entries,
      createdCount: result.createdCount,
    })
  const kind =
    write.kind === 'details' || write.kind === 'assign'
      ? 'participant'
      : write.kind === 'match'
        ? 'add'
        : write.kind
  event.logRows.push({
    context: { kind, actorId: actor.userId, source, device },
    changes: joinChanges(changedEntries, changes, areResultsFinal),
  })
  return result
}

/**
 * Runs `work` in a transaction that may write scores of an event: it has the lock of a writer. It is repeated
 * after a deadlock, and after the ranking was frozen when the time of its freeze comes. Then the tags that
 * the writes changed are announced, while the ranking is frozen for visitors only the one of administrators.
 * With `isAlone` other writers of the event wait until the transaction ends, with `lockName` those with the same
 * name. Throws `not-found`.
 */
export const runScoreTransactionWithFreeze = async <T>(
  { database, invalidator }: Pick<Core, 'database' | 'invalidator'>,
  eventId: string,
  work: (tx: Db, event: ScoredEvent) => Promise<T>,
  { isAlone = false, lockName }: { isAlone?: boolean; lockName?: string | undefined } = {},
): Promise<T> => {
  let changedTags = new Set<string>()
  const runOnce = async (tx: Db): Promise<T> => {
    changedTags = new Set()
    if (isAlone) await lockEventRankingExclusive(tx, eventId)
    const event = await lockSharedAndReadEventContext(tx, eventId, lockName)
    if (!event) throw new AppError('not-found')
    const isFrozen = event.freeze?.frozenAt != null
    if (event.freeze?.isDue && !isFrozen) throw new RankingFreezeDueError()
    const logRows: ScoreLogRows[] = []
    const result = await work(tx, { ...event, isFrozen, changedTags, logRows })
    if (
      !isFrozen &&
      event.hasMatchSlots &&
      (await syncTeamSlotsOfMatches(tx, { id: eventId, ruleSet: event.rules.ruleSet }))
    )
      changedTags.add(getScheduleCacheTag(eventId))
    await lockAndAppendScoreLogRows(tx, eventId, logRows)
    // the freeze time may have come during the write
    if (event.freeze && !isFrozen) await throwRetryIfFreezeDue(tx, eventId)
    return result
  }
  const result = await retryTransactionOnDeadlock(database.db, runOnce).catch(async (error: unknown) => {
    if (!(error instanceof RankingFreezeDueError)) throw error
    await freezeDueRankingWithLogAndInvalidate({ database, invalidator }, eventId)
    return retryTransactionOnDeadlock(database.db, runOnce)
  })
  await invalidator.invalidate(getEventOverviewCacheTag(eventId), ...changedTags)
  return result
}

/** Writes scores of an event in a transaction of its own. Throws what `writeScores` throws. */
export const writeScoresInOwnTransaction = (
  core: Pick<Core, 'database' | 'invalidator'>,
  eventId: string,
  write: ScoreWrite,
  context: WriteContext,
): Promise<WriteResult> =>
  runScoreTransactionWithFreeze(core, eventId, (tx, event) => writeScores(tx, event, write, context))

/**
 * Makes other writers of the event's scores wait until this transaction ends. A transaction that may change
 * the rule for totals calls it first, before it locks the event; in the other order the two would deadlock.
 */
export const lockRankingAndFreezeIfDue = async (tx: Db, eventId: string): Promise<void> => {
  await lockEventRankingExclusive(tx, eventId)
  await freezeDueRankingWithScoreLog(tx, eventId)
}

/**
 * Recomputes all totals of an event for a new rule, which the event has already, and adds it to the score
 * log, after `lockRankingAndFreezeIfDue` in the same transaction. The caller announces `scores:<event>`
 * afterwards. Throws `results-final`.
 */
export const recomputeEventTotalsWithScoreLog = async (
  tx: Db,
  eventId: string,
  rule: { before: TotalRule; after: TotalRule },
  actor: Actor,
): Promise<void> => {
  await assertResultsNotFinal(tx, eventId)
  const rules = await readEventRules(tx, { id: eventId, totalRule: rule.after })
  await updateTotalsOrDeleteEntries(tx, eventId, await listEntryIdsWithAttemptsOfEvent(tx, eventId), rules)
  const after = await readEventRuleForLog(tx, eventId)
  const change = toEventScoreLogChange({ ...after, totalRule: rule.before }, after)
  await lockAndAppendScoreLog(tx, { eventId, kind: 'rule', actorId: actor.userId, source: 'admin' }, [change])
}
