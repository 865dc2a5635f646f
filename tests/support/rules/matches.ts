import type {
  KnockOutRules,
  MatchRules,
  MatchStandingKey,
} from '#contract/event/matches/match-rules.schema.ts'
import type { MatchDraw } from '#contract/event/scoring/match-draw.ts'
import { listPairings } from '#contract/event/scoring/match-list.ts'
import { computeTournamentState, type TournamentState } from '#contract/event/scoring/match-pairings.ts'
import type { MatchAttempt, MatchRuleSet } from '#contract/event/scoring/match-result.ts'
import type { RuleSet, ScoreSheetField } from '#contract/event/scoring/rule-set.schema.ts'

const label = { en: 'Match', ar: 'المباراة' }
const createField = (key: string, pointsPerUnit: number): ScoreSheetField => ({
  ...{ kind: 'count', key, label: { en: key, ar: key }, isPenalty: false, isRequired: pointsPerUnit !== 0 },
  ...{ min: 0, max: 100, step: 1, pointsPerUnit, timeMsPerUnit: 0 },
})

/** The usual order: points, difference, scored, the matches between equal sides, cards, lot. */
export const usualStanding: MatchStandingKey[] = [
  { of: 'points' },
  { of: 'difference' },
  { of: 'scored' },
  { of: 'headToHead', apply: 'once', by: ['points', 'difference', 'scored'] },
  { of: 'field', field: 'cards', order: 'low' },
  { of: 'lot' },
]
export const singleGroup: NonNullable<MatchRules['groups']> = {
  count: 1,
  legs: 1,
  draw: 'seed',
  unevenGroups: 'all',
}
export const plainKnockOut: KnockOutRules = {
  key: 'finals',
  label,
  draw: 'seed',
  bestOf: 1,
  thirdPlace: false,
  losers: 'share',
}

/**
 * Creates a rule set of matches with the fields `score`, `shoot_out`, which decides drawn matches, and
 * `cards`.
 */
export const createMatchRuleSet = (matches: Partial<MatchRules> = {}): MatchRuleSet => {
  const ruleSet: RuleSet = {
    template: null,
    groups: [
      {
        ...{ key: 'match', label, rounds: [{ key: 'match', label }], combine: 'best' },
        fields: [createField('score', 1), createField('shoot_out', 0), createField('cards', 0)],
        ...{ caps: [], minPoints: null, maxPoints: null, timeLimitMs: null },
      },
    ],
    disqualification: { points: 0, timeMs: null },
    rankingKeys: [{ of: 'total', value: 'points', order: 'high' }],
  }
  return {
    ...ruleSet,
    matches: {
      ...{
        teamsPerSide: 1,
        winningScore: 'high',
        points: { win: 3, draw: 1, loss: 0 },
        standing: usualStanding,
      },
      deciders: [{ field: 'shoot_out', order: 'high' }],
      walkover: { winner: 3, loser: 0 },
      ...{ withdrawal: 'annul', knockOuts: [] },
      ...matches,
    },
  }
}

/**
 * Returns a draw of sides with one team each, with the lots in the same order. Without groups it is that of a
 * knock-out.
 */
export const createDraw = (...groups: string[][]): MatchDraw => {
  const names = groups.flat()
  return {
    randomSeed: '1'.repeat(32),
    sides: names.map((name) => [name]),
    groups: groups.map((group) => group.map((name) => names.indexOf(name))),
    lots: names.map((_, side) => side),
  }
}

/**
 * A result: `A-B 2:1`, with more values `A-B 1:1 shoot_out=4:3 cards=0:2`, and `-` for a side that did not
 * come: `A-B 0:-`.
 */
const parseResult = (result: string) => {
  const [names = '', score = '', ...others] = result.split(' ')
  const pairs = [
    ['score', score] as const,
    ...others.map((each) => [each.split('=')[0] ?? '', each.split('=')[1] ?? ''] as const),
  ]
  const toValues = (nth: number) =>
    Object.fromEntries(
      pairs.map(([key, values]) => {
        const text = values.split(':')[nth] ?? ''
        return text === '-' ? (['disqualified', true] as const) : ([key, Number(text)] as const)
      }),
    )
  return { names: names.split('-'), values: [toValues(0), toValues(1)] }
}

/**
 * Records results in the matches in which these sides meet, one after the other, and computes the tournament.
 * Throws an error where they do not meet.
 */
export const playMatches = (
  ruleSet: MatchRuleSet,
  draw: MatchDraw,
  results: readonly string[],
  withdrawn?: ReadonlySet<string>,
): TournamentState => {
  const attempts: MatchAttempt[] = []
  const used = new Set<number>()
  for (const [at, result] of results.entries()) {
    const { names, values } = parseResult(result)
    const sides = names.map((name) => draw.sides.findIndex((entryIds) => entryIds.includes(name)))
    const { pairings } = computeTournamentState({ ruleSet, draw, attempts, withdrawn })
    const number = pairings
      .filter((pairing) => sides.every((side) => pairing.sides.includes(side)))
      .flatMap(({ numbers }) => numbers)
      .find((each) => !used.has(each))
    if (number === undefined) throw new Error(`${result}: they do not meet`)
    used.add(number)
    for (const [nth, side] of sides.entries())
      for (const entryId of draw.sides[side] ?? [])
        attempts.push({ entryId, mission: number, values: values[nth] ?? {}, at })
  }
  return computeTournamentState({ ruleSet, draw, attempts, withdrawn })
}

/** Returns the names of a group in the order of its standing; those who share a place are joined by '='. */
export const listStanding = ({ groups, input }: TournamentState, group = 0): string[] => {
  const byPlace = Map.groupBy(groups[group]?.rows ?? [], ({ place }) => place)
  return [...byPlace.values()].map((rows) =>
    rows.map(({ side }) => input.draw.sides[side]?.join('+')).join('='),
  )
}

/**
 * Returns the pairings of the knock-outs as texts: `A-B`, with `?` for a side that is not known yet and `–`
 * for none.
 */
export const listKnockOutSides = ({ pairings, input }: TournamentState): string[] =>
  pairings
    .filter(({ part }) => part.of === 'knockOut')
    .map(({ sides }) =>
      sides
        .map((side) => (side === undefined ? '?' : side === null ? '–' : input.draw.sides[side]?.join('+')))
        .join('-'),
    )

/** Counts the matches of a tournament. */
export const countMatches = ({ matches }: MatchRuleSet, draw: MatchDraw): number =>
  listPairings(matches, draw).reduce((sum, { numbers }) => sum + numbers.length, 0)
