import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type {
  KnockOutRules,
  MatchRules,
  MatchStandingKey,
} from '#contract/event/matches/match-rules.schema.ts'
import type { MatchDraw } from '#contract/event/scoring/match-draw.ts'
import {
  explainOrderOfTwoGroupSides,
  explainOrderOfTwoTournamentSides,
} from '#contract/event/scoring/match-explanation.ts'
import { listPairings } from '#contract/event/scoring/match-list.ts'
import { computeTournamentState, type TournamentState } from '#contract/event/scoring/match-pairings.ts'
import { getTournamentKeySortOrder, rankTournamentSides } from '#contract/event/scoring/match-ranking.ts'
import type { MatchAttempt, MatchRuleSet } from '#contract/event/scoring/match-result.ts'
import { ruleSet as ruleSetSchema } from '#contract/event/scoring/rule-set.schema.ts'
import {
  createDraw,
  createMatchRuleSet,
  listStanding,
  plainKnockOut,
  playMatches,
  singleGroup,
  usualStanding,
} from '../../support/rules/matches.ts'

// The rules of the schema's descriptions once more, by splitting lists of names instead of numbers that the
// database can sort.
type Game = { one: string; other: string; goals: [number, number]; cards: [number, number] }
type Rules = Pick<MatchRules, 'points' | 'standing' | 'winningScore'>

const addUp = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0)
const goalsOf = (name: string, games: readonly Game[]) => [
  ...games
    .filter(({ one }) => one === name)
    .map(({ goals, cards }) => ({ own: goals[0], their: goals[1], cards: cards[0] })),
  ...games
    .filter(({ other }) => other === name)
    .map(({ goals, cards }) => ({ own: goals[1], their: goals[0], cards: cards[1] })),
]
/** A number of which the higher one is better. */
const measure = (
  { points, winningScore }: Rules,
  of: string,
  name: string,
  games: readonly Game[],
): number => {
  const own = goalsOf(name, games)
  const sign = winningScore === 'high' ? 1 : -1
  if (of === 'points')
    return addUp(
      own.map((game) =>
        game.own === game.their ? points.draw : sign * (game.own - game.their) > 0 ? points.win : points.loss,
      ),
    )
  if (of === 'wins') return own.filter((game) => sign * (game.own - game.their) > 0).length
  if (of === 'difference') return sign * addUp(own.map((game) => game.own - game.their))
  if (of === 'scored') return sign * addUp(own.map((game) => game.own))
  return -addUp(own.map((game) => game.cards))
}
/** Splits names into classes of equal numbers, the highest first. */
const splitBy = (names: readonly string[], read: (name: string) => number): string[][] => {
  const numbers = [...new Set(names.map(read))].sort((a, b) => b - a)
  return numbers.map((number) => names.filter((name) => read(name) === number))
}
const splitByMatchesBetween = (
  rules: Rules,
  key: MatchStandingKey & { of: 'headToHead' },
  names: readonly string[],
  games: readonly Game[],
): string[][] => {
  const between = games.filter(({ one, other }) => names.includes(one) && names.includes(other))
  let classes = [[...names]]
  for (const of of key.by)
    classes = classes.flatMap((equal) => splitBy(equal, (name) => measure(rules, of, name, between)))
  if (key.apply === 'once' || classes.length === 1) return classes
  return classes.flatMap((equal) =>
    equal.length === 1 ? [equal] : splitByMatchesBetween(rules, key, equal, games),
  )
}
const orderSlowly = (
  rules: Rules,
  names: readonly string[],
  games: readonly Game[],
  lots: readonly string[],
  keys = rules.standing,
): string[][] => {
  const [key, ...others] = keys
  if (!key || names.length < 2) return [[...names]]
  const classes =
    key.of === 'headToHead'
      ? splitByMatchesBetween(rules, key, names, games)
      : splitBy(names, (name) =>
          key.of === 'lot' ? -lots.indexOf(name) : measure(rules, key.of, name, games),
        )
  return classes.flatMap((equal) => orderSlowly(rules, equal, games, lots, others))
}

const arbitraryHeadToHead = fc
  .record({
    apply: fc.constantFrom('restart' as const, 'once' as const),
    by: fc.shuffledSubarray(['points', 'difference', 'scored'] as const, { minLength: 1 }),
  })
  .map(({ apply, by }): MatchStandingKey => ({ of: 'headToHead', apply, by: [...by] }))
