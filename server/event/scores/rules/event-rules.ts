import type { TotalRule } from '#contract/event/event.ts'
import { computeEntryTotalByRule, type EntryTotal } from '#contract/event/scoring/entry-total.ts'
import {
  areResultsInterdependent,
  createEventResultsCalculator,
  type EventResults,
} from '#contract/event/scoring/event-results.ts'
import type { EventDraw } from '#contract/event/scoring/match-draw.ts'
import type { RankingKey } from '#contract/event/scoring/ranking.ts'
import type { RuleSet, ScoreSheetValues } from '#contract/event/scoring/rule-set.schema.ts'
import { type CalculationVersion, newestCalculation } from '#contract/event/scoring/rule-set.ts'
import { type UnscoredAttempt, validateAndScoreAttempt } from '#contract/event/scoring/rule-set-result.ts'
import { computeSheetPointsAndTime, findRound } from '#contract/event/scoring/rule-set-sheet.ts'
import { roundToThousandths } from '#contract/platform/numbers.ts'
import type { Core } from '#server/deps.ts'
import type { Db } from '#server/platform/db/open.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError, type FieldProblem } from '#server/platform/lib/app-error.ts'
import {
  lockAndAppendScoreLog,
  readEventRuleForLog,
  type ScoreLogChange,
  toEventScoreLogChange,
  toLoggedAttempt,
} from '../log/queries-append.ts'
import { findEventRankingFreeze, lockEventRankingExclusive } from '../ranking/queries-freeze.ts'
import { freezeDueRankingWithScoreLog } from '../ranking/visible-ranking.ts'
import { iterateEntryIdsWithAttempts, updateEntryTotals } from '../write/queries-entries.ts'
import {
  type AttemptToScore,
  deletePendingCalculationUpgrade,
  findNewestRuleSetOfEvent,
  hasPendingCalculationUpgrade,
  listAttemptsAndNotesOfEntries,
  listEventsWithOldCalculation,
  updateAttemptResults,
  updateEventCalculationVersion,
} from './queries-rule-sets.ts'

/**
 * The rules of an event: its rule set with the version, or without one the rule for totals, and how results
 * by a rule set are calculated.
 */
export type EventRules = {
  totalRule: TotalRule
  ruleSet: RuleSet | null
  ruleVersion: number | null
  calculation: CalculationVersion
  /** The draw of an event with matches; null before it. */
  draw: EventDraw | null
}

/** Reads the rules of an event. */
export const readEventRules = async (
  db: Db,
  event: { id: string; totalRule: TotalRule },
): Promise<EventRules> => {
  const newest = await findNewestRuleSetOfEvent(db, event.id)
  return {
    totalRule: event.totalRule,
    ruleSet: newest?.ruleSet ?? null,
    ruleVersion: newest?.ruleSet ? newest.version : null,
    calculation: newest?.calculation ?? newestCalculation,
    draw: newest?.draw ?? null,
  }
}

/** The columns of an attempt that the rules decide. */
export type ScoredColumns = {
  score: number
  timeMs: number
  values: ScoreSheetValues | null
  ruleVersion: number | null
}

/**
 * Judges an attempt by the rules of its event. Problems have the names `mission` and `values.<key of the
 * field>`.
 */
export const scoreAttemptOrListProblems = (
  { ruleSet, ruleVersion, calculation }: EventRules,
  attempt: UnscoredAttempt,
): { columns: ScoredColumns } | { problems: FieldProblem[] } => {
  if (!ruleSet) {
    if (attempt.values) return { problems: [{ field: 'values', code: 'unexpected-field' }] }
    return {
      columns: {
        score: roundToThousandths(attempt.score),
        timeMs: attempt.timeMs,
        values: null,
        ruleVersion: null,
      },
    }
  }
  const computed = validateAndScoreAttempt(ruleSet, attempt, calculation)
  return 'problems' in computed ? computed : { columns: { ...computed.sheet, ruleVersion } }
}

/**
 * Judges an attempt that was recorded earlier, perhaps by other rules. The attempt keeps the version of the
 * rules by which it was recorded. Throws `bad-input` with fields that begin with `path` when it does not fit
 * the rules.
 */
export const rescoreStoredAttemptOrThrow = (
  { ruleSet, calculation }: EventRules,
  attempt: UnscoredAttempt & { ruleVersion?: number | null },
  path: string,
): ScoredColumns => {
  const { values = null, ruleVersion = null, score, timeMs } = attempt
  if (!ruleSet) return { score, timeMs, values, ruleVersion }
  const computed = validateAndScoreAttempt(ruleSet, attempt, calculation)
  if ('problems' in computed)
    throw new AppError(
      'bad-input',
      computed.problems.map((problem) => ({ ...problem, field: `${path}.${problem.field}` })),
    )
  return { ...computed.sheet, ruleVersion }
}

/** An attempt of an entry, as the input of its total. */
type AttemptOfEntry = {
  mission: number
  score: number
  timeMs: number
  at: Date
  values: ScoreSheetValues | null
}
/** The total of an entry; the ranking key is absent in an event without a rule set. */
export type RuledTotal = EntryTotal & { rankingKey?: RankingKey }
/** The results of the entries of an event. */
type RuledResults = Pick<EventResults, 'drawnMatches'> & { totals: Map<string, RuledTotal> }

