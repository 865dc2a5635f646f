import fc from 'fast-check'
import type {
  RoundGroup,
  RuleRankingKey,
  RuleSet,
  ScoreSheetField,
  ScoreSheetValues,
} from '#contract/event/scoring/rule-set.schema.ts'
import { roundCombinations } from '#contract/event/scoring/rule-set.ts'
import type { SheetAttempt } from '#contract/event/scoring/rule-set-result.ts'

export const label = { en: 'x', ar: 'x' }
const common = (key: string) => ({ key, label, isPenalty: false })

/** A number as a client that adds 0.1 several times computes it: 0.30000000000000004 for 3. */
export const addTenths = (count: number): number =>
  Array.from({ length: count }, () => 0.1).reduce((sum, tenth) => sum + tenth, 0)

/** Fields of every kind whose points and times need no rounding before the factors. */
const arbitraryFields = fc
  .record({
    ppu: fc.constantFrom(-2, 0, 1, 3),
    isRequired: fc.boolean(),
    times: fc.nat(2),
    penaltyMs: fc.constantFrom(0, 500, -300),
    onlyIf: fc.constantFrom(undefined, 'touches', 'parked'),
  })
  .map(({ ppu, isRequired, times, penaltyMs, onlyIf }): ScoreSheetField[] => [
    {
      kind: 'measure',
      ...common('points'),
      isRequired: true,
      min: 0,
      max: 0.5,
      step: 0.1,
      pointsPerUnit: ppu,
      timeMsPerUnit: 0,
    },
    {
      kind: 'count',
      ...common('touches'),
      isRequired,
      min: 0,
      max: 2,
      step: 1,
      pointsPerUnit: -1,
      timeMsPerUnit: penaltyMs,
    },
    {
      ...{ kind: 'yesNo', ...common('parked'), pointsPerUnit: 2, timeMsPerUnit: 0 },
      ...(onlyIf === 'touches' ? { onlyIf: { field: onlyIf } } : {}),
    },
    {
      ...{ kind: 'choice', ...common('level'), isRequired: false },
      options: [1, 3].map((points) => ({ key: `level${points}`, label, points })),
      ...(onlyIf ? { onlyIf: { field: onlyIf } } : {}),
    },
    ...Array.from(
      { length: times },
      (_, nth): ScoreSheetField => ({
        ...{ kind: 'time', ...common(`time${nth}`), isRequired, min: 0, max: 1000 },
        ...(onlyIf && nth === 1 ? { onlyIf: { field: onlyIf } } : {}),
      }),
    ),
  ])
const arbitraryGroup = (key: string): fc.Arbitrary<RoundGroup> =>
  fc
    .record({
      fields: arbitraryFields,
      count: fc.integer({ min: 1, max: 3 }),
      combine: fc.constantFrom(...roundCombinations),
      countedRounds: fc.constantFrom(undefined, 1, 2),
      factors: fc.constantFrom<RoundGroup['factors']>(
        undefined,
        [{ field: 'parked', factor: 1.4, fields: ['points', 'touches'] }],
        [
          { field: 'touches', factor: 0.25, fields: ['points'] },
          { field: 'level', option: 'level3', factor: 1.5, fields: ['points', 'level'] },
        ],
      ),
      missingRound: fc.constantFrom<RoundGroup['missingRound']>(
        undefined,
        { countsAs: 'zero' },
        { countsAs: 'missing' },
        { countsAs: 'value', points: 1.5, timeMs: null },
        { countsAs: 'value', points: -1, timeMs: 700 },
      ),
      timeLimitMs: fc.constantFrom(null, 900),
      maxPoints: fc.constantFrom(null, 1),
      panel: fc.constantFrom<RoundGroup['panel']>(
        undefined,
        undefined,
        { judges: 2, combine: 'mean' },
        { judges: 3, combine: 'trimmedMean' },
        { judges: 3, combine: 'sumOfPlaces' },
      ),
      minPoints: fc.constantFrom(null, -1),
    })
    .map(({ count, missingRound, countedRounds, factors, panel, ...group }) => ({
      key,
      label,
      rounds: Array.from({ length: count }, (_, nth) => ({ key: `${key}${nth + 1}`, label })),
      caps: [],
      ...group,
      ...(missingRound ? { missingRound } : {}),
      ...(factors ? { factors } : {}),
      ...(panel ? { panel } : {}),
      ...(countedRounds && countedRounds <= count && (group.combine === 'sum' || group.combine === 'mean')
        ? { countedRounds }
        : {}),
    }))
