import type { TFunction } from 'i18next'
import type { RevealStep } from '#contract/results.schema.ts'
import { isolateLeftToRight } from '#contract/rules/text.ts'
import { getRankingKey } from '#contract/scoring/ranking.ts'
import { defaultRankingKeys, explainEntryOrder } from '#contract/scoring/rule-set-explanation.ts'
import type { Language } from '#i18n/languages.ts'
import { formatMeasuredTime, formatNumber } from '#web/shared/format.ts'

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
        before: isolateLeftToRight(formatNumber(frozenTotals.totalScore, lang)),
        after: isolateLeftToRight(formatNumber(totals.totalScore, lang)),
      }),
    )
  const hasFewerPoints = frozenTotals !== null && frozenTotals.totalScore > totals.totalScore
  if (frozenTotals && !hasFewerPoints && frozenTotals.totalTimeMs > totals.totalTimeMs)
    lines.push(
      t('display.reveal.timeChange', {
        before: isolateLeftToRight(formatMeasuredTime(frozenTotals.totalTimeMs)),
        after: isolateLeftToRight(formatMeasuredTime(totals.totalTimeMs)),
      }),
    )
  if (reason) lines.push(reason[lang])
  if (next) {
    const { decision } = explainEntryOrder(defaultRankingKeys, getRankingKey(totals), getRankingKey(next))
    if (!decision) lines.push(t('display.reveal.equal'))
    else if (decision.key === defaultRankingKeys[0])
      lines.push(
        t('display.reveal.moreScore', {
          own: isolateLeftToRight(formatNumber(totals.totalScore, lang)),
          next: isolateLeftToRight(formatNumber(next.totalScore, lang)),
        }),
      )
    else
      lines.push(
        t('display.reveal.lessTime', {
          score: isolateLeftToRight(formatNumber(totals.totalScore, lang)),
          own: isolateLeftToRight(formatMeasuredTime(totals.totalTimeMs)),
          next: isolateLeftToRight(formatMeasuredTime(next.totalTimeMs)),
        }),
      )
  }
  return lines
}
