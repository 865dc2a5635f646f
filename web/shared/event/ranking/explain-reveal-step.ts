import type { TFunction } from 'i18next'
import type { RevealStep } from '#contract/event/results/results.schema.ts'
import { getRankingKey } from '#contract/event/scoring/ranking.ts'
import { defaultRankingKeys, explainOrderOfTwoEntries } from '#contract/event/scoring/rule-set-explanation.ts'
import type { Language } from '#i18n/languages.ts'
import { formatMeasuredTimeOrDash, formatNumber } from '#web/shared/format.ts'

/**
 * Explains a step of a reveal in sentences: how the rank and the totals improved since the freeze, and why the
 * entry is above the next one. A team hears nothing about a fall on the stage. `t` has the catalogue `display`.
 */
export const listRevealStepSentences = (step: RevealStep, t: TFunction, lang: Language): string[] => {
  const { rank, frozenRank, totals, frozenTotals, next, reason } = step
  const formatRank = (value: number) => formatNumber(value, lang)
  const lines: string[] = []
  if (frozenRank === null) lines.push(t('display.reveal.fresh'))
  else if (frozenRank > rank) lines.push(t('display.reveal.up', { from: formatRank(frozenRank) }))
  const hasMorePoints = frozenTotals !== null && frozenTotals.totalScore < totals.totalScore
  if (hasMorePoints)
    lines.push(
      t('display.reveal.scoreChange', {
        before: formatNumber(frozenTotals.totalScore, lang),
        after: formatNumber(totals.totalScore, lang),
      }),
    )
  const hasFewerPoints = frozenTotals !== null && frozenTotals.totalScore > totals.totalScore
  if (frozenTotals && !hasFewerPoints && frozenTotals.totalTimeMs > totals.totalTimeMs)
    lines.push(
      t('display.reveal.timeChange', {
        before: formatMeasuredTimeOrDash(frozenTotals.totalTimeMs),
        after: formatMeasuredTimeOrDash(totals.totalTimeMs),
      }),
    )
  if (reason) lines.push(reason[lang])
  if (next) {
    const { decision } = explainOrderOfTwoEntries(
      defaultRankingKeys,
      getRankingKey(totals),
      getRankingKey(next),
    )
    if (!decision) lines.push(t('display.reveal.equal'))
    else if (decision.key === defaultRankingKeys[0])
      lines.push(
        t('display.reveal.moreScore', {
          own: formatNumber(totals.totalScore, lang),
          next: formatNumber(next.totalScore, lang),
        }),
      )
    else
      lines.push(
        t('display.reveal.lessTime', {
          score: formatNumber(totals.totalScore, lang),
          own: formatMeasuredTimeOrDash(totals.totalTimeMs),
          next: formatMeasuredTimeOrDash(next.totalTimeMs),
        }),
      )
  }
  return lines
}
