import type { RankExplanations } from '#contract/rank-explanation.schema.ts'
import { defaultRules, type ExplainedRules, type ExplanationTexts, explainRank } from '#contract/rules/rule-set-explanation.ts'
import { findNeededValues } from '#contract/rules/rule-set-needed-values.ts'
import { findRound } from '#contract/rules/rule-set-sheet.ts'
import type { ScoreEntry } from '#contract/score.schema.ts'
import type { Db } from '#server/db/open.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { findNewestRuleSet, mapNewestRuleSetsByEvent } from '../rules/queries-rule-sets.ts'
import { computeRanksByEntry, findVisibleRankingEvent, type VisibleRankingEvent } from './queries.ts'
import { type EntryWithNeighbours, listEntriesWithNeighbours, type RankingNeighbour } from './queries-entries.ts'
import { findRankingFreeze, type RankingSource } from './queries-lock.ts'

const toExplanations = (
  rules: ExplainedRules,
  { rankingKey, next, higher }: EntryWithNeighbours,
  ranks: ReadonlyMap<string, number>,
  { describeReason, describeNeeded }: ExplanationTexts,
): RankExplanations => {
  const explain = (neighbour: RankingNeighbour, better: readonly number[], worse: readonly number[]) => {
    const explanation = explainRank(rules.rankingKeys, better, worse)
    const rank = ranks.get(neighbour.id) ?? 0
    const { key = null, better: betterValue = null, worse: worseValue = null } = explanation.decision ?? {}
    const described = {
      name: neighbour.name,
      rank,
      key,
      better: betterValue,
      worse: worseValue,
      text: describeReason(rules, explanation),
    }
    const needed = findNeededValues(rules, better, worse)
    return { described, needed: needed && describeNeeded(rules, needed, rank) }
  }
  const above = higher && explain(higher, higher.rankingKey, rankingKey)
  return {
    next: next && explain(next, rankingKey, next.rankingKey).described,
    higher: above?.needed ? { ...above.described, needed: above.needed } : null,
  }
}

/** Returns the explanation of the rank of each entry, by its id. An event without a rule set ranks by total, then time. */
export const explainRanksByEntry = async (
  db: Db,
  ids: readonly string[],
  source: RankingSource,
  texts: ExplanationTexts,
): Promise<Map<string, RankExplanations>> => {
  const entries = await listEntriesWithNeighbours(db, ids, source)
  const neighbourIds = entries.flatMap(({ next, higher }) => [next?.id, higher?.id].filter((id) => id !== undefined))
  const ranks = neighbourIds.length > 0 ? await computeRanksByEntry(db, [...new Set(neighbourIds)], source) : new Map<string, number>()
  const rulesByEvent: Map<string, ExplainedRules> = await mapNewestRuleSetsByEvent(
    db,
    entries.map(({ eventId }) => eventId),
  )
  return new Map(entries.map((entry) => [entry.id, toExplanations(rulesByEvent.get(entry.eventId) ?? defaultRules, entry, ranks, texts)]))
}

/** Reads the explanation of the rank of an entry and, in an event with a rule set, the names of its rounds, and returns the entry with them. */
export const addRankExplanationToEntry = async <E extends ScoreEntry>(
  db: Db,
  eventId: string,
  entry: E,
  source: RankingSource,
  texts: ExplanationTexts,
): Promise<E> => {
  const explanation = (await explainRanksByEntry(db, [entry.id], source, texts)).get(entry.id)
  if (!explanation) return entry
  const ruleSet = entry.rankingKey && (await findNewestRuleSet(db, eventId))?.ruleSet
  if (!ruleSet) return { ...entry, explanation }
  const attempts = entry.attempts.map((attempt) => {
    const round = findRound(ruleSet, attempt.mission)?.round.label
    return round ? { ...attempt, round } : attempt
  })
  return { ...entry, attempts, explanation }
}

/**
 * Reads from the ranking of an event as visitors see it: the frozen one, or the standing one. Every public reply with scores of one event is read here.
 * The read is repeated when the ranking was frozen or published meanwhile. Returns undefined when visitors do not see the event.
 */
export const readVisibleRanking = async <T>(
  db: Db,
  idOrSlug: string,
  read: (event: VisibleRankingEvent, source: RankingSource) => Promise<T>,
): Promise<T | undefined> => {
  for (;;) {
    const event = await findVisibleRankingEvent(db, idOrSlug)
    if (!event) return undefined
    const result = await read(event, event.frozenAt ? 'frozen' : 'standing')
    if ((await findRankingFreeze(db, event.id))?.frozenAt?.getTime() === event.frozenAt?.getTime()) return result
  }
}

/**
 * Reads entries of many events as visitors see them: `read` lists those of each source, all from one snapshot of the database. Returns them together, the
 * newest first.
 */
export const readVisibleEntries = async <T>(
  db: Db,
  read: (tx: Db, source: RankingSource) => Promise<{ reachedAt: string; item: T }[]>,
): Promise<T[]> => {
  const found = await inTransaction(db, async (tx) => [...(await read(tx, 'standing')), ...(await read(tx, 'frozen'))], {
    isolationLevel: 'repeatable read',
    accessMode: 'read only',
  })
  return found.toSorted((a, b) => (a.reachedAt < b.reachedAt ? 1 : a.reachedAt > b.reachedAt ? -1 : 0)).map(({ item }) => item)
}
