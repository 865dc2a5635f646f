import type { RankingRules } from '#contract/event/scoring/rank-explanation.schema.ts'
import type { RoundGroup, RuleRankingKey } from '#contract/event/scoring/rule-set.schema.ts'
import {
  type ExplainedRules,
  type ExplanationTexts,
  getRoundCombinationTextKeyAndValues,
  type RankExplanation,
} from '#contract/event/scoring/rule-set-explanation.ts'
import type { NeededValue, NeededValues } from '#contract/event/scoring/rule-set-needed-values.ts'
import type { Lang, Localized } from '#contract/platform/localized.ts'
import { msPerMinute } from '#contract/platform/time.ts'
import { rankExplanations as ar } from '#i18n/ar/explanations.ts'
import { rankExplanations as en } from '#i18n/en/explanations.ts'
import {
  capitalizeFirstLetter,
  createTranslators,
  lowercaseLabelForSentence,
  type Translate,
} from './explanation-sentences.ts'
import { describeMatchRankingReason, describeMatchRankingRulesAndColumns } from './match-explanation-texts.ts'

const translators = createTranslators({ en, ar })

/** Formats a time with `decimals` decimals: 41.2 s, or with `inMinutes` 1:01.2. */
const formatTime = (
  t: Translate,
  ms: number,
  { decimals, inMinutes }: { decimals: number; inMinutes: boolean },
): string => {
  const seconds = (ms % msPerMinute) / 1000
  if (!inMinutes) return t('seconds', { value: seconds.toFixed(decimals) })
  const text = seconds.toFixed(decimals)
  return `\u2068${Math.floor(ms / msPerMinute)}:${seconds < 10 ? '0' : ''}${text}\u2069`
}
/** Returns how many decimals times need to show their milliseconds, at least one. */
const countTimeDecimals = (times: readonly number[]): number =>
  times.every((ms) => ms % 100 === 0) ? 1 : times.every((ms) => ms % 10 === 0) ? 2 : 3

/** Returns true when a ranking key is the sum of the values of several rounds. */
const isSumOfRounds = (group: RoundGroup, nth: number | null): boolean =>
  nth === null && group.combine === 'sum' && group.rounds.length > 1
const nameNthValue = (t: Translate, label: string, nth: number | null): string =>
  t('names.nth', { label, rank: t(`valueRanks.${(nth ?? 1) - 1}`) })
/** Names the result of a group or of one of its rounds, for example 'second-best obstacle round'. */
const nameRounds = (
  t: Translate,
  { rounds, combine, countedRounds }: RoundGroup,
  label: string,
  nth: number | null,
): string => {
  if (rounds.length === 1) return t('names.single', { label })
  if (nth !== null || combine === 'best') return nameNthValue(t, label, nth)
  if (countedRounds !== undefined && countedRounds < rounds.length)
    return t(combine === 'sum' ? 'names.sumOfBest' : 'names.meanOfBest', { label, number: countedRounds })
  return t(combine === 'sum' ? 'names.all' : `names.${combine}`, { label })
}
/** Names which of the values of a field in several rounds a key takes. */
const nameFieldValue = (
  t: Translate,
  group: RoundGroup,
  label: string,
  { nth, from, order }: RuleRankingKey & { of: 'field' },
): string => {
  if (from === 'worst') return t(order === 'low' ? 'names.highest' : 'names.lowest', { label })
  return isSumOfRounds(group, nth) ? t('names.all', { label }) : nameNthValue(t, label, nth)
}

