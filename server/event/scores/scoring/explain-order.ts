import { explainOrderOfTwoTournamentSides } from '#contract/event/scoring/match-explanation.ts'
import { rankTournamentSides } from '#contract/event/scoring/match-ranking.ts'
import { hasMatchRules } from '#contract/event/scoring/match-result.ts'
import type { RankExplanations } from '#contract/event/scoring/rank-explanation.schema.ts'
import type { RankingKey } from '#contract/event/scoring/ranking.ts'
import type { RuleSet } from '#contract/event/scoring/rule-set.schema.ts'
import {
  defaultRules,
  type ExplainedRules,
  type ExplanationTexts,
  explainOrderOfTwoEntries,
} from '#contract/event/scoring/rule-set-explanation.ts'
import { findValuesNeededToOvertake } from '#contract/event/scoring/rule-set-needed-values.ts'
import type { Localized } from '#contract/platform/localized.ts'
import type { Db } from '#server/platform/db/open.ts'
import type { RankingSource } from '../ranking/queries-freeze.ts'
import { computeEventTournament } from './queries-tournament.ts'

type OrderedEntry = { id: string; rankingKey: RankingKey }
type OrderExplanation = Pick<NonNullable<RankExplanations['next']>, 'key' | 'better' | 'worse' | 'text'>

/** Explains the order of the entries of an event. */
export type OrderExplainer = {
  /**
   * Explains why the first of two entries, which is not below the second, is above it. Undefined where nothing
   * explains it: for teams that are not drawn, and teams of one alliance.
   */
  explainOrder: (better: OrderedEntry, worse: OrderedEntry) => OrderExplanation | undefined
  /**
   * Describes what an entry would have needed for the rank of a better one. Undefined where that depends on other
   * entries, as in matches, or no sheet could have it.
   */
  describeNeeded: (better: OrderedEntry, worse: OrderedEntry, rank: number) => Localized | undefined
}

/** Creates the explainer of an event whose entries are ordered by ranking keys. */
const createKeyExplainer = (
  rules: ExplainedRules,
  { describeReason, describeNeeded }: ExplanationTexts,
): OrderExplainer => ({
  explainOrder: ({ rankingKey: better }, { rankingKey: worse }) => {
    const explanation = explainOrderOfTwoEntries(rules.rankingKeys, better, worse)
    const decision = explanation.decision ?? { key: null, better: null, worse: null }
    return { ...decision, text: describeReason(rules, explanation) }
  },
  describeNeeded: (better, worse, rank) => {
    const needed = findValuesNeededToOvertake(rules, better.rankingKey, worse.rankingKey)
    return needed && describeNeeded(rules, needed, rank)
  },
})

/** Reads the tournament of an event with matches, and creates the explainer of the order of its entries. */
const loadMatchExplainer = async (
  db: Db,
  event: { id: string; ruleSet: RuleSet },
  source: RankingSource,
  { describeMatchReason }: ExplanationTexts,
): Promise<OrderExplainer> => {
  const state = (await computeEventTournament(db, event, source))?.state
  if (!state) return { explainOrder: () => undefined, describeNeeded: () => undefined }
  const { ruleSet, draw } = state.input
  const rankedBySide = new Map(rankTournamentSides(state).map((ranked) => [ranked.side, ranked]))
  const rankedByEntry = new Map(
    draw.sides.flatMap((entryIds, side) => entryIds.map((id) => [id, rankedBySide.get(side)] as const)),
  )
  return {
    explainOrder: ({ id: betterId }, { id: worseId }) => {
      const [better, worse] = [rankedByEntry.get(betterId), rankedByEntry.get(worseId)]
      if (!better || !worse || better === worse) return undefined
      const text = describeMatchReason(ruleSet, explainOrderOfTwoTournamentSides(state, better, worse))
      return { key: null, better: null, worse: null, text }
    },
    describeNeeded: () => undefined,
  }
}

/** Loads what explains the order of the entries of an event. An event without a rule set ranks by total, then time. */
export const loadOrderExplainer = async (
  db: Db,
  { id, ruleSet }: { id: string; ruleSet: RuleSet | null },
  source: RankingSource,
  texts: ExplanationTexts,
): Promise<OrderExplainer> =>
  ruleSet && hasMatchRules(ruleSet)
    ? loadMatchExplainer(db, { id, ruleSet }, source, texts)
    : createKeyExplainer(ruleSet ?? defaultRules, texts)
