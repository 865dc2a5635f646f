import type { KnockOutRules, MatchRules } from '#contract/event/matches/match-rules.schema.ts'
import type { MatchDraw } from './match-draw.ts'
import { listPairings, type Pairing, type SideSource, toGroupLetter } from './match-list.ts'
import {
  buildWalkoverResult,
  computeMatchResult,
  type MatchAttempt,
  type MatchResult,
  type MatchRuleSet,
  mapNewestSheetsByMatchAndSide,
  type SheetsByMatch,
} from './match-result.ts'
import {
  type CountedMatch,
  computeCrossGroupRankingKey,
  computeGroupStanding,
  type StandingRow,
} from './match-standing.ts'
import { compareRankingKeys, type RankingKey } from './ranking.ts'

/**
 * A side of a pairing: its number, null when there is none, undefined when it does not follow from the
 * results yet.
 */
export type PairedSide = number | null | undefined
/** A match of a pairing. It is not needed when the pairing was decided before it. */
type PairingMatch = { number: number; result: MatchResult | undefined; isNeeded: boolean }
/**
 * A pairing with its results. `expected` are the sides that follow from the draw and from earlier results,
 * `sides` those that have sheets, where it was played. The winner is null when nobody advances, the loser
 * when nobody is left for it; both are undefined while they are open.
 */
export type PairingState = Pairing & {
  expected: readonly [PairedSide, PairedSide]
  sides: readonly [PairedSide, PairedSide]
  matches: PairingMatch[]
  winner: PairedSide
  loser: PairedSide
}
/** A group with its standing, which is provisional until all of its matches have a result. */
export type GroupState = { rows: StandingRow[]; isComplete: boolean; matches: CountedMatch[] }
/**
 * What a tournament is computed from. `withdrawn` has the ids of the entries that have withdrawn after the
 * draw.
 */
type TournamentInput = {
  ruleSet: MatchRuleSet
  draw: MatchDraw
  attempts: readonly MatchAttempt[]
  withdrawn?: ReadonlySet<string> | undefined
}
/**
 * Pairings and groups of an event. `commonKeys` compare sides of different groups, `withdrawn` are the sides
 * of which no entry is left.
 */
export type TournamentState = {
  input: TournamentInput
  sheets: SheetsByMatch
  pairings: PairingState[]
  groups: GroupState[]
  commonKeys: ReadonlyMap<number, RankingKey>
  withdrawn: ReadonlySet<number>
}

type Sides = readonly [number, number]
const areBothKnown = (sides: readonly PairedSide[]): sides is Sides =>
  sides.every((side) => typeof side === 'number')

/**
 * Returns the result of a match between two sides: from their sheets, or as a walkover when one of them has
 * withdrawn before it was played.
 */
const computeResult = (
  rules: MatchRules,
  sides: Sides,
  isKnockOut: boolean,
  sheets: SheetsByMatch,
  withdrawn: ReadonlySet<number>,
  number: number,
) => {
  const [one, other] = sides.map((side) => sheets.get(number)?.get(side))
  if (one && other) return computeMatchResult(rules, [one, other], isKnockOut)
  const isWithdrawn = [withdrawn.has(sides[0]), withdrawn.has(sides[1])] as const
  return isWithdrawn.includes(true) ? buildWalkoverResult(rules, isWithdrawn) : undefined
}

/**
 * Returns the sides of a pairing of a knock-out as it was played: those that have sheets in its first match
 * with two of them. The newest count when there are more.
 */
const findPlayedSides = (
  numbers: readonly number[],
  expected: readonly [PairedSide, PairedSide],
  sheets: SheetsByMatch,
): Sides | undefined => {
  for (const number of numbers) {
    const sheetBySide = sheets.get(number)
    if (!sheetBySide || sheetBySide.size < 2) continue
    if (areBothKnown(expected) && expected.every((side) => sheetBySide.has(side))) return expected
    const [one = 0, other = 0] = [...sheetBySide]
      .toSorted(([a, sheetA], [b, sheetB]) => sheetB.at - sheetA.at || a - b)
      .map(([side]) => side)
    return expected[0] === other || expected[1] === one ? [other, one] : [one, other]
  }
  return undefined
}