/** What the texts need of a key: the code of its sentences, its name and the kind of its values. */
type DescribedKey = {
  code: string
  name: string
  kind: 'number' | 'time' | 'yesNo'
  same: 'points' | 'time' | 'places' | 'key'
}
const describeKey = (
  t: Translate,
  lang: Lang,
  { groups }: ExplainedRules,
  key: RuleRankingKey,
): DescribedKey => {
  if (key.of === 'total')
    return {
      code: `total-${key.value}-${key.order}`,
      name: '',
      kind: key.value === 'time' ? 'time' : 'number',
      same: key.value,
    }
  const group = groups.find((each) => each.key === key.group)
  const groupLabel = group ? lowercaseLabelForSentence(lang, group.label[lang]) : key.group
  if (key.of === 'group' && key.value === 'places')
    return { code: 'places', name: groupLabel, kind: 'number', same: 'places' }
  if (key.of === 'group')
    return {
      code: `${key.value}-${key.order}`,
      name: group ? nameRounds(t, group, groupLabel, key.nth) : groupLabel,
      kind: key.value === 'time' ? 'time' : 'number',
      same: 'key',
    }
  const field = group?.fields.find((each) => each.key === key.field)
  const label = field ? lowercaseLabelForSentence(lang, field.label[lang]) : key.field
  // the best value of a field need not be in the best round
  const name =
    group && group.rounds.length > 1
      ? t('names.fieldOfGroup', { field: nameFieldValue(t, group, label, key), name: groupLabel })
      : t('names.field', { field: label })
  const isTime = field?.kind === 'time'
  return {
    code: `${isTime ? 'time' : 'field'}-${key.order}`,
    name,
    kind: isTime
      ? 'time'
      : field?.kind === 'yesNo' && group && !group.panel && !isSumOfRounds(group, key.nth)
        ? 'yesNo'
        : 'number',
    same: 'key',
  }
}

/** Formats values of a key together, so that they have the same decimals and the same unit. */
const formatValues = (
  t: Translate,
  kind: DescribedKey['kind'],
  values: readonly (number | null)[],
): string[] => {
  const known = values.filter((value) => value !== null)
  const format = { decimals: countTimeDecimals(known), inMinutes: known.some((ms) => ms >= msPerMinute) }
  return values.map((value) => {
    if (value === null) return t('none')
    if (kind === 'yesNo') return t(value === 1 ? 'yes' : 'no')
    return kind === 'time' ? formatTime(t, value, format) : String(value)
  })
}

const inBothLanguages = (build: (t: Translate, lang: Lang) => string): Localized => ({
  en: capitalizeFirstLetter(build(translators.en, 'en')),
  ar: build(translators.ar, 'ar'),
})

/**
 * Returns the reason of an order as a sentence: 'Same total (87). Second-best obstacle round is faster: 41.2
 * s against 43.0 s'.
 */
const describeReason = (rules: ExplainedRules, { same, decision }: RankExplanation): Localized =>
  inBothLanguages((t, lang) => {
    const describeSame = () => {
      if (!same) return undefined
      const described = describeKey(t, lang, rules, same.key)
      const [value] = formatValues(t, described.kind, [same.value])
      return t(`same.${described.same}`, { name: described.name, value })
    }
    if (!decision) return t('shared')
    const described = describeKey(t, lang, rules, decision.key)
    const [better, worse] = formatValues(t, described.kind, [decision.better, decision.worse])
    const reason = capitalizeFirstLetter(
      t(`reasons.${described.code}`, { name: described.name, better, worse }),
    )
    const sameText = describeSame()
    return sameText ? t('reasonAfterSame', { same: sameText, reason }) : reason
  })

/** Describes a value that an entry needs, and the one that it has. */
const describeNeededValue = (
  t: Translate,
  lang: Lang,
  rules: ExplainedRules,
  { key, amount, value, now }: NeededValue,
) => {
  const described = describeKey(t, lang, rules, key)
  const isYesNo = described.kind === 'yesNo'
  // better than no is yes, and the other way round
  const [shown = '', current = ''] = formatValues(t, described.kind, [
    isYesNo && amount === 'moreThan' ? 1 - value : value,
    now,
  ])
  const code = isYesNo
    ? 'exactly.yesNo'
    : amount === 'exactly'
      ? `exactly.${described.code.replace(/-(?:high|low)$/, '')}`
      : `${amount}.${described.code}`
  return { needed: t(`needed.${code}`, { name: described.name, value: shown }), now: current }
}

