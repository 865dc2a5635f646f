import type { EntryTotals, RevealAwardOrder } from '#contract/event/results/results.ts'
import type { ScoreRow } from '#contract/event/scores/score.schema.ts'
import { isCountedInFollowingRanks } from '#contract/event/scoring/ranking.ts'
import type { Localized } from '#contract/platform/localized.ts'

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
 * The steps of a reveal: the first one opens `openedTogether` entries if that is not 0, each later one an entry
 * of `entries` in their order or shows an award of `awards` (ids).
 */
export type StoredReveal = {
  openedTogether: number
  entries: StoredRevealEntry[]
  awards: string[]
  /** Without it, the awards are the last steps. */
  awardOrder?: Exclude<RevealAwardOrder, 'last'>
  /** The rank that opens after the awards of `beforeFirst`. Without it, the first rank of `entries`. */
  firstRank?: number
  /**
   * In an event with alliances, how many ranks open one by one, and the first and the last of the ranks that
   * open together. Elsewhere these numbers follow from those of the entries.
   */
  allianceRanks?: { rankCount: number; from: number; to: number }
}
type RankSteps = Omit<StoredReveal, 'awards' | 'awardOrder'>

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
    to: standing.filter(isCountedInFollowingRanks).length,
  }
  return {
    openedTogether: Math.max(0, entryCount - entries.length),
    entries: entries.toReversed(),
    ...(hasAlliances ? { allianceRanks } : {}),
  }
}

/** Returns how many ranks open one by one, and the ranks that open together, null without such ranks. */
export const getRanksOpenedSinglyAndTogether = ({
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

/** What a step opens: an entry, an award, or several entries. */
type RevealStepContent = { entry: StoredRevealEntry } | { awardId: string } | 'together'

const getFirstRank = ({ firstRank, entries }: StoredReveal) => firstRank ?? entries.at(-1)?.rank

/** Lists the steps of a reveal in their order. Entries that share the first rank stay together. */
const listSteps = (reveal: StoredReveal): RevealStepContent[] => {
  const { openedTogether, entries, awards, awardOrder } = reveal
  const firstRank = getFirstRank(reveal)
  const isBeforeAwards = ({ rank }: StoredRevealEntry) => awardOrder !== 'beforeFirst' || rank !== firstRank
  const toStep = (entry: StoredRevealEntry) => ({ entry })
  return [
    ...(openedTogether > 0 ? (['together'] as const) : []),
    ...entries.filter(isBeforeAwards).map(toStep),
    ...awards.map((awardId) => ({ awardId })),
    ...entries.filter((entry) => !isBeforeAwards(entry)).map(toStep),
  ]
}
const listOpenedSteps = (reveal: StoredReveal, openedCount: number) =>
  listSteps(reveal).slice(0, Math.max(0, openedCount))

export const countRevealSteps = (reveal: StoredReveal): number => listSteps(reveal).length

/** Returns the entries that a step of their own has opened after `openedCount` steps, in the order of the steps. */
export const listIndividuallyOpenedEntries = (
  reveal: StoredReveal,
  openedCount: number,
): StoredRevealEntry[] =>
  listOpenedSteps(reveal, openedCount).flatMap((step) =>
    step !== 'together' && 'entry' in step ? step.entry : [],
  )

/** Returns the ids of the awards that were shown after `openedCount` steps, in the order of the steps. */
const listOpenedAwardIds = (reveal: StoredReveal, openedCount: number): string[] =>
  listOpenedSteps(reveal, openedCount).flatMap((step) =>
    step !== 'together' && 'awardId' in step ? step.awardId : [],
  )

/** Returns what the step with a number, from 1, opens: an entry or an award, neither when it is several entries. */
export const getEntryOrAwardOfRevealStep = (
  reveal: StoredReveal,
  number: number,
): { entry?: StoredRevealEntry; awardId?: string } => {
  const step = listSteps(reveal)[number - 1]
  return step === undefined || step === 'together' ? {} : step
}

/**
 * Leaves out the steps of the entries and awards that are not in `standingIds`, because they were removed.
 * The other open steps stay open.
 */
export const omitRemovedStepsAndAdjustOpenedCount = <
  Reveal extends { steps: StoredReveal; openedCount: number },
>(
  { steps, openedCount, ...reveal }: Reveal,
  standingIds: ReadonlySet<string>,
) => {
  const isRemovedEntry = ({ entryId }: StoredRevealEntry) => !standingIds.has(entryId)
  const isRemovedAward = (id: string) => !standingIds.has(id)
  const entries = steps.entries.filter((entry) => !isRemovedEntry(entry))
  // a lower rank that opened before the awards stays before them
  const firstRank = getFirstRank(steps)
  const isFirstRankGone = firstRank !== undefined && entries.at(-1)?.rank !== firstRank
  return {
    ...reveal,
    steps: {
      ...steps,
      entries,
      ...(isFirstRankGone ? { firstRank } : {}),
      awards: steps.awards.filter((id) => !isRemovedAward(id)),
    },
    openedCount:
      openedCount -
      listIndividuallyOpenedEntries(steps, openedCount).filter(isRemovedEntry).length -
      listOpenedAwardIds(steps, openedCount).filter(isRemovedAward).length,
  }
}
