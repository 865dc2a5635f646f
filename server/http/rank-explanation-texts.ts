import type { Lang, Localized } from '#contract/localized.ts'
import type { RoundGroup, RuleRankingKey, RuleSet } from '#contract/rule-set.ts'
import type { ExplanationTexts, RankExplanation } from '#contract/rules/rule-set-explanation.ts'
import { rankExplanations as ar } from '#i18n/ar/rank-explanations.ts'
import { createI18n } from '#i18n/create-i18n.ts'
import { rankExplanations as en } from '#i18n/en/rank-explanations.ts'

/** The texts of explanations, which pages do not load. */
type Translate = (key: string, values?: Record<string, unknown>) => string
const createTranslate = (lang: Lang, catalogue: object): Translate => {
  const { t } = createI18n(lang, catalogue)
  return (key, values = {}) => String(t(key as never, values as never))
}
const translators: Localized<Translate> = { en: createTranslate('en', en), ar: createTranslate('ar', ar) }

/** Formats a time with `decimals` decimals: 41.2 s, or with `inMinutes` 1:01.2. */
const formatTime = (t: Translate, ms: number, { decimals, inMinutes }: { decimals: number; inMinutes: boolean }): string => {
  const seconds = (ms % 60_000) / 1000
  if (!inMinutes) return t('seconds', { value: seconds.toFixed(decimals) })
  const text = seconds.toFixed(decimals)
  return `\u2068${Math.floor(ms / 60_000)}:${seconds < 10 ? '0' : ''}${text}\u2069`
}
/** Returns how many decimals times need to show their milliseconds, at least one. */
const countTimeDecimals = (times: readonly number[]): number =>
  times.every((ms) => ms % 100 === 0) ? 1 : times.every((ms) => ms % 10 === 0) ? 2 : 3

/** In a sentence a label begins with a small letter, unless it is an abbreviation or a name in capitals. */
const toLabelInSentence = (lang: Lang, label: string): string =>
  lang === 'en' && /^[A-Z][a-z]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label
const toSentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const ordinals = ['first', 'second', 'third'] as const
/** Names the rounds whose value a key takes, for example 'second-best obstacle round'. */
const nameNthValue = (t: Translate, lang: Lang, group: RoundGroup, nth: number | null): string => {
  const label = toLabelInSentence(lang, group.label[lang])
  if (group.rounds.length === 1) return t('names.single', { label })
  if (nth === null && group.combine === 'sum') return t('names.all', { label })
  const ordinal = ordinals[(nth ?? 1) - 1]
  return ordinal ? t(`names.${ordinal}`, { label }) : t('names.nth', { label, nth })
}

/** What the texts need of a key: the code of its sentences, its name and the kind of its values. */
type DescribedKey = { code: string; name: string; kind: 'number' | 'time' | 'yesNo'; same: 'points' | 'time' | 'key' }
const describeKey = (t: Translate, lang: Lang, { groups }: RuleSet, key: RuleRankingKey): DescribedKey => {
  if (key.of === 'total')
    return { code: `total-${key.value}-${key.order}`, name: '', kind: key.value === 'time' ? 'time' : 'number', same: key.value }
  const group = groups.find((each) => each.key === key.group)
  const rounds = group ? nameNthValue(t, lang, group, key.nth) : key.group
  if (key.of === 'group')
    return { code: `${key.value}-${key.order}`, name: rounds, kind: key.value === 'time' ? 'time' : 'number', same: 'key' }
  const field = group?.fields.find((each) => each.key === key.field)
  const label = field ? toLabelInSentence(lang, field.label[lang]) : key.field
  const name =
    (group?.rounds.length ?? 1) > 1 ? t('names.fieldOfGroup', { field: label, name: rounds }) : t('names.field', { field: label })
  const isTime = field?.kind === 'time'
  return {
    code: `${isTime ? 'time' : 'field'}-${key.order}`,
    name,
    kind: isTime ? 'time' : field?.kind === 'yesNo' ? 'yesNo' : 'number',
    same: 'key',
  }
}

/** Formats values of a key together, so that they have the same decimals and the same unit. */
const formatValues = (t: Translate, kind: DescribedKey['kind'], values: readonly (number | null)[]): string[] => {
  const known = values.filter((value) => value !== null)
  const format = { decimals: countTimeDecimals(known), inMinutes: known.some((ms) => ms >= 60_000) }
  return values.map((value) => {
    if (value === null) return t('none')
    if (kind === 'yesNo') return t(value === 1 ? 'yes' : 'no')
    return kind === 'time' ? formatTime(t, value, format) : String(value)
  })
}

const inBothLanguages = (build: (t: Translate, lang: Lang) => string): Localized => ({
  en: toSentence(build(translators.en, 'en')),
  ar: build(translators.ar, 'ar'),
})

/** Returns the reason of an order as a sentence: 'Same total (87). Second-best obstacle round is faster: 41.2 s against 43.0 s'. */
const describeReason = (ruleSet: RuleSet, { same, decision }: RankExplanation): Localized =>
  inBothLanguages((t, lang) => {
    const describeSame = () => {
      if (!same) return undefined
      const described = describeKey(t, lang, ruleSet, same.key)
      const [value] = formatValues(t, described.kind, [same.value])
      return t(`same.${described.same}`, { name: described.name, value })
    }
    if (!decision) return t('shared')
    const described = describeKey(t, lang, ruleSet, decision.key)
    const [better, worse] = formatValues(t, described.kind, [decision.better, decision.worse])
    const reason = toSentence(t(`reasons.${described.code}`, { name: described.name, better, worse }))
    const sameText = describeSame()
    return sameText ? t('reasonAfterSame', { same: sameText, reason }) : reason
  })

/** Returns what the entry below would have needed for the rank of the one above. Undefined when they share it. */
const describeNeeded = (ruleSet: RuleSet, { decision }: RankExplanation, rank: number): Localized | undefined =>
  decision
    ? inBothLanguages((t, lang) => {
        const described = describeKey(t, lang, ruleSet, decision.key)
        const [better, worse] = formatValues(t, described.kind, [decision.better, decision.worse])
        return t(`needed.${described.code}`, { name: described.name, better, worse, rank })
      })
    : undefined

/** The sentences of explanations in both languages. */
export const explanationTexts: ExplanationTexts = { describeReason, describeNeeded }
