import type { RoundGroup, ScoreSheetField, ScoreSheetValues } from '#contract/rule-set.schema.ts'
import { disqualifiedKey } from '#contract/rule-set.ts'
import type { Language } from '#i18n/languages.ts'
import { formatNumber } from '#web/shared/format.ts'
import { formatAttemptTime } from '#web/shared/format-attempt-time.ts'
import type { Texts } from '#web/shared/texts.ts'

const formatValue = (t: Texts['t'], lang: Language, field: ScoreSheetField, value: ScoreSheetValues[string]): string => {
  if (typeof value === 'boolean') return t(value ? 'scoreSheet.yes' : 'scoreSheet.no')
  if (typeof value === 'string') return (field.kind === 'choice' && field.options.find(({ key }) => key === value)?.label[lang]) || value
  return `\u2066${field.kind === 'time' ? formatAttemptTime(value) : formatNumber(value, lang)}\u2069`
}

/** Formats the values of a score sheet for one line: `Points: 25 · Time: 1:00.5 · Parked: Yes`. */
export const formatSheetValues = (t: Texts['t'], lang: Language, group: RoundGroup, values: ScoreSheetValues): string =>
  [
    ...(values[disqualifiedKey] === true ? [t('scoreSheet.disqualified')] : []),
    ...group.fields.flatMap((field) => {
      const value = values[field.key]
      return value === undefined ? [] : [`${field.label[lang]}: ${formatValue(t, lang, field, value)}`]
    }),
  ].join(' · ')
