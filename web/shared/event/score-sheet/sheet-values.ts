import type {
  RoundGroup,
  ScoreSheetField,
  ScoreSheetValues,
} from '#contract/event/scoring/rule-set.schema.ts'
import { disqualifiedKey } from '#contract/event/scoring/rule-set.ts'
import {
  getFieldMaxValue,
  listSheetValueProblems,
  type SheetProblem,
} from '#contract/event/scoring/rule-set-sheet.ts'
import { parseDecimalToThousandths, parseDurationMs } from '#contract/platform/numbers.ts'
import { cleanText } from '#contract/platform/text.ts'
import type { Language } from '#i18n/languages.ts'
import { isolateText } from '#i18n/text-direction.ts'
import { formatAttemptTime, formatNumber } from '#web/shared/format.ts'
import type { Texts } from '#web/shared/texts.ts'

/** A field whose value is entered as a number or a time. */
export type NumericField = Extract<ScoreSheetField, { kind: 'count' | 'measure' | 'time' }>

/** Formats the value of a field as a user enters it. */
export const toNumericFieldInputText = (field: Pick<NumericField, 'kind'>, value: number): string =>
  field.kind === 'time' ? formatAttemptTime(value) : String(value)

/** Parses the text of a field: undefined without a text, NaN for a text that is no number or time (yet). */
export const parseNumericFieldText = (
  field: Pick<NumericField, 'kind'>,
  text: string,
): number | undefined => {
  if (text.trim() === '') return undefined
  if (field.kind === 'time') return parseDurationMs(text) ?? Number.NaN
  const thousandths = parseDecimalToThousandths(text)
  return thousandths === undefined ? Number.NaN : thousandths / 1000
}

/** The characters that a number or a time can have; digits may be Arabic. */
const allowedText = /^[-\u2212\u2013\d٠-٩۰-۹.,٫:\s]*$/

/**
 * Tells whether a text can be entered: it is the beginning of a number or a time that is not beyond the
 * limits of the field.
 */
export const canEnterNumericFieldText = (
  group: Pick<RoundGroup, 'timeLimitMs'>,
  field: NumericField,
  text: string,
): boolean => {
  if (text.length > 20 || !allowedText.test(cleanText(text, 'name'))) return false
  const value = parseNumericFieldText(field, text)
  if (value === undefined || Number.isNaN(value)) return true
  // a further digit makes a positive number greater and a negative one less
  return value > 0 ? value <= getFieldMaxValue(group, field) : value >= Math.min(field.min, 0)
}

/** Returns the first problem of each field of a score sheet by the key of the field. */
export const mapFirstSheetProblemByField = (
  group: RoundGroup,
  values: ScoreSheetValues,
): Map<string, SheetProblem> =>
  new Map(
    listSheetValueProblems(group, values)
      .toReversed()
      .map((problem) => [problem.field, problem]),
  )

/** Returns the values without those that have a problem, so that the running total counts the valid ones. */
export const removeInvalidValues = (group: RoundGroup, values: ScoreSheetValues): ScoreSheetValues => {
  const problems = mapFirstSheetProblemByField(group, values)
  return Object.fromEntries(Object.entries(values).filter(([key]) => !problems.has(key)))
}

/** Returns the value that a step from a value leads to, within the limits of the field. */
export const stepFieldValue = (
  group: Pick<RoundGroup, 'timeLimitMs'>,
  field: Extract<NumericField, { kind: 'count' | 'measure' }>,
  value: number | undefined,
  direction: 1 | -1,
): number => {
  const [min, max, step] = [field.min, getFieldMaxValue(group, field), field.step].map((number) =>
    Math.round(number * 1000),
  ) as [number, number, number]
  // positions of the values that the field accepts: 0 is the minimum
  const last = Math.floor((max - min) / step)
  const zero = Math.min(last, Math.max(0, Math.ceil(-min / step)))
  // the first step up from an empty field sets one unit, the first step down none
  const at =
    value === undefined || Number.isNaN(value)
      ? zero + (direction === 1 ? 0 : 1)
      : (value * 1000 - min) / step
  const next = direction === 1 ? Math.floor(at + 1) : Math.ceil(at - 1)
  return (min + Math.min(last, Math.max(0, next)) * step) / 1000
}

const formatValue = (
  t: Texts['t'],
  lang: Language,
  field: ScoreSheetField,
  value: ScoreSheetValues[string],
): string => {
  if (typeof value === 'boolean') return t(value ? 'scoreSheet.yes' : 'scoreSheet.no')
  if (typeof value === 'string')
    return (field.kind === 'choice' && field.options.find(({ key }) => key === value)?.label[lang]) || value
  return isolateText(field.kind === 'time' ? formatAttemptTime(value) : formatNumber(value, lang), lang)
}

/** Formats the values of a score sheet for one line: `Points: 25 · Time: 1:00.5 · Parked: Yes`. */
export const formatSheetValues = (
  t: Texts['t'],
  lang: Language,
  group: RoundGroup,
  values: ScoreSheetValues,
): string =>
  [
    ...(values[disqualifiedKey] === true ? [t('scoreSheet.disqualified')] : []),
    ...group.fields.flatMap((field) => {
      const value = values[field.key]
      return value === undefined ? [] : [`${field.label[lang]}: ${formatValue(t, lang, field, value)}`]
    }),
  ].join(' · ')
