import type { ExplainedMatch, TournamentExplanation } from '#contract/event/scoring/match-explanation.ts'
import {
  getTournamentKeySortOrder,
  listTournamentRankingKeys,
  type TournamentRankingKey,
} from '#contract/event/scoring/match-ranking.ts'
import type { MatchRuleSet } from '#contract/event/scoring/match-result.ts'
import type { RankingRules } from '#contract/event/scoring/rank-explanation.schema.ts'
import type { ExplainedMatchRules } from '#contract/event/scoring/rule-set-explanation.ts'
import type { Lang, Localized } from '#contract/platform/localized.ts'
import { matchExplanations as ar } from '#i18n/ar/explanations.ts'
import { matchExplanations as en } from '#i18n/en/explanations.ts'
import {
  capitalizeFirstLetter,
  createTranslators,
  isolateLeftToRight,
  lowercaseLabelForSentence,
  type Translate,
} from './explanation-sentences.ts'

const translators = createTranslators({ en, ar })

/** Formats a number; a difference has a sign. */
const formatValue = (value: number | null, of: string): string => {
  if (of !== 'difference' || !value) return String(value ?? 0)
  return isolateLeftToRight(`${value > 0 ? '+' : '\u2212'}${Math.abs(value)}`)
}

const nameField = ({ groups }: Pick<MatchRuleSet, 'groups'>, lang: Lang, key: string): string => {
  const label = groups[0]?.fields.find((field) => field.key === key)?.label[lang]
  return label === undefined ? key : lowercaseLabelForSentence(lang, label)
}

/** Returns the scores of matches, the better side's first: '1:1 (shoot-out 4:3)'. */
const formatScores = (
  t: Translate,
  lang: Lang,
  ruleSet: MatchRuleSet,
  matches: readonly ExplainedMatch[],
): string =>
  matches
    .map(({ scores, decidedBy }) => {
      const score = isolateLeftToRight(scores.join(':'))
      return decidedBy
        ? t('decidedScore', {
            score,
            name: nameField(ruleSet, lang, decidedBy.field),
            values: isolateLeftToRight(decidedBy.values.join(':')),
          })
        : score
    })
    .reduce((first, second) => t('scoreAnd', { first, second }))

const describeDecision = (
  t: Translate,
  lang: Lang,
  ruleSet: MatchRuleSet,
  explanation: TournamentExplanation,
): string => {
  const { decision, headToHead, matches } = explanation
  if (!decision) return t('shared')
  const { key, better, worse } = decision
  const scores = matches.length > 0 ? formatScores(t, lang, ruleSet, matches) : ''
  if (key.of === 'headToHead' && headToHead) {
    if (matches.length > 0) return t('headToHead.matches', { count: matches.length, scores })
    const [one, other] = [headToHead.better, headToHead.worse].map((value) =>
      formatValue(value, headToHead.of),
    )
    return t(`headToHead.${headToHead.of}`, { count: headToHead.sides.length, better: one, worse: other })
  }
  if (key.of === 'knockOutPlace' && matches.length > 0)
    return t('reasons.knockOutWin', { count: matches.length, scores })
  if (worse === null) return t('annulled')
  const { knockOuts, winningScore } = ruleSet.matches
  const code =
    key.of === 'field' ? `field-${key.order}` : key.of === 'scored' ? `scored-${winningScore}` : key.of
  const name =
    key.of === 'field'
      ? nameField(ruleSet, lang, key.field)
      : (knockOuts[explanation.knockOut ?? 0]?.label[lang] ?? '')
  return t(`reasons.${code}`, {
    name,
    better: formatValue(better, key.of),
    worse: formatValue(worse, key.of),
  })
}

const describeSame = (
  t: Translate,
  lang: Lang,
  ruleSet: MatchRuleSet,
  key: TournamentRankingKey,
  value: number | null,
): string =>
  t(`same.${key.of}`, {
    name: key.of === 'field' ? nameField(ruleSet, lang, key.field) : '',
    count: value ?? 0,
    value: formatValue(value, key.of),
  })

/**
 * Returns why a team is ahead of another one as a sentence: 'Equal on 6 points. Better in the match between
 * them: 2:1'.
 */
export const describeMatchRankingReason = (
  ruleSet: MatchRuleSet,
  explanation: TournamentExplanation,
): Localized => {
  const describe = (lang: Lang): string => {
    const t = translators[lang]
    const reason = capitalizeFirstLetter(describeDecision(t, lang, ruleSet, explanation))
    const { same, decision } = explanation
    return same && decision && decision.worse !== null
      ? t('reasonAfterSame', { same: describeSame(t, lang, ruleSet, same.key, same.value), reason })
      : reason
  }
  return { en: describe('en'), ar: describe('ar') }
}

