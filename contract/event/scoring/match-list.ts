import type { KnockOutRules, MatchRules } from '#contract/event/matches/match-rules.schema.ts'
import type { MatchDraw } from './match-draw.ts'

/**
 * Where a side of a pairing comes from: the draw, a place of a group, the nth of the best on a place, the nth
 * of all who enter a knock-out, or an earlier pairing by its position in the list. `none`: the other side
 * advances without a match.
 */
export type SideSource =
  | { of: 'draw'; side: number }
  | { of: 'place'; group: number; place: number }
  | { of: 'best'; nth: number; place: number }
  | { of: 'entrant'; nth: number }
  | { of: 'winner' | 'loser'; pairing: number }
  | { of: 'none' }

/**
 * Where a pairing belongs to. Rounds are numbered from 1; the match for the third place is in the round of
 * the final.
 */
export type PairingPart =
  | { of: 'group'; group: number; round: number }
  | { of: 'knockOut'; knockOut: number; round: number; roundCount: number; isForThirdPlace: boolean }

/**
 * Two sides that meet, with the numbers of their matches: one, or as many as may be necessary. None when a
 * side advances without a match.
 */
export type Pairing = {
  part: PairingPart
  sources: readonly [SideSource, SideSource]
  numbers: readonly number[]
}
type UnnumberedPairing = Omit<Pairing, 'numbers'> & { matchCount: number }

/** Returns the letter of the group at a position. */
export const toGroupLetter = (at: number): string => String.fromCharCode(65 + at)

const none: SideSource = { of: 'none' }

/**
 * Lists the rounds of a group in which each side meets each other one once (the circle method: the first side
 * stays, the others move on by one). With an odd number of sides, one side has no match in each round. In the
 * second leg the sides of each match change places.
 */
const listGroupRounds = (sides: readonly number[], legs: number): [number, number][][] => {
  const circle: (number | undefined)[] = sides.length % 2 === 0 ? [...sides] : [...sides, undefined]
  const rounds: [number, number][][] = []
  for (let round = 1; round < circle.length; round++) {
    const pairs: [number, number][] = []
    for (let at = 0; at < circle.length / 2; at++) {
      const [one, other] = [circle[at], circle[circle.length - 1 - at]]
      if (one === undefined || other === undefined) continue
      // the side that stays changes its position from round to round
      pairs.push(at === 0 && round % 2 === 0 ? [other, one] : [one, other])
    }
    rounds.push(pairs)
    circle.splice(1, 0, circle.pop())
  }
  return legs === 1
    ? rounds
    : [...rounds, ...rounds.map((pairs) => pairs.map(([one, other]): [number, number] => [other, one]))]
}

const listGroupPairings = (groups: MatchDraw['groups'], legs: number): UnnumberedPairing[] =>
  groups
    .flatMap((sides, group) =>
      listGroupRounds(sides, legs).flatMap((pairs, at) =>
        pairs.map(([one, other]): UnnumberedPairing & { round: number } => ({
          round: at + 1,
          part: { of: 'group', group, round: at + 1 },
          sources: [
            { of: 'draw', side: one },
            { of: 'draw', side: other },
          ],
          matchCount: 1,
        })),
      ),
    )
    .toSorted((a, b) => a.round - b.round)
    .map(({ round: _, ...pairing }) => pairing)

/**
 * Lists the numbers of seeds in the order of a bracket, so that the first two can only meet in the final: 1,
 * 8, 4, 5, 2, 7, 3, 6.
 */
export const listBracketSeeds = (size: number): number[] => {
  let seeds = [1]
  while (seeds.length < size) {
    const sum = seeds.length * 2 + 1
    seeds = seeds.flatMap((seed) => [seed, sum - seed])
  }
  return seeds
}

/** Counts the sides that enter a knock-out. A group may have fewer sides than places that enter. */
export const countKnockOutSides = ({ places, best }: KnockOutRules, { groups, sides }: MatchDraw): number => {
  if (!places) return sides.length
  const fromPlaces = groups.map((group) => Math.max(0, Math.min(group.length, places.to) - places.from + 1))
  const onPlace = best ? groups.filter((group) => group.length >= best.place).length : 0
  return fromPlaces.reduce((sum, count) => sum + count, 0) + Math.min(best?.count ?? 0, onPlace)
}