const arbitraryStanding = fc
  .tuple(
    fc.shuffledSubarray<MatchStandingKey['of']>(
      ['points', 'wins', 'difference', 'scored', 'field', 'headToHead'],
      { minLength: 1 },
    ),
    arbitraryHeadToHead,
  )
  .map(([kinds, headToHead]) => [
    ...kinds.map((of): MatchStandingKey => {
      if (of === 'headToHead') return headToHead
      return of === 'field' ? { of, field: 'cards', order: 'low' } : { of }
    }),
    { of: 'lot' as const },
  ])
const arbitraryRules = fc
  .record({
    standing: arbitraryStanding,
    winningScore: fc.constantFrom('high' as const, 'low' as const),
    points: fc.constantFrom(
      { win: 3, draw: 1, loss: 0 },
      { win: 2, draw: 1, loss: 0 },
      { win: 1, draw: 0, loss: 0 },
      { win: 1, draw: 0.5, loss: 0.5 },
    ),
    legs: fc.constantFrom(1, 2),
    thirdPlace: fc.boolean(),
    losers: fc.constantFrom<KnockOutRules['losers'][]>('share', 'standing'),
    to: fc.integer({ min: 1, max: 2 }),
    bestCount: fc.integer({ min: 0, max: 2 }),
  })
  .chain((rules) => fc.tuple(fc.constant(rules), fc.integer({ min: 1, max: 3 })))
  .map(([{ standing, winningScore, points, legs, thirdPlace, losers, to, bestCount }, count]) => {
    const best = Math.min(bestCount, count)
    const knockOut: KnockOutRules = {
      ...{ ...plainKnockOut, thirdPlace, losers, places: { from: 1, to } },
      ...(best > 0 ? { best: { count: best, place: to + 1 } } : {}),
    }
    const matches: Partial<MatchRules> = {
      ...{
        standing,
        winningScore,
        points,
        walkover: winningScore === 'high' ? { winner: 3, loser: 0 } : { winner: 0, loser: 3 },
      },
      ...{ groups: { ...singleGroup, count, legs }, knockOuts: count * to + best > 1 ? [knockOut] : [] },
    }
    return createMatchRuleSet(matches)
  })
type Values = [number, number, number, number]
const arbitraryValues: fc.Arbitrary<Values> = fc.tuple(fc.nat(2), fc.nat(2), fc.nat(2), fc.nat(2))
/**
 * A tournament with results of its first matches; `missing` are left out, and each group has at least three
 * sides.
 */
const arbitraryTournament = arbitraryRules.chain((ruleSet) =>
  fc
    .record({
      sizes: fc.array(fc.integer({ min: 3, max: 5 }), {
        minLength: ruleSet.matches.groups?.count ?? 1,
        maxLength: ruleSet.matches.groups?.count ?? 1,
      }),
      values: fc.infiniteStream(arbitraryValues),
      lotSeed: fc.infiniteStream(fc.nat(1000)),
      missing: fc.constantFrom(0, 0, 0, 1, 5),
    })
    .map(({ sizes, values, lotSeed, missing }) => {
      let last = 0
      const drawn = createDraw(
        ...sizes.map((size) => Array.from({ length: size }, () => `T${String(++last).padStart(2, '0')}`)),
      )
      const order = new Map(drawn.lots.map((side) => [side, lotSeed.next().value ?? 0]))
      const draw: MatchDraw = {
        ...drawn,
        lots: drawn.lots.toSorted((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0) || a - b),
      }
      const numbers = listPairings(ruleSet.matches, draw).flatMap((pairing) => pairing.numbers)
      const results = numbers
        .slice(0, numbers.length - missing)
        .map((number) => [number, values.next().value] as const)
      return { ruleSet, draw, attempts: play(ruleSet, draw, new Map(results)) }
    }),
)
/**
 * Plays the matches that have values, each with the sides that follow from the matches before it. A drawn
 * match of a knock-out is won by the first side.
 */
