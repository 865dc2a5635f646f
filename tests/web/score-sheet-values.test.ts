import { expect, it } from 'vitest'
import { buildRuleSetTemplate } from '#contract/rules/rule-set-templates.ts'
import {
  canEnterNumericFieldText,
  type NumericField,
  parseNumericFieldText,
  removeInvalidValues,
  stepFieldValue,
} from '#web/shared/score-sheet/sheet-values.ts'

const [group] = buildRuleSetTemplate('future_engineers', 2, (code) => ({ en: code, ar: code })).groups
if (!group) throw new Error('the template has no rounds')
const findField = (kind: string) => group.fields.find((field) => field.kind === kind) as NumericField

it('a text beyond the maximum, or one that is no number, cannot be entered', () => {
  const points = findField('measure')
  expect(['', '3', '30', '٣٠', '2.'].map((text) => canEnterNumericFieldText(group, points, text))).toEqual([
    true,
    true,
    true,
    true,
    true,
  ])
  expect(
    ['31', '300', '-1', 'x', '1e3'].map((text) => canEnterNumericFieldText(group, points, text)),
  ).toEqual([false, false, false, false, false])
  const time = findField('time')
  expect(['1:', '1:15.5', '180', '3:00'].map((text) => canEnterNumericFieldText(group, time, text))).toEqual([
    true,
    true,
    true,
    true,
  ])
  expect(['181', '3:01'].map((text) => canEnterNumericFieldText(group, time, text))).toEqual([false, false])
})

it('a text that is no number yet is neither empty nor a value', () => {
  expect(parseNumericFieldText({ kind: 'measure' }, ' ')).toBeUndefined()
  expect(parseNumericFieldText({ kind: 'measure' }, '-')).toBeNaN()
  expect(parseNumericFieldText({ kind: 'time' }, '1:15.5')).toBe(75_500)
  expect(removeInvalidValues(group, { points: 20, time: Number.NaN })).toEqual({ points: 20 })
})

it('a step stays within the limits', () => {
  const field = { ...findField('measure'), kind: 'count', min: 0, max: 3, step: 2 } as Parameters<
    typeof stepFieldValue
  >[1]
  expect(stepFieldValue(group, field, undefined, 1)).toBe(2)
  expect(stepFieldValue(group, field, undefined, -1)).toBe(0)
  expect(stepFieldValue(group, field, 2, 1)).toBe(2)
  expect(stepFieldValue(group, field, 0, -1)).toBe(0)
})