const arbitraryKey = (groups: readonly RoundGroup[]): fc.Arbitrary<RuleRankingKey> =>
  fc
    .record({
      of: fc.constantFrom('total' as const, 'group' as const, 'field' as const),
      group: fc.constantFrom(...groups),
      value: fc.constantFrom('points' as const, 'time' as const),
      order: fc.constantFrom('high' as const, 'low' as const),
      nth: fc.constantFrom(null, 1, 2),
      field: fc.nat(),
      isWorst: fc.boolean(),
    })
    .map(({ of, group, value, order, nth, field, isWorst }): RuleRankingKey => {
      const isSumOfPlaces = of === 'group' && value === 'points' && group.panel?.combine === 'sumOfPlaces'
      if (isSumOfPlaces && order === 'low') return { of, group: group.key, value: 'places', nth: null, order }
      if (of === 'total') return { of, value, order }
      const inGroup = { group: group.key, nth: nth === 2 && group.rounds.length < 2 ? null : nth, order }
      return of === 'group'
        ? { of, ...inGroup, value }
        : {
            of,
            ...inGroup,
            field: group.fields[field % group.fields.length]?.key ?? '',
            ...(isWorst && nth === 1 ? { from: 'worst' } : {}),
          }
    })
/** Small rule sets with every option. */
export const arbitraryRuleSet: fc.Arbitrary<RuleSet> = fc
  .array(fc.constantFrom('a', 'b'), { minLength: 1, maxLength: 2 })
  .chain((keys) => fc.tuple(...[...new Set(keys)].map(arbitraryGroup)))
  .chain((groups) =>
    fc.record({
      template: fc.constant(null),
      groups: fc.constant(groups),
      disqualification: fc.constantFrom({ points: 0, timeMs: null }, { points: -2, timeMs: 950 }),
      rankingKeys: fc.array(arbitraryKey(groups), { minLength: 1, maxLength: 4 }),
    }),
  )

/** The judges of the sheets of panels. */
const judgeIds = ['ali', 'mona', 'omar', 'sara']
/** Returns true for the first sheet of a judge in a round, and for every attempt without a judge. */
const isFirstSheet = (
  attempts: readonly SheetAttempt[],
  { mission, values }: SheetAttempt,
  at: number,
): boolean =>
  values.judge === undefined ||
  attempts.findIndex((other) => other.mission === mission && other.values.judge === values.judge) === at

const arbitraryValue = (
  field: ScoreSheetField,
  timeLimitMs: number | null,
): fc.Arbitrary<ScoreSheetValues[string] | undefined> => {
  const optional = <T>(value: fc.Arbitrary<T>) =>
    'isRequired' in field && !field.isRequired ? fc.option(value, { nil: undefined }) : value
  if (field.kind === 'measure') return optional(fc.nat(5).map(addTenths))
  if (field.kind === 'count') return optional(fc.nat(2))
  if (field.kind === 'choice') return optional(fc.constantFrom(...field.options.map(({ key }) => key)))
  if (field.kind === 'time')
    return optional(fc.nat(4).map((value) => Math.min(value * 250, timeLimitMs ?? 1000)))
  return fc.option(fc.boolean(), { nil: undefined })
}
/** Attempts that fit a rule set, with few different values, so that ties are common. */
export const arbitraryAttempts = (
  ruleSet: RuleSet,
  { canBeDisqualified = true } = {},
): fc.Arbitrary<SheetAttempt[]> => {
  const rounds = ruleSet.groups
    .flatMap((group) => group.rounds.map(() => group))
    .map((group, at) => ({ group, mission: at + 1 }))
  const attempt = fc.constantFrom(...rounds).chain(({ group, mission }) =>
    fc
      .record({
        at: fc.nat(5),
        judge: fc.constantFrom(...judgeIds),
        disqualified: fc.nat(7).map((value) => canBeDisqualified && value === 0),
        values: fc.record(
          Object.fromEntries(
            group.fields.map((field) => [field.key, arbitraryValue(field, group.timeLimitMs)]),
          ),
        ),
      })
      .map(({ at, judge, disqualified, values }) => ({
        mission,
        at,
        values: {
          ...(Object.fromEntries(
            Object.entries(values).filter(([, value]) => value !== undefined),
          ) as ScoreSheetValues),
          ...(disqualified ? { disqualified } : {}),
          ...(group.panel ? { judge } : {}),
        },
      })),
  )
  return fc
    .array(attempt, { minLength: 1, maxLength: 8 })
    .map((attempts) => attempts.filter((each, at) => isFirstSheet(attempts, each, at)))
}
