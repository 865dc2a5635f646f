import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createEventResultsCalculator } from '#contract/event/scoring/event-results.ts'
import { compareRankingKeys } from '#contract/event/scoring/ranking.ts'
import { type RuleSet, ruleSet as ruleSetSchema } from '#contract/event/scoring/rule-set.schema.ts'
import type { PanelCombination } from '#contract/event/scoring/rule-set.ts'
import { explainOrderOfTwoEntries } from '#contract/event/scoring/rule-set-explanation.ts'
import { findValuesNeededToOvertake } from '#contract/event/scoring/rule-set-needed-values.ts'
import { type SheetAttempt, validateAndScoreAttempt } from '#contract/event/scoring/rule-set-result.ts'
import { countMissingPanelSheets, findRoundIfPanelRound } from '#contract/event/scoring/rule-set-sheet.ts'
import { explanationTexts } from '#server/platform/http/explanations/rank-explanation-texts.ts'

const label = { en: 'Presentation', ar: 'العرض' }
const total = { of: 'total', value: 'points', order: 'high' } as const
const places = { of: 'group', group: 'show', value: 'places', nth: null, order: 'low' } as const
/** A rule set with a rubric of one field of at most 10 points, in so many rounds. */
const buildRules = (combine: PanelCombination, { judges = 3, rounds = 1 } = {}): RuleSet =>
  ruleSetSchema.parse({
    groups: [
      {
        ...{ key: 'show', label, combine: 'sum', panel: { judges, combine } },
        rounds: Array.from({ length: rounds }, (_, at) => ({ key: `show${at}`, label })),
        fields: [{ kind: 'measure', key: 'points', label, min: 0, max: 10, step: 0.5, pointsPerUnit: 1 }],
      },
    ],
    disqualification: { points: 0, timeMs: null },
    rankingKeys: combine === 'sumOfPlaces' ? [places, total] : [total],
  })
const sheet = (judge: string, points: number, mission = 1): SheetAttempt => ({
  mission,
  at: 1,
  values: { points, judge },
})
const compute = (rules: RuleSet, entries: Record<string, SheetAttempt[]>) =>
  createEventResultsCalculator(rules)(new Map(Object.entries(entries))).totals

describe('the sheets of a panel', () => {
  it.each([
    ['mean', 6.333],
    ['trimmedMean', 7],
    ['sumOfPlaces', 6.333],
  ] as const)('give one result: %s', (combine, expected) => {
    const results = compute(buildRules(combine), { one: [sheet('a', 3), sheet('b', 7), sheet('c', 9)] })
    expect(results.get('one')?.totalScore).toBe(expected)
  })

  it('give their mean where fewer than three cannot be trimmed', () => {
    expect(
      compute(buildRules('trimmedMean'), { one: [sheet('a', 3), sheet('b', 8)] }).get('one')?.totalScore,
    ).toBe(5.5)
  })

  it('add no time to a sum of rounds where a condition leaves their time out, as a run does', () => {
    const runs = ruleSetSchema.parse({
      groups: [
        {
          ...{ key: 'show', label, combine: 'sum' },
          rounds: [1, 2].map((number) => ({ key: `show${number}`, label })),
          fields: [
            { kind: 'yesNo', key: 'ran', label, pointsPerUnit: 1 },
            { kind: 'time', key: 'seconds', label, max: 600_000, isRequired: true, onlyIf: { field: 'ran' } },
          ],
        },
      ],
      disqualification: { points: 0, timeMs: null },
      rankingKeys: [{ of: 'total', value: 'time', order: 'low' }],
    })
    const panel = {
      ...runs,
      groups: runs.groups.map((group) => ({ ...group, panel: { judges: 2, combine: 'mean' as const } })),
    }
    const round = (mission: number, seconds: number | null, judge: string): SheetAttempt => ({
      ...{ mission, at: 1 },
      values: seconds === null ? { ran: false, judge } : { ran: true, seconds: seconds * 1000, judge },
    })
    const judgedBy = (judge: string) => [round(1, 10, judge), round(2, null, judge)]
    expect(compute(runs, { one: judgedBy('') }).get('one')?.rankingKey).toEqual([10_000])
    expect(compute(panel, { one: [...judgedBy('a'), ...judgedBy('b')] }).get('one')?.rankingKey).toEqual([
      10_000,
    ])
    // one of two judges recorded a time
    const divided = [...judgedBy('a'), round(1, 20, 'b'), round(2, 30, 'b')]
    expect(compute(panel, { one: divided }).get('one')?.rankingKey).toEqual([45_000])
  })

  it('count each judge once', () => {
    const rules = buildRules('mean')
    expect(
      compute(rules, { one: [sheet('a', 4), sheet('a', 8), sheet('b', 2)] }).get('one')?.totalScore,
    ).toBe(5)
  })

  it('need the judge, also of a disqualified team, and no rubric without a panel does', () => {
    const rules = buildRules('mean')
    const judge = (values: SheetAttempt['values']) =>
      validateAndScoreAttempt(rules, { mission: 1, score: 0, timeMs: 0, values })
    for (const values of [{ points: 3 }, { disqualified: true }, { points: 3, judge: '' }])
      expect(judge(values)).toEqual({ problems: [{ field: 'values.judge', code: 'required' }] })
    expect(judge({ points: 3, judge: 5 })).toEqual({
      problems: [{ field: 'values.judge', code: 'wrong-type' }],
    })
    expect(judge({ points: 3, judge: 'a' })).toMatchObject({ sheet: { score: 3, values: { judge: 'a' } } })
  })
})