const play = (
  ruleSet: MatchRuleSet,
  draw: MatchDraw,
  results: ReadonlyMap<number, Values | undefined>,
): MatchAttempt[] => {
  const attempts: MatchAttempt[] = []
  for (const { numbers, part, sources } of listPairings(ruleSet.matches, draw)) {
    const [number] = numbers
    const values = number === undefined ? undefined : results.get(number)
    if (!values || number === undefined) continue
    const drawn = sources.map((source) => (source.of === 'draw' ? source.side : -1))
    const { pairings } =
      part.of === 'group' ? { pairings: [] } : computeTournamentState({ ruleSet, draw, attempts })
    const sides =
      part.of === 'group' ? drawn : (pairings.find((each) => each.numbers.includes(number))?.sides ?? [])
    for (const [nth, side] of sides.entries()) {
      const [entryId] = draw.sides[side ?? -1] ?? []
      if (entryId !== undefined)
        attempts.push({
          entryId,
          mission: number,
          values: { score: values[nth] ?? 0, shoot_out: 1 - nth, cards: values[nth + 2] ?? 0 },
          at: number,
        })
    }
  }
  return attempts
}
const listGames = ({ pairings, sheets, input }: TournamentState, group: number): Game[] =>
  pairings.flatMap(({ part, numbers, sources }) => {
    if (part.of !== 'group' || part.group !== group) return []
    const [one, other] = sources.map((source) => (source.of === 'draw' ? source.side : -1))
    const sheetBySide = sheets.get(numbers[0] ?? -1)
    const [a, b] = [sheetBySide?.get(one ?? -1), sheetBySide?.get(other ?? -1)]
    if (!a || !b) return []
    const nameOf = (side: number | undefined) => input.draw.sides[side ?? -1]?.[0] ?? ''
    return [
      {
        one: nameOf(one),
        other: nameOf(other),
        goals: [a.score, b.score],
        cards: [a.fields.cards ?? 0, b.fields.cards ?? 0],
      },
    ]
  })

/**
 * Plays a knock-out on paper: of n places in a round, place i meets place n + 1 - i, and the winner takes the
 * better place. Returns the winner, undefined while it is open.
 */
const findChampionSlowly = (
  entrants: readonly string[],
  findWinner: (one: string, other: string) => string | undefined,
): string | undefined => {
  let size = 2
  while (size < entrants.length) size *= 2
  let places: (string | undefined)[] = Array.from({ length: size }, (_, at) => entrants[at] ?? 'nobody')
  while (places.length > 1) {
    const now = places
    places = now.slice(0, now.length / 2).map((one, at) => {
      const other = now[now.length - 1 - at]
      if (one === undefined || other === undefined) return undefined
      return other === 'nobody' ? one : findWinner(one, other)
    })
  }
  return places[0]
}

