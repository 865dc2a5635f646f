import { isDeepStrictEqual } from 'node:util'
import { areResultsInterdependent } from '#contract/event/scoring/event-results.ts'
import type { EventDraw } from '#contract/event/scoring/match-draw.ts'
import { sortAndRankScoreRows } from '#contract/event/scoring/ranking.ts'
import type { RuleSet, RuleSetState } from '#contract/event/scoring/rule-set.schema.ts'
import { newestCalculation, previewedRankChanges } from '#contract/event/scoring/rule-set.ts'
import type { RuleSetPreview } from '#contract/event/scoring/rule-set-preview.schema.ts'
import type { Core } from '#server/deps.ts'
import { type Actor, writeAudit } from '#server/platform/audit/service.ts'
import type { Db } from '#server/platform/db/open.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import { getScheduleCacheTag } from '#server/platform/lib/cache-invalidation.ts'
import { getSiteDate } from '#server/platform/settings/service.ts'
import {
  lockAndAppendScoreLog,
  readEventRuleForLog,
  type ScoreLogChange,
  toEventScoreLogChange,
  toLoggedAttempt,
} from '../log/queries-append.ts'
import { findRankingEvent, iterateRankingBatches } from '../ranking/queries.ts'
import { findEventRankingFreeze, lockEventRankingExclusive } from '../ranking/queries-freeze.ts'
import { assertResultsNotFinal, freezeDueRankingWithScoreLog } from '../ranking/visible-ranking.ts'
import { previewMatchChangesByOtherRules } from '../scoring/match-changes.ts'
import { syncScheduleSlotsAfterRuleChange } from '../scoring/queries-match-slots.ts'
import {
  assertNewRulesKeepMatchesOfResults,
  deleteUnfittingDrawAndGetLogChanges,
  doesDrawFitRuleSet,
} from '../scoring/rule-set-draw.ts'
import { iterateEntryIdsWithAttempts, updateEntryTotals } from '../write/queries-entries.ts'
import {
  createResultsCalculator,
  type EventRules,
  type RuledTotal,
  scoreAttemptOrListProblems,
} from './event-rules.ts'
import {
  type AttemptToScore,
  countActiveTeamsOfEvent,
  findEventForRuleSet,
  findNewestRuleSetOfEvent,
  insertRuleSetVersionOfEvent,
  listAttemptsAndNotesOfEntries,
  type RuleSetEvent,
  type RuleSetVersion,
  updateAttemptResults,
  updateEventCalculationVersion,
} from './queries-rule-sets.ts'

/** An attempt before and after new rules. */
type RejudgedAttempt = { before: AttemptToScore; after: AttemptToScore }
/**
 * Some entries of an event by new rules. `unreadableCount` counts the attempts that do not fit them; they are
 * left out.
 */
type RejudgedEntries = {
  totals: (RuledTotal & { id: string; attempts: number })[]
  changed: RejudgedAttempt[]
  unreadableCount: number
}

/**
 * Judges an attempt by new rules. An attempt that was recorded without a score sheet gets the values of a
 * plain one, if its round has such a sheet.
 */
const rejudgeAttempt = (rules: EventRules, attempt: AttemptToScore): AttemptToScore | undefined => {
  if (!rules.ruleSet) return attempt
  const computed = scoreAttemptOrListProblems(rules, attempt)
  if ('problems' in computed) return undefined
  // the stored values of a score sheet are never rewritten
  return {
    ...attempt,
    ...computed.columns,
    values: attempt.values ?? computed.columns.values,
    ruleVersion: attempt.ruleVersion,
  }
}

/**
 * Computes entries of an event by new rules, in parts of 2,000 entries; all at once where their results
 * depend on each other.
 */
const iterateRejudgedEntries = async function* (
  db: Db,
  eventId: string,
  rules: EventRules,
): AsyncGenerator<RejudgedEntries> {
  const computeResults = createResultsCalculator(rules)
  for await (const ids of iterateEntryIdsWithAttempts(db, eventId, {
    allAtOnce: areResultsInterdependent(rules.ruleSet),
  })) {
    const changed: RejudgedAttempt[] = []
    let unreadableCount = 0
    const byEntry = new Map<string, AttemptToScore[]>(ids.map((id) => [id, []]))
    for (const before of await listAttemptsAndNotesOfEntries(db, ids)) {
      const after = rejudgeAttempt(rules, before)
      if (!after) {
        unreadableCount++
        continue
      }
      // an attempt that has a score sheet keeps the same values
      if (before.values !== after.values || before.score !== after.score || before.timeMs !== after.timeMs)
        changed.push({ before, after })
      byEntry.get(before.entryId)?.push(after)
    }
    const totals = [...computeResults(byEntry).totals].map(([id, total]) => ({
      id,
      attempts: byEntry.get(id)?.length ?? 0,
      ...total,
    }))
    yield { totals, changed, unreadableCount }
  }
}

