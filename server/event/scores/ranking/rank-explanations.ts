import type { ScoreEntry } from '#contract/event/scores/score.schema.ts'
import { getEntryDisplayNames } from '#contract/event/scores/score.ts'
import type { RankExplanations } from '#contract/event/scoring/rank-explanation.schema.ts'
import type { ExplanationTexts } from '#contract/event/scoring/rule-set-explanation.ts'
import { findRoundLabel } from '#contract/event/scoring/rule-set-sheet.ts'
import type { Db } from '#server/platform/db/open.ts'
import { findNewestRuleSetOfEvent, mapNewestRuleSetsByEvent } from '../rules/queries-rule-sets.ts'
import { loadOrderExplainer, type OrderExplainer } from '../scoring/explain-order.ts'
import { readRanksByEntry } from './queries.ts'
import {
  type EntryWithNeighbours,
  listEntriesWithNeighbours,
  type RankingNeighbour,
} from './queries-entries.ts'
import type { RankingSource } from './queries-freeze.ts'
import { shortenPlayerNamesExceptAdults } from './queries-public-names.ts'

/** The ranks of the neighbours of entries, and their names as visitors see them. */
type NeighbourDetails = { ranks: ReadonlyMap<string, number>; names: ReadonlyMap<string, string> }

const readNeighbourDetails = async (
  db: Db,
  neighbours: readonly RankingNeighbour[],
  source: RankingSource,
  today: string,
): Promise<NeighbourDetails> => {
  if (neighbours.length === 0) return { ranks: new Map(), names: new Map() }
  const ids = neighbours.map(({ id }) => id)
  const named = await shortenPlayerNamesExceptAdults(db, neighbours, source, today)
  return {
    ranks: await readRanksByEntry(db, ids, source),
    names: new Map(named.map((neighbour) => [neighbour.id, getEntryDisplayNames(neighbour).first])),
  }
}

/**
 * Explains the rank of an entry. A neighbour without a reason is left out, and so is a higher one whose rank the entry
 * could not have had.
 */
const toExplanations = (
  entry: EntryWithNeighbours,
  { ranks, names }: NeighbourDetails,
  { explainOrder, describeNeeded }: OrderExplainer,
): RankExplanations => {
  const explain = (neighbour: RankingNeighbour, isHigher: boolean) => {
    const explanation = isHigher ? explainOrder(neighbour, entry) : explainOrder(entry, neighbour)
    const rank = ranks.get(neighbour.id) ?? 0
    return explanation && { name: names.get(neighbour.id) ?? '', rank, ...explanation }
  }
  const { next, higher } = entry
  const needed = higher && describeNeeded(higher, entry, ranks.get(higher.id) ?? 0)
  const above = higher && needed && explain(higher, true)
  return {
    next: (next && explain(next, false)) ?? null,
    higher: above && needed ? { ...above, needed } : null,
  }
}

/**
 * Returns the explanation of the rank of each entry, by its id, with the names that visitors see on the day
 * `today`. An event without a rule set ranks by total, then time.
 */
export const readRankExplanationsByEntry = async (
  db: Db,
  ids: readonly string[],
  source: RankingSource,
  { texts, today }: { texts: ExplanationTexts; today: string },
): Promise<Map<string, RankExplanations>> => {
  const entries = await listEntriesWithNeighbours(db, ids, source)
  const neighbours = [
    ...new Map(
      entries.flatMap(({ next, higher }) =>
        [next, higher].flatMap((neighbour) => (neighbour ? [[neighbour.id, neighbour] as const] : [])),
      ),
    ).values(),
  ]
  const details = await readNeighbourDetails(db, neighbours, source, today)
  const ruleSets = await mapNewestRuleSetsByEvent(
    db,
    entries.map(({ eventId }) => eventId),
  )
  const explainers = new Map<string, OrderExplainer>()
  for (const id of new Set(entries.map(({ eventId }) => eventId)))
    explainers.set(id, await loadOrderExplainer(db, { id, ruleSet: ruleSets.get(id) ?? null }, source, texts))
  return new Map(
    entries.flatMap((entry) => {
      const explainer = explainers.get(entry.eventId)
      return explainer ? [[entry.id, toExplanations(entry, details, explainer)]] : []
    }),
  )
}

/**
 * Reads the explanation of the rank of an entry and, in an event with a rule set, the names of its rounds,
 * and returns the entry with them.
 */
export const addRankExplanationAndRoundLabels = async <E extends ScoreEntry>(
  db: Db,
  eventId: string,
  entry: E,
  source: RankingSource,
  shown: { texts: ExplanationTexts; today: string },
): Promise<E> => {
  const explanation = (await readRankExplanationsByEntry(db, [entry.id], source, shown)).get(entry.id)
  if (!explanation) return entry
  const ruleSet = entry.rankingKey && (await findNewestRuleSetOfEvent(db, eventId))?.ruleSet
  if (!ruleSet) return { ...entry, explanation }
  const attempts = entry.attempts.map((attempt) => {
    const round = findRoundLabel(ruleSet, attempt.mission)
    return round ? { ...attempt, round } : attempt
  })
  return { ...entry, attempts, explanation }
}
