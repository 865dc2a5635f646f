import type { FieldCondition, PointsFactor, RoundGroup } from '#contract/rule-set.schema.ts'
import { isolateLeftToRight, isolateTextDirection } from '#contract/rules/text.ts'
import type { Language } from '#i18n/languages.ts'
import { formatNumber } from '#web/shared/format.ts'
import type { Texts } from '#web/shared/texts.ts'

/** Names the condition: `Parked`, `Level: Difficult` or `Cubes is more than 0`. */
export const describeFieldCondition = (
  t: Texts['t'],
  lang: Language,
  { fields }: RoundGroup,
  { field: key, option }: FieldCondition,
): string => {
  const field = fields.find((each) => each.key === key)
  const name = isolateTextDirection(field?.label[lang] || key)
  if (field?.kind === 'choice') {
    const label = field.options.find((each) => each.key === option)?.label[lang]
    return t('scoreSheet.conditions.choice', {
      field: name,
      option: isolateTextDirection(label || (option ?? '')),
    })
  }
  return t(field?.kind === 'yesNo' ? 'scoreSheet.conditions.yesNo' : 'scoreSheet.conditions.number', {
    field: name,
  })
}

/** Says when a field of a score sheet counts, with labels in `lang`: `Counts only if: Parked`. */
export const describeWhenFieldCounts = (
  t: Texts['t'],
  lang: Language,
  group: RoundGroup,
  condition: FieldCondition,
): string => t('scoreSheet.onlyIf', { condition: describeFieldCondition(t, lang, group, condition) })

/** Says when the points of fields are multiplied, with labels in `lang`: `× 1.4 if Parked: Cubes + Balls`. */
export const describePointsFactor = (
  t: Texts['t'],
  lang: Language,
  group: RoundGroup,
  factor: PointsFactor,
): string => {
  const findName = (key: string) =>
    isolateTextDirection(group.fields.find((field) => field.key === key)?.label[lang] || key)
  const values = {
    factor: isolateLeftToRight(formatNumber(factor.factor, lang)),
    fields: factor.fields.map(findName).join(' + '),
  }
  return group.fields.find(({ key }) => key === factor.field)?.kind === 'count'
    ? t('scoreSheet.factorPerUnit', { ...values, field: findName(factor.field) })
    : t('scoreSheet.factor', { ...values, condition: describeFieldCondition(t, lang, group, factor) })
}