const listFirstRound = (rules: KnockOutRules, draw: MatchDraw): [SideSource, SideSource][] => {
  const count = countKnockOutSides(rules, draw)
  const toEntrant = (nth: number): SideSource =>
    nth > count ? none : draw.groups.length > 0 ? { of: 'entrant', nth } : { of: 'draw', side: nth - 1 }
  if (rules.pairs)
    return rules.pairs.map((pair) => {
      const [one, other] = pair.map((slot): SideSource => {
        const [, name = '', digits] = /^(\D+)(\d+)$/.exec(slot ?? '') ?? []
        if (name === '') return none
        if (name === 'seed') return toEntrant(Number(digits))
        return name === 'best'
          ? { of: 'best', nth: Number(digits), place: rules.best?.place ?? 0 }
          : { of: 'place', group: name.charCodeAt(0) - 65, place: Number(digits) }
      })
      return [one ?? none, other ?? none]
    })
  const size = 2 ** Math.ceil(Math.log2(Math.max(2, count)))
  const sources = listBracketSeeds(size).map(toEntrant)
  return Array.from({ length: size / 2 }, (_, at) => [sources[at * 2] ?? none, sources[at * 2 + 1] ?? none])
}

/** Lists the pairings of a knock-out round by round; `before` is the number of pairings before them. */
const listKnockOutPairings = (
  rules: KnockOutRules,
  knockOut: number,
  draw: MatchDraw,
  before: number,
): UnnumberedPairing[] => {
  const first = listFirstRound(rules, draw)
  const roundCount = Math.log2(first.length) + 1
  const pairings: UnnumberedPairing[] = []
  const add = (sources: readonly [SideSource, SideSource], round: number, isForThirdPlace = false) => {
    const hasMatch = sources.every(({ of }) => of !== 'none')
    pairings.push({
      part: { of: 'knockOut', knockOut, round, roundCount, isForThirdPlace },
      sources,
      matchCount: hasMatch ? rules.bestOf : 0,
    })
    return before + pairings.length - 1
  }
  let last = first.map((sources) => add(sources, 1))
  for (let round = 2; round <= roundCount; round++) {
    const neighbours = Array.from({ length: last.length / 2 }, (_, at): [number, number] => [
      at * 2 + 1,
      at * 2 + 2,
    ])
    const pairs = (rules.next?.[round - 2] ?? neighbours).map(
      ([one, other]) => [last[one - 1] ?? 0, last[other - 1] ?? 0] as const,
    )
    const [semiFinals] = pairs
    if (round === roundCount && rules.thirdPlace && semiFinals)
      add(
        [
          { of: 'loser', pairing: semiFinals[0] },
          { of: 'loser', pairing: semiFinals[1] },
        ],
        round,
        true,
      )
    last = pairs.map(([one, other]) =>
      add(
        [
          { of: 'winner', pairing: one },
          { of: 'winner', pairing: other },
        ],
        round,
      ),
    )
  }
  return pairings
}

/**
 * Lists all pairings of an event, in the order in which they can be played: the groups round by round, then
 * each knock-out round by round, the third place before the final. Their matches are numbered from 1; that
 * number is the `mission` of the attempts.
 */
export const listPairings = ({ groups, knockOuts }: MatchRules, draw: MatchDraw): Pairing[] => {
  const pairings = groups ? listGroupPairings(draw.groups, groups.legs) : []
  for (const [at, rules] of knockOuts.entries())
    pairings.push(...listKnockOutPairings(rules, at, draw, pairings.length))
  let last = 0
  return pairings.map(({ matchCount, ...pairing }) => ({
    ...pairing,
    numbers: Array.from({ length: matchCount }, () => ++last),
  }))
}

/** Counts the matches of a draw, also those that a best of three may not need. */
export const countMatches = (rules: MatchRules, draw: Pick<MatchDraw, 'sides' | 'groups'>): number =>
  listPairings(rules, { randomSeed: '', lots: [], ...draw }).reduce(
    (sum, { numbers }) => sum + numbers.length,
    0,
  )

/** Counts the matches of sides that are spread evenly over the groups. */
export const countMatchesOfEvenGroups = (rules: MatchRules, sideCount: number): number => {
  const groupCount = rules.groups?.count ?? 0
  const sides = Array.from({ length: sideCount }, () => [])
  const groups = Array.from({ length: groupCount }, (_, group) =>
    [...sides.keys()].filter((side) => side % groupCount === group),
  )
  return countMatches(rules, { sides, groups })
}

/**
 * Returns true when other rules keep the matches of a draw: each number is in the same round of the same group
 * or knock-out, and in a group between the same sides. Who enters a knock-out may differ, and matches may
 * follow.
 */
export const doNewRulesKeepMatches = (before: MatchRules, after: MatchRules, draw: MatchDraw): boolean => {
  const [known, next] = [before, after].map((rules) =>
    listPairings(rules, draw).map(({ part, sources, numbers }) =>
      JSON.stringify([part, part.of === 'group' ? sources : [], numbers]),
    ),
  ) as [string[], string[]]
  return known.every((pairing, at) => pairing === next[at])
}