describe('the sum of places', () => {
  const rules = buildRules('sumOfPlaces')

  it('decides where the mean would decide otherwise, and says so', () => {
    // two of three judges place the first one ahead, the third one has it far behind
    const results = compute(rules, {
      one: [sheet('a', 8), sheet('b', 8), sheet('c', 1)],
      other: [sheet('a', 7), sheet('b', 7), sheet('c', 9)],
    })
    const [one, other] = ['one', 'other'].map((id) => results.get(id)?.rankingKey ?? [])
    expect([one, other]).toEqual([
      [4, -5.667],
      [5, -7.667],
    ])
    const explanation = explainOrderOfTwoEntries(rules.rankingKeys, one ?? [], other ?? [])
    expect(explanation.decision).toEqual({ key: places, better: 4, worse: 5 })
    expect(explanationTexts.describeReason(rules, explanation)).toEqual({
      en: 'Better places from the judges for presentation: sum 4 against 5',
      ar: 'مراكز أفضل لدى الحكام – العرض: المجموع 4 مقابل 5',
    })
    // other places would change with it
    expect(findValuesNeededToOvertake(rules, one ?? [], other ?? [])).toBeUndefined()
  })

  it('shares places, and counts a missing sheet as the mean of the others', () => {
    const results = compute(rules, {
      one: [sheet('a', 5), sheet('b', 9), sheet('c', 9)],
      two: [sheet('a', 5), sheet('b', 3)],
      three: [sheet('a', 2), sheet('b', 6), sheet('c', 7)],
    })
    // 1.5 + 1 + 1.25; (1.5 + 3) / 2 x 3; 3 + 2 + 2.75, because the third judge has placed two of three
    expect(['one', 'two', 'three'].map((id) => results.get(id)?.rankingKey[0])).toEqual([3.75, 6.75, 7.75])
  })

  it('gives no advantage to a team that a judge has placed alone', () => {
    const entries = {
      one: [sheet('a', 8), sheet('b', 7)],
      other: [sheet('a', 7), sheet('b', 8), sheet('c', 0)],
    }
    const compare = (calculation?: 2) => {
      const results = createEventResultsCalculator(
        rules,
        calculation,
      )(new Map(Object.entries(entries))).totals
      return ['one', 'other'].map((id) => results.get(id)?.rankingKey[0])
    }
    expect(compare()).toEqual([4.5, 4.5])
    // results of the former version stay as they are
    expect(compare(2)).toEqual([4.5, 4])
  })

  it('adds up rounds, without those that nobody has begun, and is missing without a sheet in one of the others', () => {
    const twoRounds = buildRules('sumOfPlaces', { rounds: 3 })
    const results = compute(twoRounds, {
      one: [sheet('a', 5), sheet('a', 5, 2)],
      two: [sheet('a', 4), sheet('a', 6, 2)],
      three: [sheet('a', 9)],
    })
    expect(['one', 'two', 'three'].map((id) => results.get(id)?.rankingKey[0])).toEqual([
      12,
      12,
      Number.POSITIVE_INFINITY,
    ])
  })
})

