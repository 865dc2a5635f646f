import type { Localized } from '#contract/localized.ts'
import type { EntryTotals } from '#contract/results.ts'
import { isCountedInRanks } from '#contract/rules/ranking.ts'
import type { ScoreRow } from '#contract/score.schema.ts'

/**
 * An entry that one step of a reveal opens, as the database stores it: without names, which are read from the
 * entries.
 */
export type StoredRevealEntry = {
  entryId: string
  rank: number
  frozenRank: number | null
  totals: EntryTotals
  frozenTotals: EntryTotals | null
  next: EntryTotals | null
  /**
   * Why the entry is above the next one, in an event with a rule set. Reveals that began before an update
   * have no such value.
   */
  reason?: Localized | null
}
/**
 * The steps of a reveal, in their order: the first one opens `openedTogether` entries if that is not 0, each
 * later one an entry of `entries`, and the last ones show an award of `awards` (ids) each.
 */
export type StoredReveal = {
  openedTogether: number
  entries: StoredRevealEntry[]
  awards: string[]
  /**
   * In an event with alliances, how many ranks open one by one, and the first and the last of the ranks that
   * open together. Elsewhere these numbers follow from those of the entries.
   */
  allianceRanks?: { rankCount: number; from: number; to: number }
}
type RankSteps = Omit<StoredReveal, 'awards'>

const toTotals = ({ totalScore, totalTimeMs }: EntryTotals): EntryTotals => ({ totalScore, totalTimeMs })

/** Describes why the first of two entries of an event with a rule set is above the other one. */
type DescribeReason = (better: ScoreRow, worse: ScoreRow) => Localized | null

/**
 * Computes the steps of a reveal from the last rank to the first. `standing` has the first `rankCount`
 * entries of the standing ranking and the one after them, and in an event with alliances all entries;
 * `frozen` has the frozen entries of the same participants by id. An event without a rule set has no
 * `describeReason`.
 */
export const computeRevealRankSteps = (
  standing: readonly ScoreRow[],
  frozen: ReadonlyMap<string, ScoreRow>,
  {
    rankCount,
    entryCount,
    describeReason,
  }: { rankCount: number; entryCount: number; describeReason?: DescribeReason | undefined },
): RankSteps => {
  const hasAlliances = standing.some(({ hasRankOfAlliance }) => hasRankOfAlliance)
  const opened = hasAlliances
    ? standing.filter(({ rank }) => rank <= rankCount)
    : standing.slice(0, rankCount)
  // an alliance is compared with the next one, not with itself
  const findReason = (row: ScoreRow, index: number) => {
    for (const lower of standing.slice(index + 1)) {
      const reason = describeReason?.(row, lower)
      if (reason) return reason
    }
    return null
  }
  const entries = opened.map((row, index): StoredRevealEntry => {
    const before = frozen.get(row.id)
    const next = standing[index + 1]
    return {
      entryId: row.id,
      rank: row.rank,
      frozenRank: before?.rank ?? null,
      totals: toTotals(row),
      frozenTotals: before ? toTotals(before) : null,
      // another key than points and time may decide in an event with a rule set
      next: next && !describeReason ? toTotals(next) : null,
      reason: findReason(row, index),
    }
  })
  const allianceRanks = {
    rankCount,
    from: standing[entries.length]?.rank ?? 0,
    to: standing.filter(isCountedInRanks).length,
  }
  return {
    openedTogether: Math.max(0, entryCount - entries.length),
    entries: entries.toReversed(),
    ...(hasAlliances ? { allianceRanks } : {}),
  }
}

/** Returns how many ranks open one by one, and the ranks that open together, null without such ranks. */
export const getRevealRanks = ({
  openedTogether,
  entries,
  allianceRanks,
}: StoredReveal): { rankCount: number; lowerRanks: { from: number; to: number } | null } => {
  const { rankCount, from, to } = allianceRanks ?? {
    rankCount: entries.length,
    from: entries.length + 1,
    to: entries.length + openedTogether,
  }
  return { rankCount, lowerRanks: openedTogether > 0 ? { from, to } : null }
}

const countRankSteps = ({ openedTogether, entries }: RankSteps): number =>
  entries.length + (openedTogether > 0 ? 1 : 0)
export const countRevealSteps = (reveal: StoredReveal): number =>
  countRankSteps(reveal) + reveal.awards.length

/** Returns the entries that are open after `openedCount` steps, in the order of the steps. */
export const listOpenedEntries = (reveal: StoredReveal, openedCount: number): StoredRevealEntry[] =>
  reveal.entries.slice(0, Math.max(0, openedCount - (reveal.openedTogether > 0 ? 1 : 0)))

/** Returns the ids of the awards that are shown after `openedCount` steps, in the order of the steps. */
export const listOpenedAwardIds = (reveal: StoredReveal, openedCount: number): string[] =>
  reveal.awards.slice(0, Math.max(0, openedCount - countRankSteps(reveal)))

/**
 * Leaves out the steps of the entries and awards that are not in `standingIds`, because they were removed.
 * The other open steps stay open.
 */
export const omitRemovedSteps = <Reveal extends { steps: StoredReveal; openedCount: number }>(
  { steps, openedCount, ...reveal }: Reveal,
  standingIds: ReadonlySet<string>,
) => {
  const isRemovedEntry = ({ entryId }: StoredRevealEntry) => !standingIds.has(entryId)
  const isRemovedAward = (id: string) => !standingIds.has(id)
  return {
    ...reveal,
    steps: {
      ...steps,
      entries: steps.entries.filter((entry) => !isRemovedEntry(entry)),
      awards: steps.awards.filter((id) => !isRemovedAward(id)),
    },
    openedCount:
      openedCount -
      listOpenedEntries(steps, openedCount).filter(isRemovedEntry).length -
      listOpenedAwardIds(steps, openedCount).filter(isRemovedAward).length,
  }
}
