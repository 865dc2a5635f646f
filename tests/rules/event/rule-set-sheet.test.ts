import { describe, expect, it } from 'vitest'
import {
  type RoundGroup,
  type RuleSet,
  ruleSet as ruleSetSchema,
  type ScoreSheetValues,
} from '#contract/event/scoring/rule-set.schema.ts'
import { ruleSetTemplateKeys } from '#contract/event/scoring/rule-set.ts'
import { findLowerIsBetterProblem } from '#contract/event/scoring/rule-set-problems.ts'
import { createEntryResultCalculator } from '#contract/event/scoring/rule-set-result.ts'
import {
  computeSheetPointsAndTime,
  findRound,
  listRoundsOrPossibleMatches,
  listSheetValueProblems,
} from '#contract/event/scoring/rule-set-sheet.ts'
import { buildRuleSetFromTemplate } from '#contract/event/scoring/rule-set-templates.ts'
import { listScoreSheetEntryDefinitions } from '#contract/event/scoring/score-sheet.ts'

const label = (text: string) => ({ en: text, ar: text })
const build = (key: (typeof ruleSetTemplateKeys)[number]) =>
  buildRuleSetFromTemplate(key, (code, number) => label(number === undefined ? code : `${code} ${number}`))

/**
 * A group with every kind of field: at most 20 points for cones and bonus together, two penalties, a time
 * limit of two minutes.
 */
const group: RoundGroup = {
  key: 'run',
  label: label('Run'),
  rounds: [{ key: 'run1', label: label('Run 1') }],
  combine: 'best',
  fields: [
    {
      kind: 'count',
      key: 'cones',
      label: label('Cones'),
      isPenalty: false,
      isRequired: true,
      min: 0,
      max: 12,
      step: 2,
      pointsPerUnit: 1.5,
      timeMsPerUnit: 0,
    },
    {
      kind: 'yesNo',
      key: 'bonus',
      label: label('Bonus'),
      isPenalty: false,
      pointsPerUnit: 10,
      timeMsPerUnit: 0,
    },
    {
      kind: 'measure',
      key: 'distance',
      label: label('Distance'),
      isPenalty: false,
      isRequired: false,
      min: -1,
      max: 4,
      step: 0.05,
      pointsPerUnit: 0.1,
      timeMsPerUnit: 0,
    },
    {
      kind: 'choice',
      key: 'parking',
      label: label('Parking'),
      isPenalty: false,
      isRequired: true,
      options: [
        { key: 'none', label: label('None'), points: 0 },
        { key: 'full', label: label('Full'), points: 15 },
      ],
    },
    {
      kind: 'count',
      key: 'touches',
      label: label('Touches'),
      isPenalty: true,
      isRequired: false,
      min: 0,
      max: 9,
      step: 1,
      pointsPerUnit: -5,
      timeMsPerUnit: 2000,
    },
    {
      kind: 'time',
      key: 'time',
      label: label('Time'),
      isPenalty: false,
      isRequired: true,
      min: 0,
      max: 600_000,
    },
  ],
  caps: [{ fields: ['cones', 'bonus'], maxPoints: 20 }],
  minPoints: 0,
  maxPoints: 30,
  timeLimitMs: 120_000,
}
const rules: RuleSet = {
  template: null,
  groups: [group],
  disqualification: { points: -1, timeMs: null },
  rankingKeys: [{ of: 'total', value: 'points', order: 'high' }],
}
const values: ScoreSheetValues = {
  cones: 4,
  bonus: true,
  distance: 1.05,
  parking: 'none',
  touches: 1,
  time: 61_200,
}