/** Decides a pairing from its matches. Only so many matches count as decide it. */
const decidePairing = (
  sides: Sides,
  matches: readonly { number: number; result: MatchResult | undefined }[],
) => {
  const needed = Math.floor(matches.length / 2) + 1
  const wins = [0, 0]
  let lostByBoth = 0
  const isDecided = () => wins.some((count) => count >= needed) || lostByBoth >= needed
  const withNeed = matches.map((match) => {
    const isNeeded = !isDecided()
    const { winner = null, haveBothLost = false } = (isNeeded && match.result) || {}
    if (winner !== null) wins[winner] = (wins[winner] ?? 0) + 1
    if (haveBothLost) lostByBoth++
    return { ...match, isNeeded }
  })
  const at = wins.findIndex((count) => count >= needed)
  const winner = at === 0 ? sides[0] : at === 1 ? sides[1] : isDecided() ? null : undefined
  const loser = winner === sides[0] ? sides[1] : winner === sides[1] ? sides[0] : winner
  return { matches: withNeed, winner, loser }
}

const computeGroupPairing = (
  rules: MatchRules,
  pairing: Pairing,
  sheets: SheetsByMatch,
  withdrawn: ReadonlySet<number>,
): PairingState => {
  const sides = pairing.sources.map((source) => (source.of === 'draw' ? source.side : null)) as [
    number,
    number,
  ]
  const matches = pairing.numbers.map((number) => ({
    number,
    result: computeResult(rules, sides, false, sheets, withdrawn, number),
    isNeeded: true,
  }))
  return { ...pairing, expected: sides, sides, matches, winner: undefined, loser: undefined }
}

const computeGroups = (
  rules: MatchRules,
  draw: MatchDraw,
  pairings: readonly PairingState[],
  withdrawn: ReadonlySet<number>,
): GroupState[] => {
  const annulled = rules.withdrawal === 'annul' ? withdrawn : new Set<number>()
  return draw.groups.map((sides, group) => {
    const ofGroup = pairings.filter(({ part }) => part.of === 'group' && part.group === group)
    const matches = ofGroup.flatMap((pairing) =>
      pairing.matches.flatMap(({ result }): CountedMatch[] =>
        result && areBothKnown(pairing.sides) ? [{ sides: pairing.sides, result }] : [],
      ),
    )
    return {
      rows: computeGroupStanding(rules, { sides, matches, lots: draw.lots, annulled }),
      isComplete: matches.length === ofGroup.length,
      matches,
    }
  })
}

/**
 * Computes the numbers that compare sides of different groups, by side, with the matches that the rules
 * count.
 */
const computeCommonKeys = (
  rules: MatchRules,
  draw: MatchDraw,
  groups: readonly GroupState[],
): Map<number, RankingKey> => {
  const sizes = groups.map(({ rows }) => rows.filter(({ isAnnulled }) => !isAnnulled).length)
  const smallest =
    rules.groups?.unevenGroups === 'leaveOutLast' ? Math.min(...sizes) : Number.POSITIVE_INFINITY
  return new Map(
    groups.flatMap(({ rows, matches }) => {
      const annulled = new Set(rows.flatMap(({ side, isAnnulled }) => (isAnnulled ? [side] : [])))
      const last = new Set(rows.flatMap(({ side, place }) => (place > smallest ? [side] : [])))
      const common = matches.filter(({ sides }) => !sides.some((side) => last.has(side)))
      return rows.map(
        ({ side }) =>
          [
            side,
            computeCrossGroupRankingKey(rules, side, {
              matches: last.has(side) ? matches : common,
              lots: draw.lots,
              annulled,
            }),
          ] as const,
      )
    }),
  )
}

/**
 * Creates the function that finds the side on a place of a group, and those who enter a knock-out; undefined
 * until the groups are complete.
 */
