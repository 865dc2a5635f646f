import type { ParseKeys, TFunction } from 'i18next'
import type { RuleText } from '#contract/event/scoring/rule-text.ts'
import type { Language } from '../languages.ts'
import { isolateText, joinTexts } from '../text-direction.ts'
import { formatAttemptTime, formatNumber } from './dates-and-numbers.ts'

/** The keys of the catalogues. */
export type RuleTextKey = ParseKeys

/** Formats a text about a rule set, with labels in `lang`. */
export const formatRuleText = (t: TFunction, lang: Language, text: RuleText<RuleTextKey>): string => {
  const format = (inner: RuleText<RuleTextKey>) => formatRuleText(t, lang, inner)
  if (typeof text === 'string') return text
  if ('number' in text) return text.number === null ? '' : isolateText(formatNumber(text.number, lang), lang)
  if ('time' in text) return text.time === null ? '' : isolateText(formatAttemptTime(text.time), lang)
  if ('label' in text) return isolateText(text.label?.[lang] || format(text.fallback), lang)
  if ('inBothLanguages' in text) {
    const { en, ar } = text.inBothLanguages
    return joinTexts([en, ar], lang, ' / ')
  }
  if ('texts' in text) return text.texts.map(format).join(text.separator)
  if ('capitalized' in text) return format(text.capitalized).replace(/^./u, (first) => first.toUpperCase())
  const values = Object.entries(text.values).map(([name, value]) => [
    name,
    typeof value === 'number' ? value : format(value),
  ])
  return t(text.text as 'name', Object.fromEntries(values))
}
