import type { RoundGroup, RuleRankingKey, RuleSet, ScoreSheetField } from '#contract/rule-set.schema.ts'
import { ruleSetLimits } from '#contract/rule-set.ts'
import { isolateLeftToRight } from '#contract/rules/text.ts'
import { readRoundCombination } from '#contract/scoring/rule-set-explanation.ts'
import { getFieldMaxValue } from '#contract/scoring/rule-set-sheet.ts'
import type { Language } from '#i18n/languages.ts'
import { formatAttemptTime, formatNumber } from '#web/shared/format.ts'
import {
  describePointsFactor,
  describeWhenFieldCounts,
} from '#web/shared/score-sheet/describe-sheet-rules.ts'
import type { Texts } from '#web/shared/texts.ts'
import { listPrintedMatchResultRules } from './describe-match-rules.ts'

/**
 * Formats the round of a group, or the value of a field, that a ranking key takes when they are ordered from
 * best to worst: `Best round`, `Second-best value`.
 */
export const formatNthBest = (t: Texts['t'], of: 'group' | 'field', nth: number): string => {
  const rank = t(`valueRanks.${nth - 1}` as 'valueRanks.0')
  const text = t(of === 'field' ? 'adminRuleSets.nth.value' : 'adminRuleSets.nth.round', { rank })
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Says how the rounds of a group give one result: `The best 2 of 3 added up`. */
export const describeRoundCombination = (
  t: Texts['t'],
  ruleSet: Pick<RuleSet, 'rankingKeys'>,
  group: RoundGroup,
): string => {
  const { choice, number } = readRoundCombination(ruleSet, group)
  const code = choice === 'bestThenNext' && number > 2 ? 'bestThenMore' : choice
  return t(`adminRuleSets.combinations.${code}`, { number, rounds: group.rounds.length })
}
const groupTexts = {
  points: 'adminRuleSets.groupPoints',
  time: 'adminRuleSets.groupTime',
  places: 'adminRuleSets.groupPlaces',
} as const

/** Formats a ranking key for one line: `Obstacle round: time · Best round · Lower first`. */
export const formatRankingKey = (
  t: Texts['t'],
  lang: Language,
  { groups }: Pick<RuleSet, 'groups'>,
  key: RuleRankingKey,
): string => {
  const order = t(`adminRuleSets.orders.${key.order}`)
  if (key.of === 'total')
    return `${t(key.value === 'time' ? 'adminRuleSets.totalTime' : 'adminRuleSets.totalPoints')} · ${order}`
  const group = groups.find((each) => each.key === key.group)
  const name = `\u2068${group?.label[lang] ?? key.group}\u2069`
  const isWorst = key.of === 'field' && key.from === 'worst'
  const nth =
    key.nth === null ? [] : [isWorst ? t('adminRuleSets.nth.worst') : formatNthBest(t, key.of, key.nth)]
  const value =
    key.of === 'group'
      ? t(groupTexts[key.value], { group: name })
      : t('adminRuleSets.groupField', {
          group: name,
          field: `\u2068${group?.fields.find((field) => field.key === key.field)?.label[lang] ?? key.field}\u2069`,
        })
  return [value, ...nth, order].join(' · ')
}

/** Describes the values that a field accepts, undefined for any number. */
const describeRange = (
  t: Texts['t'],
  lang: Language,
  group: RoundGroup,
  field: ScoreSheetField,
): string | undefined => {
  if (field.kind === 'yesNo' || field.kind === 'choice') return undefined
  const max = getFieldMaxValue(group, field)
  if (field.kind === 'time') {
    const range = {
      min: isolateLeftToRight(formatAttemptTime(field.min)),
      max: isolateLeftToRight(formatAttemptTime(max)),
    }
    return field.min === 0 ? t('adminRuleSets.printMax', range) : t('scoreSheet.range', range)
  }
  // a template without limits has the largest numbers that can be stored
  if (field.min <= -ruleSetLimits.points && max >= ruleSetLimits.points) return undefined
  const range = {
    min: isolateLeftToRight(formatNumber(field.min, lang)),
    max: isolateLeftToRight(formatNumber(max, lang)),
  }
  const isCommonStep = field.step === 1 || field.step <= 0.001
  return isCommonStep
    ? t('scoreSheet.range', range)
    : t('scoreSheet.rangeWithStep', { ...range, step: field.step })
}

/** Describes the values of a field and what they count: `0 to 10, in steps of 2 · Points per unit: 5`. */
export const describePrintedField = (
  t: Texts['t'],
  lang: Language,
  group: RoundGroup,
  field: ScoreSheetField,
): string => {
  const range = describeRange(t, lang, group, field)
  const isOptional = field.kind !== 'yesNo' && !field.isRequired
  const isUnit = field.kind === 'count' || field.kind === 'measure' || field.kind === 'yesNo'
  const [pointsLabel, timeLabel] =
    field.kind === 'yesNo'
      ? (['pointsIfYes', 'timeIfYes'] as const)
      : (['pointsPerUnit', 'timePerUnit'] as const)
  return [
    ...(range === undefined ? [] : [range]),
    ...(isOptional ? [t('scoreSheet.optional')] : []),
    ...(isUnit && field.pointsPerUnit !== 0
      ? [
          `${t(`adminRuleSets.${pointsLabel}`)}: ${isolateLeftToRight(formatNumber(field.pointsPerUnit, lang))}`,
        ]
      : []),
    ...(isUnit && field.timeMsPerUnit !== 0
      ? [`${t(`adminRuleSets.${timeLabel}`)}: ${isolateLeftToRight(formatAttemptTime(field.timeMsPerUnit))}`]
      : []),
    ...(field.onlyIf ? [describeWhenFieldCounts(t, lang, group, field.onlyIf)] : []),
  ].join(' · ')
}

/**
 * Lists the rules of a round that are about no single field: how its rounds combine, factors, limits of
 * points, the time limit, and what a skipped round and a disqualification count as, or how a match is won.
 */
export const listPrintedRoundRules = (
  t: Texts['t'],
  lang: Language,
  ruleSet: Pick<RuleSet, 'groups' | 'disqualification' | 'rankingKeys' | 'matches'>,
  group: RoundGroup,
): string[] => {
  const { disqualification, matches } = ruleSet
  const { rounds, caps, factors = [], minPoints, maxPoints, timeLimitMs, fields, missingRound } = group
  const describePoints = (points: number) => isolateLeftToRight(formatNumber(points, lang))
  const getLabel = (key: string) => fields.find((field) => field.key === key)?.label[lang] ?? key
  const hasTime = fields.some(
    (field) => field.kind === 'time' || ('timeMsPerUnit' in field && field.timeMsPerUnit > 0),
  )
  const describeFixedResult = ({ points, timeMs }: RuleSet['disqualification']) => {
    const time = timeMs ?? timeLimitMs
    return [
      `${t('adminRuleSets.points')} ${describePoints(points)}`,
      ...(hasTime && time !== null
        ? [`${t('adminRuleSets.disqualificationTime')} ${isolateLeftToRight(formatAttemptTime(time))}`]
        : []),
    ].join(' · ')
  }
  return [
    ...(rounds.length > 1 ? [describeRoundCombination(t, ruleSet, group)] : []),
    ...factors.map((factor) => describePointsFactor(t, lang, group, factor)),
    ...caps.map(
      (cap) =>
        `${t('adminRuleSets.capPoints')} (${cap.fields.map((key) => `\u2068${getLabel(key)}\u2069`).join(' + ')}): ${describePoints(cap.maxPoints)}`,
    ),
    ...(minPoints === null ? [] : [`${t('adminRuleSets.minPoints')}: ${describePoints(minPoints)}`]),
    ...(maxPoints === null ? [] : [`${t('adminRuleSets.maxPoints')}: ${describePoints(maxPoints)}`]),
    ...(timeLimitMs === null
      ? []
      : [`${t('adminRuleSets.timeLimit')}: ${isolateLeftToRight(formatAttemptTime(timeLimitMs))}`]),
    ...(missingRound && missingRound.countsAs !== 'zero'
      ? [
          `${t('adminRuleSets.skippedRound')}: ${missingRound.countsAs === 'value' ? describeFixedResult(missingRound) : t('adminRuleSets.skippedRounds.missing')}`,
        ]
      : []),
    ...(group.panel
      ? [
          `${t('adminRuleSets.panel')}: ${t(`adminRuleSets.panels.${group.panel.combine}`)} · ${t('adminRuleSets.panelJudges')}: ${describePoints(group.panel.judges)}`,
        ]
      : []),
    ...(matches
      ? listPrintedMatchResultRules(t, lang, ruleSet, matches)
      : [`${t('adminRuleSets.disqualification')}: ${describeFixedResult(disqualification)}`]),
  ]
}
