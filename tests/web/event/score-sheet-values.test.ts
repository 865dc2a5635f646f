import { expect, it } from 'vitest'
import type { RuleSet } from '#contract/event/scoring/rule-set.schema.ts'
import { buildRuleSetFromTemplate } from '#contract/event/scoring/rule-set-templates.ts'
import { en } from '#i18n/en.ts'
import { enAdmin } from '#i18n/en-admin.ts'
import { formatAttemptSheetByLabel } from '#web/admin/event/scores/use-attempt-form.tsx'
import { listTextDifferencesByLabel } from '#web/admin/shared/edit-conflict-dialog.tsx'
import {
  canEnterNumericFieldText,
  type NumericField,
  parseNumericFieldText,
  removeInvalidValues,
  stepFieldValue,
} from '#web/shared/event/score-sheet/sheet-values.ts'
import { createTextsFromCatalogue } from '#web/shared/texts.ts'
import { createPanelRuleSet } from '../../support/api/panels.ts'

const [group] = buildRuleSetFromTemplate('future_engineers', (code) => ({ en: code, ar: code })).groups
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

it('the description of a score sheet for a conflict has the judge of a panel, and no judge elsewhere', () => {
  const { t } = createTextsFromCatalogue('en', { ...en, ...enAdmin }, 'Botola')
  const ruleSet = createPanelRuleSet('mean') as unknown as RuleSet
  const judges = [
    { id: 'a', name: 'Huda Nasser' },
    { id: 'b', name: 'Omar Saleh' },
  ]
  const describe = (judge: string) =>
    formatAttemptSheetByLabel(
      { t, lang: 'en', ruleSet, judges },
      { mission: 1, values: { judge, idea: 6 }, note: ' Late ' },
    )
  const mine = describe('b')
  expect(mine).toEqual({
    Round: 'Presentation',
    Judge: 'Omar Saleh',
    'Score sheet': expect.any(String),
    Note: 'Late',
  })
  expect(listTextDifferencesByLabel(describe('a'), mine)).toEqual([
    { label: 'Judge', theirs: 'Huda Nasser', mine: 'Omar Saleh' },
  ])
  // a judge who is not listed any more
  expect(describe('c').Judge).toBe('c')
  const plain = { ...ruleSet, groups: ruleSet.groups.map(({ panel: _, ...group }) => group) }
  expect(
    formatAttemptSheetByLabel(
      { t, lang: 'en', ruleSet: plain, judges },
      { mission: 1, values: { idea: 6 }, note: '' },
    ),
  ).not.toHaveProperty('Judge')
})