it('a better sheet never lowers the place of its team', () => {
  const judges = ['a', 'b', 'c', 'd']
  const arbitrarySheets = fc.uniqueArray(
    fc.tuple(fc.constantFrom('one', 'two', 'three'), fc.constantFrom(...judges), fc.nat(4)),
    {
      minLength: 1,
      selector: ([entry, judge]) => `${entry} ${judge}`,
    },
  )
  for (const combine of ['mean', 'trimmedMean', 'sumOfPlaces'] as const) {
    const rules = buildRules(combine, { judges: 4 })
    fc.assert(
      fc.property(arbitrarySheets, fc.nat(), fc.integer({ min: 1, max: 4 }), (sheets, choice, more) => {
        const changed = choice % sheets.length
        const rank = (improvedBy: number) => {
          const entries: Record<string, SheetAttempt[]> = {}
          for (const [at, [entry, judge, points]] of sheets.entries())
            entries[entry] = [
              ...(entries[entry] ?? []),
              sheet(judge, points + (at === changed ? improvedBy : 0)),
            ]
          const results = compute(rules, entries)
          const own = results.get(sheets[changed]?.[0] ?? '')?.rankingKey ?? []
          return [...results.values()].filter(({ rankingKey }) => compareRankingKeys(rankingKey, own) < 0)
            .length
        }
        expect(rank(more)).toBeLessThanOrEqual(rank(0))
      }),
    )
  }
})

describe('the document', () => {
  const problemsOf = (change: (rules: RuleSet) => unknown) =>
    ruleSetSchema.safeParse(change(buildRules('mean'))).error?.issues.map((issue) => ({
      path: issue.path.join('.'),
      code: issue.code === 'custom' ? issue.params?.code : issue.code,
    }))
  const withPanel =
    (panel: object, rankingKeys: object[] = [total]) =>
    (rules: RuleSet) => ({
      ...rules,
      groups: rules.groups.map((group) => ({ ...group, panel })),
      rankingKeys,
    })

  it('says what does not fit together', () => {
    expect(problemsOf(withPanel({ judges: 2, combine: 'trimmedMean' }))).toEqual([
      { path: 'groups.0.panel.judges', code: 'too-few' },
    ])
    expect(
      problemsOf((rules) => ({
        ...rules,
        groups: rules.groups.map((group) => ({ ...group, combine: 'trimmedMean' })),
      })),
    ).toEqual([{ path: 'groups.0.rounds', code: 'too-few' }])
    expect(problemsOf(withPanel({ judges: 1, combine: 'mean' }))).toEqual([
      { path: 'groups.0.panel.judges', code: 'too_small' },
    ])
    expect(problemsOf(withPanel({ judges: 3, combine: 'sumOfPlaces' }))).toEqual([
      { path: 'groups.0.panel.combine', code: 'required' },
    ])
    expect(problemsOf(withPanel({ judges: 3, combine: 'mean' }, [places]))).toEqual([
      { path: 'rankingKeys.0.value', code: 'unknown-value' },
    ])
    expect(
      problemsOf(withPanel({ judges: 3, combine: 'sumOfPlaces' }, [{ ...places, order: 'high', nth: 1 }])),
    ).toEqual([
      { path: 'rankingKeys.0.order', code: 'unknown-value' },
      { path: 'rankingKeys.0.nth', code: 'unknown-value' },
    ])
  })

  it('is the same as before without a panel', () => {
    const { panel: _, ...group } = buildRules('mean').groups[0] as RuleSet['groups'][number]
    expect(ruleSetSchema.parse({ ...buildRules('mean'), groups: [group] }).groups[0]).not.toHaveProperty(
      'panel',
    )
    expect(findRoundIfPanelRound({ groups: [group] }, 1)).toBeUndefined()
  })
})

it('counts the sheets that a panel still has to fill in', () => {
  const panel = { judges: 3, combine: 'mean' } as const
  expect(countMissingPanelSheets(panel, [], [])).toBe(3)
  expect(countMissingPanelSheets(panel, ['a', 'b'], [])).toBe(1)
  expect(countMissingPanelSheets(panel, ['a', 'b'], ['c'])).toBe(0)
  // the sheet of a judge who was left out later fills no place
  expect(countMissingPanelSheets(panel, ['a', 'b'], ['a'])).toBe(1)
  expect(countMissingPanelSheets(panel, ['a', 'b', 'c', 'd'], [])).toBe(0)
})