describe('a tournament', () => {
  it('has the standings and the winner of a slow calculation by the descriptions of the schema', () => {
    fc.assert(
      fc.property(arbitraryTournament, ({ ruleSet, draw, attempts }) => {
        const state = computeTournamentState({ ruleSet, draw, attempts })
        const rules = ruleSet.matches
        const lots = draw.lots.map((side) => draw.sides[side]?.[0] ?? '')
        const orders = draw.groups.map((sides, group) => {
          const names = sides.map((side) => draw.sides[side]?.[0] ?? '')
          return orderSlowly(rules, names, listGames(state, group), lots)
        })
        expect(state.groups.map((_, group) => listStanding(state, group))).toEqual(
          orders.map((order) => order.map((equal) => equal.join('='))),
        )
        const [knockOut] = rules.knockOuts
        if (!knockOut || !state.groups.every(({ isComplete }) => isComplete)) return
        const games = draw.groups.flatMap((_, group) => listGames(state, group))
        const common = { ...rules, standing: rules.standing.filter(({ of }) => of !== 'headToHead') }
        const onPlace = (place: number) =>
          orderSlowly(
            common,
            orders.flatMap((order) => order[place - 1] ?? []),
            games,
            lots,
          ).flat()
        const { places, best } = knockOut
        const entrants = [
          ...Array.from({ length: places?.to ?? 0 }, (_, at) => onPlace(at + 1)).flat(),
          ...(best ? onPlace(best.place).slice(0, best.count) : []),
        ]
        const scoreOf = (name: string, number: number) =>
          attempts.find(({ entryId, mission }) => entryId === name && mission === number)?.values
        const champion = findChampionSlowly(entrants, (one, other) => {
          const groupCount = games.length
          const number = attempts.find(
            ({ entryId, mission }) => mission > groupCount && entryId === one && scoreOf(other, mission),
          )?.mission
          if (number === undefined) return undefined
          const [a, b] = [scoreOf(one, number), scoreOf(other, number)]
          const difference = (Number(a?.score) - Number(b?.score)) * (rules.winningScore === 'high' ? 1 : -1)
          return (difference || Number(a?.shoot_out) - Number(b?.shoot_out)) > 0 ? one : other
        })
        const first = rankTournamentSides(state).filter(
          ({ key, isProvisional }) => key[0] === 0 && key[1] === 1 && !isProvisional,
        )
        expect(first.map(({ side }) => draw.sides[side]?.[0])).toEqual(
          champion === undefined ? [] : [champion],
        )
      }),
      { numRuns: 500 },
    )
  })

  it('has rules that the schema accepts', () => {
    fc.assert(fc.property(arbitraryRules, (ruleSet) => ruleSetSchema.safeParse(ruleSet).success))
  })

  it('is in a total order that does not depend on the order of entry', () => {
    fc.assert(
      fc.property(
        arbitraryTournament,
        fc.infiniteStream(fc.nat(1000)),
        ({ ruleSet, draw, attempts }, weights) => {
          const shuffled = attempts
            .map((attempt) => [weights.next().value ?? 0, attempt] as const)
            .toSorted(([a], [b]) => a - b)
          const one = rankTournamentSides(computeTournamentState({ ruleSet, draw, attempts }))
          const other = rankTournamentSides(
            computeTournamentState({ ruleSet, draw, attempts: shuffled.map(([, attempt]) => attempt) }),
          )
          expect(other).toEqual(one)
          expect(one.map(({ side }) => side).toSorted((a, b) => a - b)).toEqual(
            draw.sides.map((_, side) => side),
          )
          // places are shared by those who lose in the same round of a knock-out only
          const isShared = ruleSet.matches.knockOuts[0]?.losers === 'share'
          const ranks = one.filter(({ key }) => !isShared || key[0] !== 0).map(({ rank }) => rank)
          expect(new Set(ranks).size).toBe(ranks.length)
          for (const { key } of one)
            expect(key.some((part) => Object.is(part, -0) || Number.isNaN(part))).toBe(false)
        },
      ),
    )
  })
})

describe('an explanation', () => {
  it('names the key that decides, with values in its order, and the table of the matches between equal sides', () => {
    fc.assert(
      fc.property(arbitraryTournament, ({ ruleSet, draw, attempts }) => {
        const state = computeTournamentState({ ruleSet, draw, attempts })
        const { matches: rules } = ruleSet
        for (const [group, { rows }] of state.groups.entries())
          for (const [at, worse] of rows.entries()) {
            for (const better of rows.slice(0, at)) {
              const { decision, headToHead, matches, same } = explainOrderOfTwoGroupSides(state, group, [
                better,
                worse,
              ])
              if (!decision) throw new Error('a lot decides in the end')
              const nth = rules.standing.findIndex(
                (key) => JSON.stringify(key) === JSON.stringify(decision.key),
              )
              expect(better.key.slice(0, nth)).toEqual(worse.key.slice(0, nth))
              expect(same === null).toBe(nth === 0)
              const isHigh = getTournamentKeySortOrder(rules, decision.key) === 'high'
              expect(
                isHigh
                  ? Number(decision.better) > Number(decision.worse)
                  : Number(decision.better) < Number(decision.worse),
              ).toBe(true)
              expect(headToHead === null).toBe(decision.key.of !== 'headToHead')
              if (!headToHead || decision.key.of !== 'headToHead') continue
              const nameOf = (side: number) => draw.sides[side]?.[0] ?? ''
              const names = headToHead.sides.map(nameOf)
              const between = listGames(state, group).filter(
                ({ one, other }) => names.includes(one) && names.includes(other),
              )
              const [one, other] = [better, worse].map(({ side }) =>
                measure(rules, headToHead.of, nameOf(side), between),
              )
              expect(Number(one)).toBeGreaterThan(Number(other))
              const sign = rules.winningScore === 'low' && headToHead.of !== 'points' ? -1 : 1
              expect([headToHead.better * sign, headToHead.worse * sign]).toEqual([one, other])
              expect(matches.map(({ scores }) => scores)).toEqual(
                names.length > 2
                  ? []
                  : between.map(({ one: first, goals }) =>
                      first === nameOf(better.side) ? goals : goals.toReversed(),
                    ),
              )
            }
          }
      }),
    )
  })

  it('of the ranking names the first key that differs, or what decides in the group', () => {
    fc.assert(
      fc.property(arbitraryTournament, ({ ruleSet, draw, attempts }) => {
        const state = computeTournamentState({ ruleSet, draw, attempts })
        const ranking = rankTournamentSides(state)
        for (const [at, worse] of ranking.entries()) {
          const better = ranking[at - 1]
          if (!better) continue
          const { decision, matches } = explainOrderOfTwoTournamentSides(state, better, worse)
          expect(decision === null).toBe(better.rank === worse.rank)
          if (!decision) continue
          const isHigh = getTournamentKeySortOrder(ruleSet.matches, decision.key) === 'high'
          expect(
            isHigh
              ? Number(decision.better) > Number(decision.worse)
              : Number(decision.better) < Number(decision.worse),
          ).toBe(true)
          if (decision.key.of === 'knockOutPlace' && decision.better === 1) expect(matches.length).toBe(1)
        }
      }),
    )
  })
})

