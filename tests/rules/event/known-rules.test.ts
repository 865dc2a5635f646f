import { describe, expect, it } from 'vitest'
import { compareRankingKeys } from '#contract/event/scoring/ranking.ts'
import {
  type RoundGroup,
  type RuleSet,
  ruleSet as ruleSetSchema,
  type ScoreSheetField,
  type ScoreSheetValues,
} from '#contract/event/scoring/rule-set.schema.ts'
import { createEntryResultCalculator } from '#contract/event/scoring/rule-set-result.ts'
import { computeSheetPointsAndTime, listSheetValueProblems } from '#contract/event/scoring/rule-set-sheet.ts'
import { label } from '../../support/rules/rule-set.ts'

const common = (key: string) => ({ key, label, isPenalty: false })
const count = (key: string, max: number, pointsPerUnit: number, more: Partial<ScoreSheetField> = {}) =>
  ({
    ...{
      kind: 'count',
      ...common(key),
      isRequired: true,
      min: 0,
      max,
      step: 1,
      pointsPerUnit,
      timeMsPerUnit: 0,
    },
    ...more,
  }) as ScoreSheetField
const time = (key: string, isRequired: boolean): ScoreSheetField => ({
  kind: 'time',
  ...common(key),
  isRequired,
  min: 0,
  max: 20_000_000,
})
const yesNo = (key: string, pointsPerUnit: number, timeMsPerUnit = 0): ScoreSheetField => ({
  kind: 'yesNo',
  ...common(key),
  pointsPerUnit,
  timeMsPerUnit,
})
const buildRules = (
  group: Partial<RoundGroup>,
  rounds: number,
  rankingKeys: RuleSet['rankingKeys'],
): RuleSet =>
  ruleSetSchema.parse({
    groups: [
      {
        ...{ key: 'a', label, combine: 'best', fields: [] },
        rounds: Array.from({ length: rounds }, (_, nth) => ({ key: `a${nth + 1}`, label })),
        ...group,
      },
    ],
    disqualification: { points: 0, timeMs: null },
    rankingKeys,
  })
/**
 * Computes the result of an entry whose sheet of round n is the nth one; undefined for a round that was not
 * run.
 */
const compute = (rules: RuleSet, sheets: readonly (ScoreSheetValues | undefined)[]) =>
  createEntryResultCalculator(rules)(
    sheets.flatMap((values, at) => (values ? [{ mission: at + 1, values, at }] : [])),
  )
const rankBest = (
  rules: RuleSet,
  entries: Record<string, readonly (ScoreSheetValues | undefined)[]>,
): string[] =>
  Object.entries(entries)
    .map(([name, sheets]) => ({ name, key: compute(rules, sheets)?.rankingKey ?? [] }))
    .sort((a, b) => compareRankingKeys(a.key, b.key))
    .map(({ name }) => name)

describe('the average of five solves (World Cube Association, regulations 9b1 and 9f)', () => {
  const rules = buildRules(
    { combine: 'trimmedMean', missingRound: { countsAs: 'missing' }, fields: [time('time', true)] },
    5,
    [
      { of: 'group', group: 'a', value: 'time', nth: null, order: 'low' },
      { of: 'group', group: 'a', value: 'time', nth: 1, order: 'low' },
    ],
  )
  const dnf: ScoreSheetValues = { disqualified: true }
  const solves = (...seconds: (number | typeof dnf | undefined)[]) =>
    seconds.map((each) => (typeof each === 'number' ? { time: Math.round(each * 1000) } : each))

  it('leaves out the best and the worst solve', () => {
    expect(compute(rules, solves(9.5, 12.25, 10.75, 11, 8))?.totalTimeMs).toBe(10_417)
  })

  it('counts one solve that did not finish as the worst, and two leave no average', () => {
    expect(compute(rules, solves(9, dnf, 10, 11, 8))?.totalTimeMs).toBe(10_000)
    expect(compute(rules, solves(9, dnf, 10, dnf, 8))?.rankingKey).toEqual([Number.POSITIVE_INFINITY, 8000])
    expect(compute(rules, solves(9, undefined, 10, dnf, 8))?.rankingKey[0]).toBe(Number.POSITIVE_INFINITY)
  })

  it('ranks equal averages by the best solve, and those without an average last', () => {
    const entries = {
      even: solves(10, 10, 10, 10, 10),
      spread: solves(10, 10, 10, 8, 12),
      unfinished: solves(5, dnf, 5, dnf, 5),
      slow: solves(20, 20, 20, 20, 20),
    }
    expect(rankBest(rules, entries)).toEqual(['spread', 'even', 'slow', 'unfinished'])
  })
})

