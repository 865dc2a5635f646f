import type { Localized } from '#contract/localized.ts'
import type { RuleSet } from '#contract/rule-set.schema.ts'
import { explainTournamentRank } from '#contract/rules/match-explanation.ts'
import { rankTournament } from '#contract/rules/match-ranking.ts'
import type { ExplanationTexts } from '#contract/rules/rule-set-explanation.ts'
import type { Db } from '#server/db/open.ts'
import type { RankingSource } from './queries-freeze.ts'
import { readTournamentState } from './queries-tournament.ts'

/** Describes why the first of two entries, which is not below the second, is above it. Undefined for entries that are not drawn. */
export type DescribeMatchReason = (betterId: string, worseId: string) => Localized | undefined

/** Reads the tournament of an event, and returns the function that describes the order of its entries. */
export const readMatchReasons = async (
  db: Db,
  event: { id: string; ruleSet: RuleSet },
  source: RankingSource,
  { describeMatchReason }: Pick<ExplanationTexts, 'describeMatchReason'>,
): Promise<DescribeMatchReason> => {
  const state = (await readTournamentState(db, event, source))?.state
  if (!state) return () => undefined
  const { ruleSet, draw } = state.input
  const rankedBySide = new Map(rankTournament(state).map((ranked) => [ranked.side, ranked]))
  const rankedByEntry = new Map(draw.sides.flatMap((entryIds, side) => entryIds.map((id) => [id, rankedBySide.get(side)] as const)))
  return (betterId, worseId) => {
    const [better, worse] = [rankedByEntry.get(betterId), rankedByEntry.get(worseId)]
    return better && worse && describeMatchReason(ruleSet, explainTournamentRank(state, better, worse))
  }
}