/**
 * Names how far a side has come in a knock-out, by the place that its ranking key has there: from 0, for
 * none.
 */
const nameKnockOutPlaces = (t: Translate, { knockOuts }: ExplainedMatchRules['matches']): string[] => {
  const withThirdPlace = knockOuts.filter(({ thirdPlace }) => thirdPlace).length
  // without a table of pairs the draw decides how many sides enter
  const lastPlace = Math.max(0, ...knockOuts.map(({ pairs }) => pairs?.length ?? 16)) + 1
  const namePlace = (place: number): string => {
    if (place === 0) return '–'
    if (place <= 2) return t(place === 1 ? 'knockOutPlaces.winner' : 'knockOutPlaces.final')
    if (place === 3 && withThirdPlace > 0)
      return withThirdPlace === knockOuts.length ? t('knockOutPlaces.thirdPlace') : String(place)
    if (place <= 4) return t('knockOutPlaces.semiFinals')
    if (place <= 8) return t('knockOutPlaces.quarterFinals')
    return t('knockOutPlaces.roundOf', { sides: 2 ** Math.ceil(Math.log2(place)) })
  }
  return Array.from({ length: lastPlace + 1 }, (_, place) => namePlace(place))
}

/**
 * Describes the order of a tournament in a sentence, and each key of its ranking as the heading of a column.
 */
export const describeMatchRankingRulesAndColumns = (ruleSet: ExplainedMatchRules): RankingRules => {
  const rules = ruleSet.matches
  const keys = listTournamentRankingKeys(rules)
  const [knockOut] = rules.knockOuts
  const inBothLanguages = (build: (lang: Lang) => string): Localized => ({
    en: capitalizeFirstLetter(build('en')),
    ar: build('ar'),
  })
  const describeHeading = (lang: Lang, key: TournamentRankingKey) =>
    translators[lang](`headings.${key.of}`, {
      name: key.of === 'field' ? nameField(ruleSet, lang, key.field) : (knockOut?.label[lang] ?? ''),
    })
  const describeOrder = (lang: Lang, key: TournamentRankingKey) => {
    const t = translators[lang]
    // who has entered the only knock-out is the first part of how far a side came in it
    if (key.of === 'knockOut') return rules.knockOuts.length > 1 ? [t('order.knockOut')] : []
    const label = describeHeading(lang, key)
    if (key.of === 'knockOutPlace')
      return [
        t(rules.knockOuts.length > 1 ? 'order.knockOutPlaceOfSeveral' : 'order.knockOutPlace', {
          name: knockOut?.label[lang] ?? '',
        }),
      ]
    const isLowFirst =
      (key.of === 'field' && key.order === 'low') ||
      ((key.of === 'difference' || key.of === 'scored') && rules.winningScore === 'low')
    return [
      isLowFirst
        ? t('order.low', { label: lowercaseLabelForSentence(lang, label) })
        : lowercaseLabelForSentence(lang, label),
    ]
  }
  const [placesInEnglish, placesInArabic] = [translators.en, translators.ar].map((t) =>
    nameKnockOutPlaces(t, rules),
  ) as [string[], string[]]
  return {
    isByMatches: true,
    text: inBothLanguages((lang) => {
      const t = translators[lang]
      const list = keys
        .flatMap((key) => describeOrder(lang, key))
        .reduce((first, second) => t('order.and', { first, second }))
      return t('order.sentence', { list })
    }),
    keys: keys.map((key) => {
      const none = { en: '–', ar: '–' }
      const names =
        key.of === 'knockOut'
          ? [...rules.knockOuts.map(({ label }) => label), none]
          : key.of === 'knockOutPlace'
            ? placesInArabic.map((ar, place) => ({ en: placesInEnglish[place] ?? '', ar }))
            : key.of === 'groupPlace'
              ? [none]
              : undefined
      const label = inBothLanguages((lang) => describeHeading(lang, key))
      return {
        label,
        order: getTournamentKeySortOrder(rules, key),
        isTotal: false,
        kind: 'number',
        ...(names ? { names } : {}),
        // whoever is in the only knock-out has a place there
        ...(key.of === 'knockOut' && rules.knockOuts.length === 1 ? { isInNext: true as const } : {}),
      }
    }),
  }
}