/**
 * Returns the rules of an event with a rule set that is saved or previewed, which the newest version of the
 * calculation applies to.
 */
const toRules = (
  { totalRule }: RuleSetEvent,
  { ruleSet, version }: RuleSetVersion,
  draw: EventDraw | null,
): EventRules => ({
  totalRule,
  ruleSet,
  ruleVersion: ruleSet ? version : null,
  calculation: newestCalculation,
  draw: draw && doesDrawFitRuleSet(ruleSet, draw) ? draw : null,
})

/** Creates the service of the rule sets of events. All functions throw `not-found` for an unknown event. */
export const createRuleSetService = ({
  config,
  database,
  invalidator,
}: Pick<Core, 'config' | 'database' | 'invalidator'>) => {
  const getEvent = async (db: Db, eventId: string): Promise<RuleSetEvent> => {
    const event = await findEventForRuleSet(db, eventId)
    if (!event) throw new AppError('not-found')
    return event
  }
  const hasEnded = ({ lastDate }: RuleSetEvent, today: string): boolean =>
    lastDate !== null && lastDate < today
  /**
   * Returns whether the rule set of an event can no longer change: its last day is over, or was moved after
   * the event had ended with scores.
   */
  const isClosed = (event: RuleSetEvent, today: string): boolean =>
    event.hasClosedRules || hasEnded(event, today)

  const isFrozen = async (eventId: string): Promise<boolean> =>
    (await findRankingEvent(database.db, eventId))?.freeze?.isFrozen ?? false

  /**
   * Computes all entries by the new rules, stores them, and returns the changed attempts for the score log.
   * Throws `sheets-unreadable`.
   */
  const recalculate = async (tx: Db, eventId: string, rules: EventRules): Promise<ScoreLogChange[]> => {
    const changes: ScoreLogChange[] = []
    let unreadableCount = 0
    for await (const part of iterateRejudgedEntries(tx, eventId, rules)) {
      unreadableCount += part.unreadableCount
      if (unreadableCount > 0) continue
      await updateAttemptResults(
        tx,
        part.changed.map(({ after }) => after),
      )
      await updateEntryTotals(tx, part.totals)
      for (const { before, after } of part.changed)
        changes.push({
          entryId: after.entryId,
          attemptId: after.id,
          before: toLoggedAttempt(before),
          after: toLoggedAttempt(after),
          ruleVersion: rules.ruleVersion,
        })
    }
    if (unreadableCount > 0) throw new AppError('sheets-unreadable', [], { reason: String(unreadableCount) })
    return changes
  }

  return {
    get: async (eventId: string): Promise<RuleSetState> => {
      const event = await getEvent(database.db, eventId)
      const newest = await findNewestRuleSetOfEvent(database.db, eventId)
      const today = await getSiteDate({ config, database })
      return {
        ruleSet: newest?.ruleSet ?? null,
        version: newest?.version ?? null,
        isClosed: isClosed(event, today),
        hasEnded: hasEnded(event, today),
        isFrozen: await isFrozen(eventId),
        entryCount: event.entryCount,
        teamCount: await countActiveTeamsOfEvent(database.db, eventId),
      }
    },

    /**
     * Computes the standing ranking by a rule set that is not saved, and returns the entries whose rank would
     * change, and what changes in matches. Throws `bad-input` when results would belong to other matches.
     */
    preview: async (eventId: string, ruleSet: RuleSet | null): Promise<RuleSetPreview> => {
      const event = await getEvent(database.db, eventId)
      const { ruleSet: saved, draw } = (await findNewestRuleSetOfEvent(database.db, eventId)) ?? {
        ruleSet: null,
        draw: null,
      }
      assertNewRulesKeepMatchesOfResults(event, draw, saved, ruleSet)
      const totals = new Map<string, RuledTotal>()
      let unreadableCount = 0
      for await (const part of iterateRejudgedEntries(
        database.db,
        eventId,
        toRules(event, { ruleSet, version: 0 }, draw),
      )) {
        for (const total of part.totals) totals.set(total.id, total)
        unreadableCount += part.unreadableCount
      }
      const rows = []
      for await (const part of iterateRankingBatches(database.db, eventId)) rows.push(...part)
      const after = rows.flatMap((row) => {
        const total = totals.get(row.id)
        if (!total) return []
        const { totalScore, totalTimeMs, reachedAt, rankingKey, hasRankOfAlliance } = total
        const { rankingKey: _, hasRankOfAlliance: __, ...values } = row
        const moved = {
          ...values,
          totalScore,
          totalTimeMs,
          reachedAt: new Date(reachedAt).toISOString(),
          before: row,
          ...(hasRankOfAlliance ? { hasRankOfAlliance } : {}),
        }
        return [
          rankingKey
            ? { ...moved, rankingKey: rankingKey.map((number) => (Number.isFinite(number) ? number : null)) }
            : moved,
        ]
      })
      const changes = sortAndRankScoreRows(after).flatMap(({ before, ...item }) =>
        item.rank === before.rank
          ? []
          : [
              {
                entryId: item.id,
                playerName: item.playerName,
                teamName: item.teamName,
                rankBefore: before.rank,
                rankAfter: item.rank,
                totalBefore: before.totalScore,
                totalAfter: item.totalScore,
              },
            ],
      )
      return {
        changedCount: changes.length,
        changes: changes.slice(0, previewedRankChanges),
        unreadableCount,
        isFrozen: await isFrozen(eventId),
        matches:
          event.entryCount === 0
            ? null
            : await previewMatchChangesByOtherRules(database.db, eventId, saved, ruleSet),
      }
    },

    /**
     * Saves a new version of the rule set of an event, or with null returns to the default ranking, and
     * computes all entries again in the same transaction, with the newest version of the calculation. Throws
     * `stale-version` when `version` is not the newest one, `event-closed`, `ranking-frozen`,
     * `results-final`, `bad-input` when results would belong to other matches, and `sheets-unreadable` when
     * recorded attempts do not fit.
     */
    save: async (
      eventId: string,
      { ruleSet, version }: { ruleSet: RuleSet | null; version: number | null },
      actor: Actor,
    ): Promise<{ version: number | null; entryCount: number }> => {
      // a second connection for the date might never be free, because writers that wait for the lock have one
      // each
      const today = await getSiteDate({ config, database })
      const { areSlotsChanged, ...result } = await inTransaction(database.db, async (tx) => {
        await lockEventRankingExclusive(tx, eventId)
        await freezeDueRankingWithScoreLog(tx, eventId)
        // the frozen ranking is explained by the rules of its time
        if ((await findEventRankingFreeze(tx, eventId))?.frozenAt) throw new AppError('ranking-frozen')
        await assertResultsNotFinal(tx, eventId)
        const event = await getEvent(tx, eventId)
        if (isClosed(event, today)) throw new AppError('event-closed')
        const newest = await findNewestRuleSetOfEvent(tx, eventId)
        if ((newest?.version ?? null) !== version) throw new AppError('stale-version')
        const isNewestCalculation = !newest?.ruleSet || newest.calculation === newestCalculation
        if (isNewestCalculation && isDeepStrictEqual(newest?.ruleSet ?? null, ruleSet))
          return { version, entryCount: event.entryCount, areSlotsChanged: false }
        const next: RuleSetVersion = { version: (version ?? 0) + 1, ruleSet }
        const ruleBefore = await readEventRuleForLog(tx, eventId)
        await insertRuleSetVersionOfEvent(tx, eventId, next, actor.userId)
        await updateEventCalculationVersion(tx, eventId, newestCalculation)
        const draw = newest?.draw ?? null
        assertNewRulesKeepMatchesOfResults(event, draw, newest?.ruleSet ?? null, ruleSet)
        const drawChanges = await deleteUnfittingDrawAndGetLogChanges(tx, eventId, draw, ruleSet)
        const rules = toRules(event, next, draw)
        const changes = await recalculate(tx, eventId, rules)
        const areSlotsChanged = await syncScheduleSlotsAfterRuleChange(
          tx,
          eventId,
          newest?.ruleSet ?? null,
          ruleSet,
        )
        await writeAudit(tx, {
          actor,
          action: 'update',
          entity: 'event',
          entityId: eventId,
          before: { ruleSetVersion: version },
          after: { ruleSetVersion: next.version, entries: event.entryCount },
        })
        const context = { eventId, actorId: actor.userId, source: 'admin' }
        const ruleChange = toEventScoreLogChange(ruleBefore, await readEventRuleForLog(tx, eventId))
        await lockAndAppendScoreLog(tx, { ...context, kind: 'rule' }, [
          { ...ruleChange, ruleVersion: next.version },
        ])
        await lockAndAppendScoreLog(tx, { ...context, kind: 'draw' }, drawChanges)
        await lockAndAppendScoreLog(tx, { ...context, kind: 'recalculate' }, changes)
        return { version: next.version, entryCount: event.entryCount, areSlotsChanged }
      })
      await invalidator.invalidate(
        `scores:${eventId}`,
        ...(areSlotsChanged ? [getScheduleCacheTag(eventId)] : []),
      )
      return result
    },
  }
}