/**
 * Creates the function that computes the results of entries by the rules of an event. The attempts are those of all entries of the event where
 * `areResultsInterdependent` is true, otherwise of any entries. All results of events are computed here: by
 * writers, new rules, the score log and its check.
 */
export const createResultsCalculator = ({
  ruleSet,
  totalRule,
  calculation,
  draw,
}: EventRules): ((attemptsByEntry: ReadonlyMap<string, readonly AttemptOfEntry[]>) => RuledResults) => {
  if (ruleSet) {
    const compute = createEventResultsCalculator(ruleSet, calculation, draw)
    return (attemptsByEntry) =>
      compute(
        new Map(
          [...attemptsByEntry].map(([id, attempts]) => [
            id,
            attempts.map(({ mission, values, at }) => ({ mission, values: values ?? {}, at: at.getTime() })),
          ]),
        ),
      )
  }
  return (attemptsByEntry) => {
    const totals = new Map<string, RuledTotal>()
    for (const [id, attempts] of attemptsByEntry) {
      const total = computeEntryTotalByRule(
        attempts.map(({ mission, score, timeMs, at }) => ({ mission, score, timeMs, at: at.getTime() })),
        totalRule,
      )
      if (total) totals.set(id, total)
    }
    return { totals, drawnMatches: [] }
  }
}

/**
 * Returns an attempt by the newest version of the calculation, in which the time of a sheet without a
 * recorded time is 0.
 */
const recalculateAttempt = (ruleSet: RuleSet, attempt: AttemptToScore): AttemptToScore => {
  const group = findRound(ruleSet, attempt.mission)?.group
  if (!group || !attempt.values || attempt.timeMs === 0) return attempt
  return computeSheetPointsAndTime(ruleSet, group, attempt.values, newestCalculation).timeMs === null
    ? { ...attempt, timeMs: 0 }
    : attempt
}

/**
 * Computes all entries of an event by the newest version of the calculation, and returns the changed attempts
 * for the score log.
 */
const recalculateEntries = async (
  tx: Db,
  event: Parameters<typeof readEventRules>[1],
  ruleSet: RuleSet,
): Promise<ScoreLogChange[]> => {
  const rules = { ...(await readEventRules(tx, event)), calculation: newestCalculation }
  const computeResults = createResultsCalculator(rules)
  const changes: ScoreLogChange[] = []
  for await (const ids of iterateEntryIdsWithAttempts(tx, event.id, {
    allAtOnce: areResultsInterdependent(ruleSet),
  })) {
    const attempts = (await listAttemptsAndNotesOfEntries(tx, ids)).map((before) => ({
      before,
      after: recalculateAttempt(ruleSet, before),
    }))
    const changed = attempts.filter(({ before, after }) => before !== after)
    await updateAttemptResults(
      tx,
      changed.map(({ after }) => after),
    )
    for (const { before, after } of changed)
      changes.push({
        entryId: after.entryId,
        attemptId: after.id,
        before: toLoggedAttempt(before),
        after: toLoggedAttempt(after),
        ruleVersion: rules.ruleVersion,
      })
    const byEntry = Map.groupBy(
      attempts.map(({ after }) => after),
      ({ entryId }) => entryId,
    )
    await updateEntryTotals(
      tx,
      [...computeResults(byEntry).totals].map(([id, total]) => ({
        id,
        attempts: byEntry.get(id)?.length ?? 0,
        ...total,
      })),
    )
  }
  return changes
}

/**
 * Computes the results of an event again by the newest version of the calculation. The score log gets a row
 * about rules that names the version; final results keep the first version, which the completed log names. A
 * frozen public ranking stays as it is. Returns whether visitors see a change.
 */
const recalculateEvent = (db: Db, eventId: string): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    await lockEventRankingExclusive(tx, eventId)
    await freezeDueRankingWithScoreLog(tx, eventId)
    // another process may have been faster
    const [event] = await listEventsWithOldCalculation(tx, eventId)
    const newest = await findNewestRuleSetOfEvent(tx, eventId)
    if (!event || !newest?.ruleSet || event.isBeingRevealed) return false
    const changes = await recalculateEntries(tx, event, newest.ruleSet)
    const ruleBefore = await readEventRuleForLog(tx, eventId)
    await updateEventCalculationVersion(tx, eventId, newestCalculation)
    const ruleChange = toEventScoreLogChange(ruleBefore, await readEventRuleForLog(tx, eventId))
    const context = { eventId, actorId: null, source: 'system' }
    await lockAndAppendScoreLog(tx, { ...context, kind: 'rule' }, [
      { ...ruleChange, ruleVersion: newest.version },
    ])
    await lockAndAppendScoreLog(tx, { ...context, kind: 'recalculate' }, changes)
    return !(await findEventRankingFreeze(tx, eventId))?.frozenAt
  })

/**
 * Completes the step of the first start after an update that computes results by rule sets again, one event
 * after the other, so that a killed process loses no event. An event whose ranking is being revealed waits
 * for a later start.
 */
export const recalculateAfterSoftwareUpdate = async ({
  database,
  invalidator,
}: Pick<Core, 'database' | 'invalidator'>): Promise<void> => {
  const { db } = database
  if (!(await hasPendingCalculationUpgrade(db))) return
  for (const { id } of await listEventsWithOldCalculation(db))
    if (await recalculateEvent(db, id)) await invalidator.invalidate(`scores:${id}`)
  if ((await listEventsWithOldCalculation(db)).length === 0) await deletePendingCalculationUpgrade(db)
}