/** Returns what the entry below would have needed for the rank of the one above. */
const describeNeeded = (
  rules: ExplainedRules,
  { values, isShared, isBetterEnough }: NeededValues,
  rank: number,
): Localized =>
  inBothLanguages((t, lang) => {
    const described = values.map((value) => describeNeededValue(t, lang, rules, value))
    const join = (texts: readonly string[], key: string) =>
      texts.reduce((first, second) => t(key, { first, second }))
    const all = join(
      described.map(({ needed }) => needed),
      isBetterEnough ? 'needed.andInOr' : 'needed.and',
    )
    const [first] = values
    const better =
      isBetterEnough && first
        ? describeNeededValue(t, lang, rules, { ...first, amount: 'moreThan' }).needed
        : undefined
    return t(isShared && !better ? 'needed.share' : 'needed.reach', {
      rank,
      values: better ? t(isShared ? 'needed.orShare' : 'needed.or', { first: better, second: all }) : all,
      now: join(
        described.map(({ now }) => now),
        'needed.nowAnd',
      ),
    })
  })

/** Describes how the rounds of each group make its result: 'Run: the best 2 of 3 added up.' */
const describeRounds = (t: Translate, lang: Lang, rules: ExplainedRules): string[] =>
  rules.groups.flatMap((group) => {
    if (group.rounds.length === 1 || !rules.rankingKeys.some(({ of }) => of === 'total')) return []
    const { name, values } = getRoundCombinationTextKeyAndValues(rules, group)
    const combination = lowercaseLabelForSentence(lang, t(`combinations.${name}`, values))
    return [t('order.rounds', { label: group.label[lang], combination })]
  })

/**
 * Describes the order of a ranking in a sentence, and each of its keys as the heading of a column. The
 * sentence names an order only where fewer points or a longer time is better. Where totals decide, more
 * sentences say how rounds count.
 */
const describeRules = (rules: ExplainedRules): RankingRules => {
  const { rankingKeys } = rules
  const describeHeading = (t: Translate, lang: Lang, key: RuleRankingKey) =>
    t(`headings.${key.of === 'field' ? key.of : `${key.of}-${key.value}`}`, {
      name: describeKey(t, lang, rules, key).name,
    })
  const isUsual = (key: RuleRankingKey) =>
    (key.of === 'group' && key.value === 'places') ||
    (key.order === 'low') === (describeKey(translators.en, 'en', rules, key).kind === 'time')
  /** Tells whether a key is the time of the result whose points are the key before it. */
  const followsItsPoints = (key: RuleRankingKey, at: number) => {
    const before = rankingKeys[at - 1]
    if (key.of !== 'group' || before?.of !== 'group' || !isUsual(key) || !isUsual(before)) return false
    return (
      key.value === 'time' &&
      before.value === 'points' &&
      key.group === before.group &&
      key.nth === before.nth
    )
  }
  const describeOrder = (t: Translate, lang: Lang, key: RuleRankingKey, at: number) => {
    const { name, kind } = describeKey(t, lang, rules, key)
    const after = rankingKeys[at + 1]
    if (after && followsItsPoints(after, at + 1)) return t('order.pointsAndTime', { name })
    const label = describeHeading(t, lang, key)
    return isUsual(key) ? label : t(`order.${kind === 'yesNo' ? 'no' : key.order}`, { label })
  }
  return {
    text: inBothLanguages((t, lang) => {
      const list = rankingKeys.flatMap((key, at) =>
        followsItsPoints(key, at) ? [] : [describeOrder(t, lang, key, at)],
      )
      const order = t('order.sentence', {
        list: list.reduce((first, second) => t('order.and', { first, second })),
      })
      return [order, ...describeRounds(t, lang, rules)].join(' ')
    }),
    keys: rankingKeys.map((key) => {
      const { kind } = describeKey(translators.en, 'en', rules, key)
      const answers = { yes: inBothLanguages((t) => t('yes')), no: inBothLanguages((t) => t('no')) }
      const label = inBothLanguages((t, lang) => describeHeading(t, lang, key))
      return {
        label,
        order: key.order,
        isTotal: key.of === 'total',
        kind,
        ...(kind === 'yesNo' ? { answers } : {}),
      }
    }),
  }
}

/** The sentences of explanations in both languages. */
export const explanationTexts: ExplanationTexts = {
  describeReason,
  describeNeeded,
  describeRules: (rules) =>
    rules.matches
      ? describeMatchRankingRulesAndColumns({ ...rules, matches: rules.matches })
      : describeRules(rules),
  describeMatchReason: describeMatchRankingReason,
}
