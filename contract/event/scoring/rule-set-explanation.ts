import type { RankingRules } from '#contract/event/scoring/rank-explanation.schema.ts'
import type { RoundGroup, RuleRankingKey, RuleSet } from '#contract/event/scoring/rule-set.schema.ts'
import type { Localized } from '#contract/platform/localized.ts'
import type { TournamentExplanation } from './match-explanation.ts'
import type { MatchRuleSet } from './match-result.ts'
import { decodeRankingKeyPart, findDecidingKeyIndex, type RankingKey } from './ranking.ts'
import type { NeededValues } from './rule-set-needed-values.ts'

/** The keys of an event without a rule set: highest total, then lowest time (specification, section 4). */
export const defaultRankingKeys: readonly RuleRankingKey[] = [
  { of: 'total', value: 'points', order: 'high' },
  { of: 'total', value: 'time', order: 'low' },
]

/** Why an entry is above another one. */
export type RankExplanation = {
  /** The first key and its value when both entries are equal in it, otherwise null. */
  same: { key: RuleRankingKey; value: number | null } | null
  /**
   * The key that decides, with the values of both; null means missing. Null when the entries share a rank.
   */
  decision: { key: RuleRankingKey; better: number | null; worse: number | null } | null
}

/**
 * Explains the order of two entries from the comparison of their ranking keys: which key decides, and by
 * which values.
 */
export const explainOrderOfTwoEntries = (
  keys: readonly RuleRankingKey[],
  better: RankingKey,
  worse: RankingKey,
): RankExplanation => {
  const at = findDecidingKeyIndex(better, worse)
  const readValue = (key: RuleRankingKey, rankingKey: RankingKey, index: number) =>
    decodeRankingKeyPart(rankingKey[index] ?? Number.POSITIVE_INFINITY, key.order)
  const [first] = keys
  const deciding = at === undefined ? undefined : keys[at]
  return {
    same: first && at !== 0 ? { key: first, value: readValue(first, better, 0) } : null,
    decision:
      deciding && at !== undefined
        ? {
            key: deciding,
            better: readValue(deciding, better, at),
            worse: readValue(deciding, worse, at),
          }
        : null,
  }
}

/** What explanations need of a rule set. */
export type ExplainedRules = Pick<RuleSet, 'groups' | 'rankingKeys' | 'matches'>
/** What explanations need of a rule set with matches. */
export type ExplainedMatchRules = ExplainedRules & Pick<MatchRuleSet, 'matches'>
/** The rules of an event without a rule set. */
export const defaultRules: ExplainedRules = { groups: [], rankingKeys: [...defaultRankingKeys] }

/**
 * How the rounds of a group count, as people choose it. `bestThenNext`: the best round gives the result, and
 * the ranking compares the next best ones, too.
 */
export const roundCombinationChoices = [
  'best',
  'bestThenNext',
  'sum',
  'sumOfBest',
  'mean',
  'meanOfBest',
  'median',
  'trimmedMean',
] as const
export type RoundCombinationChoice = (typeof roundCombinationChoices)[number]

/**
 * Tells whether a ranking key compares the points or the time of a single round of a group after the best
 * one.
 */
export const isNextBestRoundKey = (key: RuleRankingKey, group: string): boolean =>
  key.of === 'group' && key.group === group && key.value !== 'places' && (key.nth ?? 1) > 1

/**
 * Reads how the rounds of a group count. `number` is how many of the best rounds count, or are compared;
 * without such a number it is that of all rounds.
 */
export const getRoundCombinationChoice = (
  { rankingKeys }: Pick<RuleSet, 'rankingKeys'>,
  { key, combine, countedRounds, rounds }: RoundGroup,
): { choice: RoundCombinationChoice; number: number } => {
  if (combine === 'best') {
    const compared = rankingKeys.flatMap((each) =>
      each.of === 'group' && isNextBestRoundKey(each, key) ? (each.nth ?? 1) : [],
    )
    return compared.length > 0
      ? { choice: 'bestThenNext', number: Math.max(...compared) }
      : { choice: 'best', number: rounds.length }
  }
  return countedRounds !== undefined && (combine === 'sum' || combine === 'mean')
    ? { choice: `${combine}OfBest`, number: countedRounds }
    : { choice: combine, number: rounds.length }
}

/**
 * Names how the rounds of a group count, as the catalogues have it, with the numbers in the text where there
 * are some.
 */
export const getRoundCombinationTextKeyAndValues = (
  ruleSet: Pick<RuleSet, 'rankingKeys'>,
  group: RoundGroup,
): { name: RoundCombinationChoice | 'bestThenMore'; values: Record<string, number> } => {
  const { choice, number } = getRoundCombinationChoice(ruleSet, group)
  if (choice === 'bestThenNext')
    return number > 2 ? { name: 'bestThenMore', values: { number } } : { name: choice, values: {} }
  const hasNumber = choice === 'sumOfBest' || choice === 'meanOfBest'
  return { name: choice, values: hasNumber ? { number, rounds: group.rounds.length } : {} }
}

/**
 * The functions that write explanations as sentences: why the entry is above the other one, what the other
 * one would have needed for its rank, the order of the whole ranking, and why a side of a tournament is above
 * another one.
 */
export type ExplanationTexts = {
  describeReason: (rules: ExplainedRules, explanation: RankExplanation) => Localized
  describeNeeded: (rules: ExplainedRules, needed: NeededValues, rank: number) => Localized
  describeRules: (rules: ExplainedRules) => RankingRules
  describeMatchReason: (ruleSet: MatchRuleSet, explanation: TournamentExplanation) => Localized
}
