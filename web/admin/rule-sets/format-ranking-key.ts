import type { RuleRankingKey, RuleSet } from '#contract/rule-set.ts'
import type { Language } from '#i18n/languages.ts'
import type { Texts } from '#web/shared/texts.ts'

const nthNames = ['first', 'second', 'third'] as const
/** Formats which of the rounds of a group a ranking key means: `Best round`. */
export const formatNthBest = (t: Texts['t'], nth: number): string => {
  const name = nthNames[nth - 1]
  return name ? t(`adminRuleSets.nth.${name}`) : t('adminRuleSets.nth.other', { number: nth })
}

/** Formats a ranking key for one line: `Obstacle round: time · Best round · Lower first`. */
export const formatRankingKey = (t: Texts['t'], lang: Language, { groups }: Pick<RuleSet, 'groups'>, key: RuleRankingKey): string => {
  const order = t(`adminRuleSets.orders.${key.order}`)
  if (key.of === 'total') return `${t(key.value === 'time' ? 'adminRuleSets.totalTime' : 'adminRuleSets.totalPoints')} · ${order}`
  const group = groups.find((each) => each.key === key.group)
  const name = `\u2068${group?.label[lang] ?? key.group}\u2069`
  const nth = key.nth === null ? [] : [formatNthBest(t, key.nth)]
  const value =
    key.of === 'group'
      ? t(key.value === 'time' ? 'adminRuleSets.groupTime' : 'adminRuleSets.groupPoints', { group: name })
      : t('adminRuleSets.groupField', {
          group: name,
          field: `\u2068${group?.fields.find((field) => field.key === key.field)?.label[lang] ?? key.field}\u2069`,
        })
  return [value, ...nth, order].join(' · ')
}