describe('a better result', () => {
  const arbitraryLeague = fc
    .record({
      standing: arbitraryStanding,
      size: fc.integer({ min: 3, max: 5 }),
      values: fc.infiniteStream(arbitraryValues),
      match: fc.nat(),
      nth: fc.nat(1),
    })
    .map(({ standing, size, values, match, nth }) => {
      const ruleSet = createMatchRuleSet({
        groups: singleGroup,
        standing: [{ of: 'points' }, ...standing.filter(({ of }) => of !== 'points')],
      })
      const draw = createDraw(Array.from({ length: size }, (_, at) => `T${at}`))
      const pairings = listPairings(ruleSet.matches, draw)
      const attempts = play(
        ruleSet,
        draw,
        new Map(pairings.flatMap(({ numbers }) => numbers).map((number) => [number, values.next().value])),
      )
      return { ruleSet, draw, attempts, improved: (match % pairings.length) * 2 + nth }
    })
  const findPlace = ({ groups, input }: TournamentState, entryId: string) =>
    groups[0]?.rows.find(({ side }) => input.draw.sides[side]?.[0] === entryId)?.place ?? 0

  it('never lowers a place in a group whose first key is points, and where a win is worth more than a draw, and a draw more than a defeat', () => {
    fc.assert(
      fc.property(arbitraryLeague, ({ ruleSet, draw, attempts, improved }) => {
        const better = attempts.map((attempt, at) =>
          at === improved
            ? { ...attempt, values: { ...attempt.values, score: Number(attempt.values.score) + 1 } }
            : attempt,
        )
        const entryId = attempts[improved]?.entryId ?? ''
        const before = findPlace(computeTournamentState({ ruleSet, draw, attempts }), entryId)
        expect(
          findPlace(computeTournamentState({ ruleSet, draw, attempts: better }), entryId),
        ).toBeLessThanOrEqual(before)
      }),
      { numRuns: 1000 },
    )
  })

  it('can lower a place by head-to-head where the key before it does not tell a draw from a defeat', () => {
    // A loses to B, or plays a draw, which is no win for either. Then B has no more wins than A, C and E, and
    // their matches with B count: C and E won theirs.
    const ruleSet = createMatchRuleSet({
      groups: singleGroup,
      standing: [
        { of: 'wins' },
        { of: 'headToHead', apply: 'restart', by: ['points', 'difference', 'scored'] },
        ...usualStanding.slice(-1),
      ],
    })
    const draw = createDraw(['A', 'B', 'C', 'D', 'E'])
    const others = [
      'A-C 0:0',
      'A-E 0:0',
      'C-E 0:0',
      'A-D 1:0',
      'B-D 1:0',
      'B-C 0:1',
      'B-E 0:1',
      'C-D 0:0',
      'D-E 0:0',
    ]
    expect(listStanding(playMatches(ruleSet, draw, ['A-B 0:1', ...others]))).toEqual([
      'B',
      'A',
      'C',
      'E',
      'D',
    ])
    expect(listStanding(playMatches(ruleSet, draw, ['A-B 1:1', ...others]))).toEqual([
      'C',
      'E',
      'A',
      'B',
      'D',
    ])
  })
})