describe('the values of a score sheet', () => {
  const check = (change: ScoreSheetValues) =>
    listSheetValueProblems(group, { ...values, ...change }).map(({ field, code }) => [field, code])

  it('are accepted within the limits of their fields', () => {
    expect(check({})).toEqual([])
    expect(check({ cones: 12, distance: -1, parking: 'full', time: 120_000 })).toEqual([])
  })

  it('are rejected outside of them', () => {
    expect(check({ cones: 14 })).toEqual([['cones', 'too-large']])
    expect(check({ cones: -2 })).toEqual([['cones', 'too-small']])
    expect(check({ cones: 3 })).toEqual([['cones', 'bad-format']])
    expect(check({ distance: 1.02 })).toEqual([['distance', 'bad-format']])
    expect(check({ time: 120_001 })).toEqual([['time', 'too-large']])
    expect(check({ time: 1.5 })).toEqual([['time', 'bad-format']])
    expect(check({ parking: 'half' })).toEqual([['parking', 'unknown-value']])
    expect(check({ bonus: 1, cones: true, parking: 2, disqualified: 'yes' })).toEqual([
      ['cones', 'wrong-type'],
      ['bonus', 'wrong-type'],
      ['parking', 'wrong-type'],
      ['disqualified', 'wrong-type'],
    ])
    expect(check({ speed: 4, constructor: 2 })).toEqual([
      ['speed', 'unexpected-field'],
      ['constructor', 'unexpected-field'],
    ])
  })

  it('are required where the field says so, except on the sheet of a disqualified team', () => {
    expect(listSheetValueProblems(group, {}).map(({ field, code }) => [field, code])).toEqual([
      ['cones', 'required'],
      ['parking', 'required'],
      ['time', 'required'],
    ])
    expect(listSheetValueProblems(group, { disqualified: true })).toEqual([])
  })
})

describe('the result of a score sheet', () => {
  const compute = (change: ScoreSheetValues) =>
    computeSheetPointsAndTime(rules, group, { ...values, ...change })

  it('adds points for units, boxes and options, and subtracts penalties', () => {
    // 4 × 1.5 + 10 + 1.05 × 0.1 - 5, and 2 s for the penalty
    expect(compute({})).toEqual({ points: 11.105, timeMs: 63_200 })
    expect(compute({ parking: 'full', touches: 0 })).toEqual({ points: 30, timeMs: 61_200 })
  })

  it('is limited by caps and by the least points of a round', () => {
    expect(compute({ cones: 12, distance: 0, touches: 0 })).toEqual({ points: 20, timeMs: 61_200 })
    expect(compute({ cones: 0, bonus: false, touches: 9 })).toEqual({ points: 0, timeMs: 79_200 })
  })

  it('is that of a disqualification for a disqualified team', () => {
    expect(compute({ disqualified: true })).toEqual({ points: -1, timeMs: 120_000 })
    expect(
      computeSheetPointsAndTime({ disqualification: { points: 5, timeMs: 180_000 } }, group, {
        disqualified: true,
      }),
    ).toEqual({
      points: 5,
      timeMs: 180_000,
    })
  })

  it('has no time where the rules have none', () => {
    const judged = build('future_engineers').groups[2] as RoundGroup
    expect(computeSheetPointsAndTime(rules, judged, { points: 27.5 })).toEqual({ points: 27.5, timeMs: null })
  })
})

describe('the templates', () => {
  it.each(ruleSetTemplateKeys)('of %s is a valid rule set with the rounds of its score sheet', (key) => {
    const template = build(key)
    expect(ruleSetSchema.parse(JSON.parse(JSON.stringify(template)))).toEqual(template)
    const rounds = template.matches
      ? [1, 2, 3].map((number) => findRound(template, number))
      : listRoundsOrPossibleMatches(template)
    // a jury fills in one sheet with all criteria
    expect(rounds.map((each) => each?.round.key)).toEqual(
      key === 'future_innovators'
        ? ['project']
        : listScoreSheetEntryDefinitions(key, 3).map((entry) => entry.key),
    )
  })

  it('number the rounds through all groups', () => {
    expect(findRound(build('future_engineers'), 4)?.round.key).toBe('obstacle2')
    expect(findRound(build('future_engineers'), 6)).toBeUndefined()
  })
})

