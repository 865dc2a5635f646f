import { scoreLimits } from '#contract/event/scores/score.ts'
import { areResultsInterdependent } from '#contract/event/scoring/event-results.ts'
import type { RuleSet, ScoreSheetValues } from '#contract/event/scoring/rule-set.schema.ts'
import { judgeKey } from '#contract/event/scoring/rule-set.ts'
import { getPanelSheetKey } from '#contract/event/scoring/rule-set-sheet.ts'
import type { Db } from '#server/platform/db/open.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import { createResultsCalculator, type EventRules } from '../rules/event-rules.ts'
import { listAttemptsOfEntries, listAttemptsOfEvent } from './queries-attempts.ts'
import {
  deleteEntries,
  iterateEntryIdsWithAttempts,
  updateEntryTotals,
  type WrittenEntry,
} from './queries-entries.ts'
import type { WriteResult } from './score-write.ts'

/** How many entries' totals are computed at once: an entry has up to 1,000 attempts. */
const entriesPerTotals = 250

/**
 * Throws `bad-input` when an entry has two sheets of one judge in a round of a panel. A judge corrects the
 * first sheet instead.
 */
const assertOneSheetOfEachJudge = (
  ruleSet: RuleSet | null,
  attempts: readonly { mission: number; values: ScoreSheetValues | null }[],
) => {
  const sheets = attempts.flatMap((attempt) => getPanelSheetKey(ruleSet, attempt) ?? [])
  if (new Set(sheets).size < sheets.length)
    throw new AppError('bad-input', [{ field: `values.${judgeKey}`, code: 'taken' }])
}

const groupByEntry = (attempts: Awaited<ReturnType<typeof listAttemptsOfEntries>>) =>
  Map.groupBy(attempts, ({ entryId }) => entryId)

/** Lists all entries of an event that have attempts. */
export const listEntryIdsWithAttemptsOfEvent = async (tx: Db, eventId: string): Promise<string[]> => {
  const all: string[] = []
  for await (const ids of iterateEntryIdsWithAttempts(tx, eventId, { allAtOnce: true })) all.push(...ids)
  return all
}

/**
 * Computes the totals of these entries from their attempts, and deletes entries without attempts. Where
 * results depend on each other, the other entries of the event are computed, too, and those that changed are
 * stored. Throws `bad-input` for a match of a knock-out without a winner; `missions` are the rounds of new and
 * corrected attempts.
 */
export const updateTotalsOrDeleteEntries = async (
  tx: Db,
  eventId: string,
  ids: string[],
  rules: EventRules,
  missions: readonly number[] = [],
): Promise<Pick<WriteResult, 'entries' | 'removedEntryIds'>> => {
  const entries: WrittenEntry[] = []
  const removedEntryIds: string[] = []
  const computeResults = createResultsCalculator(rules)
  const areDependent = areResultsInterdependent(rules.ruleSet)
  const own = new Set(ids)
  const ofEvent =
    areDependent && ids.length > 0 ? groupByEntry(await listAttemptsOfEvent(tx, eventId)) : undefined
  const all = ofEvent ? [...new Set([...ids, ...ofEvent.keys()])] : ids
  const partSize = ofEvent ? all.length : entriesPerTotals
  for (let start = 0; start < all.length; start += partSize) {
    const part = all.slice(start, start + partSize)
    const byEntry = ofEvent ?? groupByEntry(await listAttemptsOfEntries(tx, part))
    for (const id of part) {
      const attempts = byEntry.get(id) ?? []
      if (attempts.length > scoreLimits.attempts)
        throw new AppError('bad-input', [
          { field: 'attempts', code: 'too-large', values: { limit: scoreLimits.attempts } },
        ])
      if (own.has(id)) assertOneSheetOfEachJudge(rules.ruleSet, attempts)
    }
    const computed = computeResults(byEntry)
    const drawn = computed.drawnMatches.find(({ match }) => missions.includes(match))
    if (drawn) throw new AppError('bad-input', [{ field: `values.${drawn.field}`, code: drawn.code }])
    const totals = part.flatMap((id) => {
      const total = computed.totals.get(id)
      return total ? [{ id, attempts: byEntry.get(id)?.length ?? 0, ...total }] : []
    })
    await updateEntryTotals(
      tx,
      totals.map((total) => ({ ...total, onlyIfChanged: !own.has(total.id) })),
    )
    for (const { id, totalScore, totalTimeMs, attempts } of totals)
      if (own.has(id)) entries.push({ id, totalScore, totalTimeMs, attempts })
    removedEntryIds.push(...part.filter((id) => own.has(id) && !byEntry.has(id)))
  }
  if (removedEntryIds.length > 0) await deleteEntries(tx, removedEntryIds)
  return { entries, removedEntryIds }
}
