import type { RoundGroup, RuleRankingKey, RuleSet } from '#contract/rule-set.schema.ts'
import type { Language } from '#i18n/languages.ts'
import type { Texts } from '#web/shared/texts.ts'

/** Formats the round of a group, or the value of a field, that a ranking key takes when they are ordered from best to worst: `Best round`, `Second-best value`. */
export const formatNthBest = (t: Texts['t'], of: 'group' | 'field', nth: number): string => {
  const rank = t(`valueRanks.${nth - 1}` as 'valueRanks.0')
  const text = t(of === 'field' ? 'adminRuleSets.nth.value' : 'adminRuleSets.nth.round', { rank })
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Says how the rounds of a group give one result: `Rounds add up (the best 2)`. */
export const describeCombination = (t: Texts['t'], { combine, countedRounds, rounds }: RoundGroup): string => {
  const text = t(`adminRuleSets.combinations.${combine}`)
  return countedRounds === undefined || countedRounds >= rounds.length
    ? text
    : t('adminRuleSets.combinationOfBest', { combination: text, number: countedRounds })
}
const groupTexts = {
  points: 'adminRuleSets.groupPoints',
  time: 'adminRuleSets.groupTime',
  places: 'adminRuleSets.groupPlaces',
} as const

/** Formats a ranking key for one line: `Obstacle round: time · Best round · Lower first`. */
export const formatRankingKey = (t: Texts['t'], lang: Language, { groups }: Pick<RuleSet, 'groups'>, key: RuleRankingKey): string => {
  const order = t(`adminRuleSets.orders.${key.order}`)
  if (key.of === 'total') return `${t(key.value === 'time' ? 'adminRuleSets.totalTime' : 'adminRuleSets.totalPoints')} · ${order}`
  const group = groups.find((each) => each.key === key.group)
  const name = `\u2068${group?.label[lang] ?? key.group}\u2069`
  const isWorst = key.of === 'field' && key.from === 'worst'
  const nth = key.nth === null ? [] : [isWorst ? t('adminRuleSets.nth.worst') : formatNthBest(t, key.of, key.nth)]
  const value =
    key.of === 'group'
      ? t(groupTexts[key.value], { group: name })
      : t('adminRuleSets.groupField', {
          group: name,
          field: `\u2068${group?.fields.find((field) => field.key === key.field)?.label[lang] ?? key.field}\u2069`,
        })
  return [value, ...nth, order].join(' · ')
}