describe('a rule set', () => {
  const problems = (document: unknown) =>
    ruleSetSchema
      .safeParse(document)
      .error?.issues.map(({ path, ...issue }) => [
        path.join('.'),
        'params' in issue ? issue.params?.code : issue.code,
      ])

  it('is rejected with repeated or reserved keys, unknown references and maximums below minimums', () => {
    const key = { of: 'field', group: 'run', field: 'speed', order: 'high' }
    expect(
      problems({
        ...rules,
        rankingKeys: [key, { ...key, group: 'other' }, { ...key, field: 'cones', nth: 2 }],
      }),
    ).toEqual([
      ['rankingKeys.0.field', 'unknown-value'],
      ['rankingKeys.1.group', 'unknown-value'],
      ['rankingKeys.2.nth', 'unknown-value'],
    ])
    expect(problems({ ...rules, groups: [group, group] })).toEqual([
      ['groups.1.key', 'twice'],
      ['groups.1.rounds.0.key', 'twice'],
    ])
    const [cones, ...others] = group.fields
    expect(
      problems({ ...rules, groups: [{ ...group, fields: [cones, cones, ...others], minPoints: 40 }] }),
    ).toEqual([
      ['groups.0.fields.1.key', 'twice'],
      ['groups.0.maxPoints', 'below-others'],
    ])
    expect(
      problems({ ...rules, groups: [{ ...group, fields: [{ ...cones, key: 'disqualified' }], caps: [] }] }),
    ).toEqual([['groups.0.fields.0.key', 'taken']])
    expect(
      problems({
        ...rules,
        groups: [{ ...group, caps: [{ fields: ['cones', 'cones', 'speed'], maxPoints: 1 }] }],
      }),
    ).toEqual([
      ['groups.0.caps.0.fields.1', 'twice'],
      ['groups.0.caps.0.fields.2', 'unknown-value'],
    ])
  })
})

describe('the warning about lower first', () => {
  const [points, time] = build('virtual_robot_challenges').groups[0]?.fields ?? []
  const createGroup = (key: string, count: number, changes: Partial<RoundGroup> = {}): RoundGroup => ({
    ...{
      key,
      label: label(key),
      combine: 'best',
      caps: [],
      minPoints: null,
      maxPoints: null,
      timeLimitMs: null,
    },
    rounds: Array.from({ length: count }, (_, at) => ({ key: `${key}${at + 1}`, label: label(key) })),
    fields: [points, time].filter((field) => field !== undefined),
    ...changes,
  })
  const timeless = { fields: [points].filter((field) => field !== undefined) }
  const createRules = (groups: RoundGroup[], value: 'points' | 'time'): RuleSet => ({
    ...rules,
    groups,
    rankingKeys: [{ of: 'total', value, order: 'low' }],
  })
  const listWarnings = (ruleSet: RuleSet) =>
    ruleSet.groups.map((each) => findLowerIsBetterProblem(ruleSet, each))

  it.each([
    ['points', [createGroup('a', 1), createGroup('b', 1)], ['group', 'group']],
    ['time', [createGroup('a', 2), createGroup('b', 3)], ['group', 'group']],
    ['points', [createGroup('a', 2), createGroup('b', 1)], ['best', 'group']],
    [
      'time',
      [createGroup('a', 2), createGroup('b', 1, { missingRound: { countsAs: 'missing' } })],
      ['group', undefined],
    ],
    [
      'time',
      [createGroup('a', 2, { combine: 'sum' }), createGroup('b', 1, { combine: 'sum' })],
      ['sum', 'sum'],
    ],
    // without the only time there is no total time
    ['time', [createGroup('a', 2), createGroup('b', 1, timeless)], [undefined, undefined]],
    ['time', [createGroup('a', 2, { combine: 'sum' }), createGroup('b', 1, timeless)], ['sum', undefined]],
    ['time', [createGroup('a', 2)], [undefined]],
    ['points', [createGroup('a', 1)], [undefined]],
  ] as const)('says for total %s what a team that skips rounds gets: case %#', (value, groups, warnings) => {
    expect(listWarnings(createRules([...groups], value))).toEqual(warnings)
  })

  it('is about a group that puts a team ahead when it is skipped', () => {
    const ruleSet = createRules([createGroup('a', 2), createGroup('b', 1)], 'time')
    const compute = createEntryResultCalculator(ruleSet)
    const run = (mission: number) => ({ mission, at: 0, values: { points: 10, time: 60_000 } })
    const [skipped, complete] = [[run(1)], [run(1), run(3)]].map(
      (attempts) => compute(attempts)?.rankingKey[0] ?? 0,
    )
    expect(skipped).toBeLessThan(complete ?? 0)
  })

  it('does not appear for a template', () => {
    for (const key of ruleSetTemplateKeys)
      expect(listWarnings(build(key)).filter((warning) => warning !== undefined)).toEqual([])
  })
})
