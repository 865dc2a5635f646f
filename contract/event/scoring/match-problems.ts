import { matchDrawLimits } from '#contract/event/matches/match.ts'
import { countKnockOutSides } from './match-list.ts'
import type { PairedSide, PairingState, TournamentState } from './match-pairings.ts'
import { rankTournamentSides } from './match-ranking.ts'
import { assignRanksToSorted, compareRankingKeys } from './ranking.ts'

/**
 * What is wrong with the draw or the results of a tournament, or needs a decision. Groups, sides and
 * knock-outs are positions, matches have their numbers.
 */
export type MatchProblem =
  /** The group has one side or two: nobody, or only the other one, is met. */
  | { code: 'small-group'; group: number; size: number }
  /** A place that enters a knock-out does not exist in the group: the opponent advances without a match. */
  | { code: 'missing-place'; group: number; knockOut: number; place: number }
  /** More matches than numbers that an attempt can have. */
  | { code: 'too-many-matches'; limit: number }
  /** More sides than the pairing table of the knock-out has. */
  | { code: 'too-many-sides'; knockOut: number; limit: number }
  /** A side has another number of teams than the rules say, or a team is in two sides. */
  | { code: 'wrong-team-count'; side: number }
  | { code: 'team-twice'; entryId: string }
  /** A sheet of an entry that is in no side, or of a match that does not exist. */
  | { code: 'not-drawn'; entryId: string; match: number }
  | { code: 'unknown-match'; entryId: string; match: number }
  /** One side of the match has no sheet: the match does not count. */
  | { code: 'side-missing'; match: number; side: number }
  /** Some teams of the side have no sheet, or another one than the others. */
  | { code: 'teams-missing'; match: number; side: number; entryIds: readonly string[] }
  | { code: 'sheets-differ'; match: number; side: number }
  /** The side has a sheet, but the match is between others. */
  | { code: 'uninvolved-side'; match: number; side: number }
  /** The match of a knock-out is drawn, and no field decides it. */
  | { code: 'drawn-match'; match: number }
  /** Nobody advances, because both sides lost. */
  | { code: 'no-winner'; matches: readonly number[] }
  /** The match was played by other sides than follow from the results now. */
  | {
      code: 'other-sides'
      match: number
      expected: readonly [PairedSide, PairedSide]
      played: readonly [PairedSide, PairedSide]
    }
  /** The side is in two pairings of a round, because one of them was played before a result was corrected. */
  | { code: 'side-in-two-matches'; side: number; matches: readonly number[] }
  /** The match was played, although its pairing had been decided. */
  | { code: 'unneeded-match'; match: number }
  /**
   * The side has withdrawn. Played group matches are annulled or kept, as the rules say; open ones are
   * walkovers or do not count.
   */
  | { code: 'withdrawn'; side: number; played: readonly number[]; open: readonly number[] }

const listDrawProblems = ({ input: { ruleSet, draw }, pairings }: TournamentState): MatchProblem[] => {
  const { knockOuts, teamsPerSide, groups } = ruleSet.matches
  const problems: MatchProblem[] = []
  for (const [group, { length: size }] of draw.groups.entries()) {
    if (size < 3) problems.push({ code: 'small-group', group, size })
    for (const [knockOut, { places }] of knockOuts.entries())
      for (let place = Math.max(size + 1, places?.from ?? 1); place <= (places?.to ?? 0); place++)
        problems.push({ code: 'missing-place', group, knockOut, place })
  }
  for (const [knockOut, rules] of knockOuts.entries()) {
    const limit = rules.pairs?.flat().filter((slot) => slot !== null).length
    if (!groups && limit !== undefined && countKnockOutSides(rules, draw) > limit)
      problems.push({ code: 'too-many-sides', knockOut, limit })
  }
  const limit = matchDrawLimits.matches
  if (pairings.some(({ numbers }) => numbers.some((number) => number > limit)))
    problems.push({ code: 'too-many-matches', limit })
  const entryIds = draw.sides.flat()
  for (const [side, { length }] of draw.sides.entries())
    if (length !== teamsPerSide) problems.push({ code: 'wrong-team-count', side })
  for (const [at, entryId] of entryIds.entries())
    if (entryIds.indexOf(entryId) === at && entryIds.lastIndexOf(entryId) !== at)
      problems.push({ code: 'team-twice', entryId })
  return problems
}

/** Tells whether both sides of a match have a sheet. */
const hasBothSheets = (sheets: TournamentState['sheets'], { sides }: PairingState, match: number): boolean =>
  sides.every((side) => typeof side === 'number' && sheets.get(match)?.has(side))

/** Lists the matches of knock-outs that are drawn although both sides have a sheet. */
export const listTiedKnockOutMatchNumbers = ({ sheets, pairings }: TournamentState): number[] =>
  pairings.flatMap((pairing) =>
    pairing.part.of === 'group'
      ? []
      : pairing.matches.flatMap(({ number, result, isNeeded }) =>
          isNeeded &&
          result?.winner === null &&
          !result.haveBothLost &&
          hasBothSheets(sheets, pairing, number)
            ? number
            : [],
        ),
  )