it('ranks a programming contest by problems solved, penalty time and the last solve (ICPC World Finals rules)', () => {
  const rules = buildRules(
    {
      combine: 'sum',
      fields: [
        yesNo('solved', 1),
        { ...time('solved_at', true), onlyIf: { field: 'solved' } },
        count('wrong', 100, 0, { timeMsPerUnit: 1_200_000 }),
      ],
    },
    3,
    [
      { of: 'total', value: 'points', order: 'high' },
      { of: 'total', value: 'time', order: 'low' },
      { of: 'field', group: 'a', field: 'solved_at', nth: 1, from: 'worst', order: 'low' },
    ],
  )
  const solve = (minute: number, wrong = 0): ScoreSheetValues => ({
    solved: true,
    solved_at: minute * 60_000,
    wrong,
  })
  // a problem that was not solved costs no time, however often a team tried
  const unsolved = (wrong: number): ScoreSheetValues => ({ solved: false, wrong })
  const entries = {
    late: [solve(10), unsolved(7), solve(190)],
    early: [solve(90, 1), solve(90)],
    penalty: [solve(80, 2), solve(90)],
    one: [solve(5), unsolved(3)],
    slower: [unsolved(1), solve(6)],
    none: [unsolved(2)],
  }
  expect(rankBest(rules, entries)).toEqual(['early', 'late', 'penalty', 'one', 'slower', 'none'])
})

it('counts the best two of three rounds, so that the worst one is dropped', () => {
  const rules = buildRules({ combine: 'sum', countedRounds: 2, fields: [count('points', 100, 1)] }, 3, [
    { of: 'group', group: 'a', value: 'points', nth: null, order: 'high' },
  ])
  expect(compute(rules, [{ points: 40 }, { points: 10 }, { points: 35 }])?.totalScore).toBe(75)
  expect(compute(rules, [{ points: 40 }])?.totalScore).toBe(40)
  const required = {
    ...rules,
    groups: rules.groups.map((group) => ({ ...group, missingRound: { countsAs: 'missing' as const } })),
  }
  expect(compute(required, [{ points: 40 }])?.rankingKey).toEqual([Number.POSITIVE_INFINITY])
  expect(compute(required, [{ points: 40 }, undefined, { points: 1 }])?.rankingKey).toEqual([-41])
})

it('takes the middle round of an odd number, and the mean of the two middle ones of an even number', () => {
  const rules = buildRules({ combine: 'median', fields: [count('points', 100, 1)] }, 4, [
    { of: 'total', value: 'points', order: 'high' },
  ])
  const sheets = [7, 90, 10, 2].map((points) => ({ points }))
  expect(compute(rules, sheets.slice(0, 3))?.totalScore).toBe(10)
  expect(compute(rules, sheets)?.totalScore).toBe(8.5)
})

