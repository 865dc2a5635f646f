import { describe, expect, it } from 'vitest'
import { type RuleSet, ruleSet as ruleSetSchema } from '#contract/event/scoring/rule-set.schema.ts'
import {
  buildSheetValuesFromPointsAndTime,
  computePanelResult,
  validateAndScoreAttempt,
} from '#contract/event/scoring/rule-set-result.ts'

const label = { en: 'x', ar: 'x' }
const points = { kind: 'measure', key: 'points', label, min: 0, max: 100_000_000, pointsPerUnit: 1 }
const time = { kind: 'time', key: 'time', label, max: 600_000, isRequired: false }
const bonus = {
  kind: 'count',
  key: 'bonus',
  label,
  min: 0,
  max: 10,
  pointsPerUnit: 5,
  timeMsPerUnit: 1000,
  isRequired: false,
}
const buildRules = (fields: object[], group: object = {}): RuleSet =>
  ruleSetSchema.parse({
    groups: [{ key: 'run', label, combine: 'best', rounds: [{ key: 'run1', label }], fields, ...group }],
    disqualification: { points: 0, timeMs: null },
    rankingKeys: [{ of: 'total', value: 'points', order: 'high' }],
  })
const plain = buildRules([points, time, bonus])
const readGroup = (rules: RuleSet) => {
  const [group] = rules.groups
  if (!group) throw new Error('no group')
  return group
}

describe('an attempt with points and a time only', () => {
  const convert = (fields: object[], score: number, timeMs: number, calculation?: 1) =>
    buildSheetValuesFromPointsAndTime(readGroup(buildRules(fields)), { score, timeMs }, calculation)

  it('fills in these fields of a sheet, and leaves others empty', () => {
    expect(convert([points, time, bonus], 7, 2000)).toEqual({ points: 7, time: 2000 })
    expect(convert([points], 7, 2000)).toEqual({ points: 7 })
    expect(convert([{ ...points, kind: 'count' }, bonus], 7, 0)).toEqual({ points: 7 })
  })

  it('has no time where it is 0 and the sheet may leave it empty, but not in the first version', () => {
    expect(convert([points, time], 7, 0)).toEqual({ points: 7 })
    expect(convert([points, { ...time, isRequired: true }], 7, 0)).toEqual({ points: 7, time: 0 })
    expect(convert([points, time], 7, 0, 1)).toEqual({ points: 7, time: 0 })
  })

  it('does not fit a sheet with other required fields, with a box, without points, or with points of other worth', () => {
    const box = { kind: 'yesNo', key: 'box', label, pointsPerUnit: 1 }
    for (const fields of [
      [points, { ...bonus, isRequired: true }],
      [points, { ...time, key: 'other', isRequired: true }],
      [points, box],
      [time, bonus],
      [{ ...points, pointsPerUnit: 2 }],
    ])
      expect(convert(fields, 7, 0), JSON.stringify(fields)).toBeUndefined()
  })
})

describe('an attempt', () => {
  const check = (changes: object, rules = plain, calculation?: 1) =>
    validateAndScoreAttempt(rules, { mission: 1, score: 0, timeMs: 0, ...changes }, calculation)

  it('has the points and the time of its sheet, with values of three decimals', () => {
    expect(check({ values: { points: 0.1 + 0.2, time: 2000, bonus: 2 } })).toEqual({
      sheet: { values: { points: 0.3, time: 2000, bonus: 2 }, score: 10.3, timeMs: 4000 },
    })
    expect(check({ score: 7, timeMs: 2000 })).toEqual({
      sheet: { values: { points: 7, time: 2000 }, score: 7, timeMs: 2000 },
    })
    // a time that was not recorded
    expect(check({ values: { points: 7, bonus: 2 } })).toMatchObject({ sheet: { score: 17, timeMs: 0 } })
    expect(check({ values: { points: 7, bonus: 2 } }, plain, 1)).toMatchObject({
      sheet: { score: 17, timeMs: 2000 },
    })
  })

  it('is of a round that exists', () => {
    for (const mission of [0, 2])
      expect(check({ mission })).toEqual({ problems: [{ field: 'mission', code: 'unknown-value' }] })
  })

  it('needs a sheet where points and a time are not enough', () => {
    const rules = buildRules([points, { ...bonus, isRequired: true }])
    expect(check({ score: 7 }, rules)).toEqual({ problems: [{ field: 'values', code: 'required' }] })
    expect(check({ values: { points: 7 } }, rules)).toEqual({
      problems: [{ field: 'values.bonus', code: 'required' }],
    })
  })

  it('has at most the points and the time of any score', () => {
    const [mostPoints, longestTime] = [100_000_000, 1_000_000_000]
    expect(check({ values: { points: mostPoints } })).toMatchObject({ sheet: { score: mostPoints } })
    expect(check({ values: { points: mostPoints, bonus: 1 } })).toEqual({
      problems: [{ field: 'values', code: 'too-large', values: { limit: mostPoints } }],
    })
    const negative = buildRules([
      { ...points, pointsPerUnit: -1 },
      { ...bonus, pointsPerUnit: -5 },
    ])
    expect(check({ values: { points: mostPoints, bonus: 1 } }, negative)).toMatchObject({
      problems: [{ code: 'too-large' }],
    })
    const slow = buildRules([points, { ...bonus, max: 1000, timeMsPerUnit: 1_000_000 }])
    expect(check({ values: { points: 0, bonus: 1000 } }, slow)).toMatchObject({
      sheet: { timeMs: longestTime },
    })
    const slower = buildRules([points, { ...bonus, max: 1001, timeMsPerUnit: 1_000_000 }])
    expect(check({ values: { points: 0, bonus: 1001 } }, slower)).toEqual({
      problems: [{ field: 'values', code: 'too-large', values: { limit: longestTime } }],
    })
  })
})

it('the sheets of a panel have one result for a team, 0 where there is none', () => {
  const panel = buildRules([points, time], { panel: { judges: 3, combine: 'mean' } })
  const judged = (judge: string, score: number, timeMs: number) => ({
    values: { judge, points: score, time: timeMs },
  })
  const group = readGroup(panel)
  expect(computePanelResult(panel, group, [judged('a', 1, 1000), judged('b', 4, 2001)])).toEqual({
    score: 2.5,
    timeMs: 1501,
  })
  expect(computePanelResult(panel, group, [{ values: { judge: 'a', points: 3 } }])).toEqual({
    score: 3,
    timeMs: 0,
  })
  expect(computePanelResult(panel, group, [{ values: null }])).toEqual({ score: 0, timeMs: 0 })
})