const listPairingProblems = (
  { sheets, withdrawn }: TournamentState,
  drawn: readonly number[],
  pairing: PairingState,
): MatchProblem[] => {
  const { part, sides, expected, matches, winner } = pairing
  const problems: MatchProblem[] = []
  for (const { number: match, isNeeded } of matches) {
    const sheetBySide = sheets.get(match)
    for (const [side, sheet] of sheetBySide ?? []) {
      if (!sides.includes(side)) problems.push({ code: 'uninvolved-side', match, side })
      if (sheet.missingEntryIds.length > 0)
        problems.push({ code: 'teams-missing', match, side, entryIds: sheet.missingEntryIds })
      if (sheet.isContradictory) problems.push({ code: 'sheets-differ', match, side })
    }
    const isPlayed = hasBothSheets(sheets, pairing, match)
    const present = sides.filter((side) => typeof side === 'number' && sheetBySide?.has(side))
    for (const side of sides)
      if (present.length === 1 && typeof side === 'number' && !present.includes(side) && !withdrawn.has(side))
        problems.push({ code: 'side-missing', match, side })
    if (part.of === 'group') continue
    if (isPlayed && !isNeeded) problems.push({ code: 'unneeded-match', match })
    if (drawn.includes(match)) problems.push({ code: 'drawn-match', match })
    // the order of the sides says nothing
    if (isPlayed && sides.some((side) => !expected.includes(side)))
      problems.push({ code: 'other-sides', match, expected, played: sides })
  }
  const isDecided =
    part.of === 'knockOut' && winner === null && sides.every((side) => typeof side === 'number')
  if (isDecided) problems.push({ code: 'no-winner', matches: pairing.numbers })
  return problems
}

/** Finds the sides that are in two pairings of a round of a knock-out. */
const findRepeatedSides = (pairings: readonly PairingState[]): MatchProblem[] => {
  const rounds = Map.groupBy(pairings, ({ part }) =>
    part.of === 'knockOut' ? `${part.knockOut} ${part.round} ${part.isForThirdPlace}` : '',
  )
  rounds.delete('')
  return [...rounds.values()].flatMap((round) => {
    const bySide = Map.groupBy(
      round.flatMap(({ sides, numbers }) =>
        sides.flatMap((side) => (typeof side === 'number' ? { side, numbers } : [])),
      ),
      ({ side }) => side,
    )
    return [...bySide].flatMap(([side, found]): MatchProblem[] =>
      found.length < 2
        ? []
        : [{ code: 'side-in-two-matches', side, matches: found.flatMap(({ numbers }) => numbers) }],
    )
  })
}

/**
 * Finds everything in the draw and the results of a tournament that somebody has to know or decide. Nothing
 * that was played is left out without a problem.
 */
export const listDrawAndMatchProblems = (state: TournamentState): MatchProblem[] => {
  const { input, pairings, sheets, withdrawn } = state
  const drawn = new Set(input.draw.sides.flat())
  const numbers = new Set(pairings.flatMap((pairing) => pairing.numbers))
  const seen = new Set<string>()
  const ofAttempts = input.attempts.flatMap(({ entryId, mission: match }): MatchProblem[] => {
    const id = `${entryId} ${match}`
    if (seen.has(id)) return []
    seen.add(id)
    if (!drawn.has(entryId)) return [{ code: 'not-drawn', entryId, match }]
    return numbers.has(match) ? [] : [{ code: 'unknown-match', entryId, match }]
  })
  const ofWithdrawals = [...withdrawn].map((side): MatchProblem => {
    const own = pairings.filter(({ sides }) => sides.includes(side)).flatMap((pairing) => pairing.numbers)
    const played = own.filter((number) => sheets.get(number)?.has(side))
    return { code: 'withdrawn', side, played, open: own.filter((number) => !played.includes(number)) }
  })
  const drawnMatches = listTiedKnockOutMatchNumbers(state)
  return [
    ...listDrawProblems(state),
    ...ofAttempts,
    ...pairings.flatMap((pairing) => listPairingProblems(state, drawnMatches, pairing)),
    ...findRepeatedSides(pairings),
    ...ofWithdrawals,
  ]
}

/** What a change of results, rules or withdrawals changes in a tournament. */
export type TournamentChanges = {
  /**
   * The matches of knock-outs with other sides than before. A match that was played keeps its sides;
   * `expected` are those that follow from the results now.
   */
  matches: {
    match: number
    isPlayed: boolean
    before: readonly [PairedSide, PairedSide]
    expected: readonly [PairedSide, PairedSide]
  }[]
  ranks: { side: number; before: number; after: number }[]
}

/** Ranks the sides that have results, as the scoreboard does. Returns the ranks by side. */
const mapRanksOfSidesWithResults = (state: TournamentState): Map<number, number> => {
  const withResults = new Set(state.input.attempts.map(({ entryId }) => entryId))
  const ranked = rankTournamentSides(state).filter(({ side }) =>
    state.input.draw.sides[side]?.some((entryId) => withResults.has(entryId)),
  )
  return new Map(
    assignRanksToSorted(ranked, (a, b) => compareRankingKeys(a.key, b.key)).map(({ item, rank }) => [
      item.side,
      rank,
    ]),
  )
}

/**
 * Compares a tournament before and after a change of results, so that it can be shown before it is saved.
 * Both have the same draw.
 */
export const findKnockOutAndRankChanges = (
  before: TournamentState,
  after: TournamentState,
): TournamentChanges => {
  const matches = after.pairings.flatMap((pairing, at): TournamentChanges['matches'] => {
    const earlier = before.pairings[at]
    if (!earlier || pairing.part.of === 'group') return []
    if (earlier.expected.every((side, nth) => side === pairing.expected[nth])) return []
    return pairing.numbers.map((match) => ({
      match,
      isPlayed: (after.sheets.get(match)?.size ?? 0) > 0,
      before: earlier.sides,
      expected: pairing.expected,
    }))
  })
  const ranksBefore = mapRanksOfSidesWithResults(before)
  const ranks = [...mapRanksOfSidesWithResults(after)].flatMap(([side, rank]) => {
    const earlier = ranksBefore.get(side) ?? rank
    return earlier === rank ? [] : [{ side, before: earlier, after: rank }]
  })
  return { matches, ranks }
}
