import type { Lang, Localized } from '#contract/localized.ts'
import type { ExplainedMatch, TournamentExplanation } from '#contract/rules/match-explanation.ts'
import type { TournamentRankingKey } from '#contract/rules/match-ranking.ts'
import type { MatchRuleSet } from '#contract/rules/match-result.ts'
import { isolateLeftToRight } from '#contract/rules/text.ts'
import { matchExplanations as ar } from '#i18n/ar/match-explanations.ts'
import { matchExplanations as en } from '#i18n/en/match-explanations.ts'
import { createTranslate, type Translate, toLabelInSentence, toSentence } from './rank-explanation-texts.ts'

const translators: Localized<Translate> = { en: createTranslate('en', en), ar: createTranslate('ar', ar) }

/** Formats a number; a difference has a sign. */
const formatValue = (value: number | null, of: string): string => {
  if (of !== 'difference' || !value) return String(value ?? 0)
  return isolateLeftToRight(`${value > 0 ? '+' : '\u2212'}${Math.abs(value)}`)
}

const nameField = ({ groups }: MatchRuleSet, lang: Lang, key: string): string => {
  const label = groups[0]?.fields.find((field) => field.key === key)?.label[lang]
  return label === undefined ? key : toLabelInSentence(lang, label)
}

/** Returns the scores of matches, the better side's first: '1:1 (shoot-out 4:3)'. */
const formatScores = (t: Translate, lang: Lang, ruleSet: MatchRuleSet, matches: readonly ExplainedMatch[]): string =>
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

const describeDecision = (t: Translate, lang: Lang, ruleSet: MatchRuleSet, explanation: TournamentExplanation): string => {
  const { decision, headToHead, matches } = explanation
  if (!decision) return t('shared')
  const { key, better, worse } = decision
  const scores = matches.length > 0 ? formatScores(t, lang, ruleSet, matches) : ''
  if (key.of === 'headToHead' && headToHead) {
    if (matches.length > 0) return t('headToHead.matches', { count: matches.length, scores })
    const [one, other] = [headToHead.better, headToHead.worse].map((value) => formatValue(value, headToHead.of))
    return t(`headToHead.${headToHead.of}`, { count: headToHead.sides.length, better: one, worse: other })
  }
  if (key.of === 'knockOutPlace' && matches.length > 0) return t('reasons.knockOutWin', { count: matches.length, scores })
  if (worse === null) return t('annulled')
  const { knockOuts, winningScore } = ruleSet.matches
  const code = key.of === 'field' ? `field-${key.order}` : key.of === 'scored' ? `scored-${winningScore}` : key.of
  const name = key.of === 'field' ? nameField(ruleSet, lang, key.field) : (knockOuts[explanation.knockOut ?? 0]?.label[lang] ?? '')
  return t(`reasons.${code}`, { name, better: formatValue(better, key.of), worse: formatValue(worse, key.of) })
}

const describeSame = (t: Translate, lang: Lang, ruleSet: MatchRuleSet, key: TournamentRankingKey, value: number | null): string =>
  t(`same.${key.of}`, {
    name: key.of === 'field' ? nameField(ruleSet, lang, key.field) : '',
    count: value ?? 0,
    value: formatValue(value, key.of),
  })

/** Returns why a team is ahead of another one as a sentence: 'Equal on 6 points. Better in the match between them: 2:1'. */
export const describeMatchReason = (ruleSet: MatchRuleSet, explanation: TournamentExplanation): Localized => {
  const describe = (lang: Lang): string => {
    const t = translators[lang]
    const reason = toSentence(describeDecision(t, lang, ruleSet, explanation))
    const { same, decision } = explanation
    return same && decision && decision.worse !== null
      ? t('reasonAfterSame', { same: describeSame(t, lang, ruleSet, same.key, same.value), reason })
      : reason
  }
  return { en: describe('en'), ar: describe('ar') }
}