const createEntrantFinder = (
  { groups, commonKeys }: Pick<TournamentState, 'groups' | 'commonKeys'>,
  draw: MatchDraw,
) => {
  const findPlace = (group: number, place: number): PairedSide => {
    const found = groups[group]
    // a group has no more places than sides, whatever its results
    if (!found || place > found.rows.length) return null
    return found.isComplete ? (found.rows.find((row) => row.place === place)?.side ?? null) : undefined
  }
  const compareSides = (a: number, b: number) =>
    compareRankingKeys(commonKeys.get(a) ?? [], commonKeys.get(b) ?? [])
  const areComplete = groups.every(({ isComplete }) => isComplete)
  const listOnPlace = (place: number): number[] =>
    groups.flatMap((_, group) => findPlace(group, place) ?? []).toSorted(compareSides)
  const listBest = ({ best, combinations }: KnockOutRules): number[] => {
    const selected = best ? listOnPlace(best.place).slice(0, best.count) : []
    const letters = new Map(
      selected.map((side) => [toGroupLetter(draw.groups.findIndex((sides) => sides.includes(side))), side]),
    )
    const from = [...letters.keys()].sort().join('')
    const order = combinations?.find((each) => each.from === from)?.order
    return order ? [...order].flatMap((letter) => letters.get(letter) ?? []) : selected
  }
  const listEntrants = (rules: KnockOutRules): number[] => {
    const { from, to } = rules.places ?? { from: 1, to: 0 }
    const entrants = Array.from({ length: Math.max(0, to - from + 1) }, (_, at) =>
      listOnPlace(from + at),
    ).flat()
    entrants.push(...listBest({ ...rules, combinations: [] }))
    return rules.draw === 'seed'
      ? entrants
      : entrants.toSorted((a, b) => draw.lots.indexOf(a) - draw.lots.indexOf(b))
  }
  return (rules: KnockOutRules, source: SideSource): PairedSide => {
    if (source.of === 'place') return findPlace(source.group, source.place)
    if (source.of !== 'best' && source.of !== 'entrant') return null
    return areComplete
      ? ((source.of === 'best' ? listBest : listEntrants)(rules)[source.nth - 1] ?? null)
      : undefined
  }
}

/**
 * Computes a tournament from its draw and its attempts, in any order: the result of each match, the standing
 * of each group, and the sides of each pairing. A match of a knock-out that was played keeps its sides, also
 * when others would follow from the results.
 */
export const computeTournamentState = (input: TournamentInput): TournamentState => {
  const { ruleSet, draw, attempts } = input
  const rules = ruleSet.matches
  const sheets = mapNewestSheetsByMatchAndSide(ruleSet, draw, attempts)
  const withdrawn = new Set(
    draw.sides.flatMap((entryIds, side) => (entryIds.every((id) => input.withdrawn?.has(id)) ? [side] : [])),
  )
  const all = listPairings(rules, draw)
  const pairings: PairingState[] = all
    .filter(({ part }) => part.of === 'group')
    .map((pairing) => computeGroupPairing(rules, pairing, sheets, withdrawn))
  const groups = computeGroups(rules, draw, pairings, withdrawn)
  const commonKeys = computeCommonKeys(rules, draw, groups)
  const findEntrant = createEntrantFinder({ groups, commonKeys }, draw)
  for (const pairing of all) {
    const knockOut = pairing.part.of === 'knockOut' ? rules.knockOuts[pairing.part.knockOut] : undefined
    if (!knockOut) continue
    const [first, second] = pairing.sources.map((source): PairedSide => {
      if (source.of === 'draw') return source.side
      if (source.of === 'winner' || source.of === 'loser') return pairings[source.pairing]?.[source.of]
      return findEntrant(knockOut, source)
    })
    // a side that has won two matches of a round, because of a correction, does not meet itself
    const isSameSide = typeof first === 'number' && first === second
    const expected = [first, isSameSide ? undefined : second] as const
    const sides = findPlayedSides(pairing.numbers, expected, sheets) ?? expected
    if (areBothKnown(sides)) {
      const matches = pairing.numbers.map((number) => ({
        number,
        result: computeResult(rules, sides, true, sheets, withdrawn, number),
      }))
      pairings.push({ ...pairing, expected, sides, ...decidePairing(sides, matches) })
    } else {
      const isOpen = sides.includes(undefined)
      // a side without an opponent plays no match, also before it is known who it is
      const isNeeded = !sides.includes(null)
      pairings.push({
        ...pairing,
        expected,
        sides,
        matches: pairing.numbers.map((number) => ({ number, result: undefined, isNeeded })),
        winner: isOpen ? undefined : (sides[0] ?? sides[1]),
        loser: isNeeded ? undefined : null,
      })
    }
  }
  return { input, sheets, pairings, groups, commonKeys, withdrawn }
}