describe('points that depend on another field', () => {
  const [group, rules] = (() => {
    const built = buildRules(
      {
        fields: [
          yesNo('parked', 10),
          {
            kind: 'choice',
            ...common('level'),
            isRequired: true,
            options: [
              { key: 'easy', label, points: 0 },
              { key: 'hard', label, points: 0 },
            ],
          },
          count('bonus', 5, 20, { onlyIf: { field: 'parked' } }),
          count('victims', 3, 0),
          count('cubes', 10, 5),
          { kind: 'time', ...common('time'), isRequired: true, min: 0, max: 300_000 },
          yesNo('sensor', 0, -5000),
        ],
        factors: [
          { field: 'victims', factor: 1.4, fields: ['cubes'] },
          { field: 'level', option: 'hard', factor: 2, fields: ['cubes', 'bonus'] },
        ],
        caps: [{ fields: ['cubes'], maxPoints: 200 }],
      },
      1,
      [{ of: 'total', value: 'points', order: 'high' }],
    )
    return [built.groups[0] as RoundGroup, built] as const
  })()
  const sheet = { parked: true, level: 'easy', bonus: 2, victims: 0, cubes: 4, time: 100_000, sensor: false }
  const judge = (values: ScoreSheetValues) => computeSheetPointsAndTime(rules, group, values)

  it('count only under their condition, and may be empty without it', () => {
    expect(judge(sheet).points).toBe(10 + 40 + 20)
    expect(judge({ ...sheet, parked: false }).points).toBe(20)
    const { bonus: _, ...withoutBonus } = sheet
    expect(listSheetValueProblems(group, { ...withoutBonus, parked: false })).toEqual([])
    expect(listSheetValueProblems(group, withoutBonus)).toEqual([{ field: 'bonus', code: 'required' }])
  })

  it('are multiplied once for each unit or if an option is chosen, before the caps', () => {
    expect(judge({ ...sheet, victims: 2 }).points).toBe(10 + 40 + 39.2)
    expect(judge({ ...sheet, victims: 2, level: 'hard' }).points).toBe(10 + 80 + 78.4)
    expect(judge({ ...sheet, victims: 3, cubes: 10, level: 'hard' }).points).toBe(10 + 80 + 200)
  })

  it('have a time credit, and no time is below 0', () => {
    expect(judge({ ...sheet, sensor: true }).timeMs).toBe(95_000)
    expect(judge({ ...sheet, time: 2000, sensor: true }).timeMs).toBe(0)
  })

  it('end soon, however many units a count has', () => {
    const endless = {
      ...group,
      fields: group.fields.map((field) =>
        field.key === 'victims' ? { ...field, max: 100_000_000 } : field,
      ) as ScoreSheetField[],
    }
    expect(
      computeSheetPointsAndTime(rules, endless as RoundGroup, { ...sheet, victims: 100_000_000 }).points,
    ).toBe(10 + 40 + 200)
  })
})

it('a document names a wrong condition, factor or number of rounds with its place', () => {
  const fields = [
    count('cubes', 10, 5),
    time('time', true),
    { kind: 'choice', ...common('level'), isRequired: true, options: [{ key: 'easy', label, points: 0 }] },
  ]
  const problemsOf = (
    group: object,
    rankingKeys: object[] = [{ of: 'total', value: 'points', order: 'high' }],
  ) =>
    ruleSetSchema
      .safeParse({
        groups: [
          {
            key: 'a',
            label,
            rounds: [
              { key: 'a1', label },
              { key: 'a2', label },
            ],
            combine: 'sum',
            fields,
            ...group,
          },
        ],
        disqualification: { points: 0, timeMs: null },
        rankingKeys,
      })
      .error?.issues.map(({ path }) => path.join('.'))
  expect(problemsOf({})).toBeUndefined()
  expect(
    problemsOf({
      fields: [{ ...fields[0], onlyIf: { field: 'level', option: 'easy' } }, ...fields.slice(1)],
    }),
  ).toEqual(['groups.0.fields.0.onlyIf.field'])
  expect(problemsOf({ fields: [...fields, count('bonus', 1, 1, { onlyIf: { field: 'level' } })] })).toEqual([
    'groups.0.fields.3.onlyIf.option',
  ])
  expect(problemsOf({ fields: [...fields, count('bonus', 1, 1, { onlyIf: { field: 'time' } })] })).toEqual([
    'groups.0.fields.3.onlyIf.field',
  ])
  expect(
    problemsOf({
      factors: [{ field: 'level', option: 'hard', factor: 2, fields: ['cubes', 'time', 'cubes'] }],
    }),
  ).toEqual(['groups.0.factors.0.option', 'groups.0.factors.0.fields.1', 'groups.0.factors.0.fields.2'])
  expect(problemsOf({ factors: [{ field: 'cubes', factor: -1, fields: ['cubes'] }] })).toContain(
    'groups.0.factors.0.factor',
  )
  expect(problemsOf({ countedRounds: 3 })).toEqual(['groups.0.countedRounds'])
  expect(problemsOf({ countedRounds: 1, combine: 'median' })).toEqual(['groups.0.countedRounds'])
  expect(
    problemsOf({}, [{ of: 'field', group: 'a', field: 'cubes', nth: 2, from: 'worst', order: 'low' }]),
  ).toEqual(['rankingKeys.0.nth'])
})
