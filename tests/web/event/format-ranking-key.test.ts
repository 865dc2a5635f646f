import { expect, test } from 'vitest'
import { ruleSetLimits } from '#contract/event/scoring/rule-set.ts'
import { describeNthBestRoundOrValue } from '#contract/event/scoring/rule-set-description.ts'
import { arAdmin } from '#i18n/ar-admin.ts'
import { enAdmin } from '#i18n/en-admin.ts'
import { formatRuleText } from '#i18n/formats/rule-text.ts'
import { createTextsFromCatalogue, type Texts } from '#web/shared/texts.ts'

const en = createTextsFromCatalogue('en', enAdmin, 'Botola')
const ar = createTextsFromCatalogue('ar', arAdmin, 'بطولة')

const formatNthBest = ({ t, language }: Texts, of: 'group' | 'field', nth: number) =>
  formatRuleText(t, language, describeNthBestRoundOrValue(of, nth))

test('the rounds and values that a ranking can take have names in both languages', () => {
  expect([1, 2, 4, 21].map((nth) => formatNthBest(en, 'group', nth))).toEqual([
    ...['Best round', 'Second-best round', 'Fourth-best round', '21st-best round'],
  ])
  expect(formatNthBest(en, 'field', 4)).toBe('Fourth-best value')
  expect([1, 4].map((nth) => formatNthBest(ar, 'group', nth))).toEqual([
    'الجولة ذات أفضل نتيجة',
    'الجولة ذات رابع أفضل نتيجة',
  ])
  expect(formatNthBest(ar, 'field', 12)).toBe('النتيجة رقم 12')
  for (const texts of [en, ar])
    expect(formatNthBest(texts, 'field', ruleSetLimits.rounds)).not.toMatch(/valueRanks/)
})
