import type { Attempt } from '#contract/event/scores/score.schema.ts'
import type { Language } from '#i18n/languages.ts'
import { formatAttemptTime, formatNumber } from '#web/shared/format.ts'
import type { Texts } from '#web/shared/texts.ts'

/**
 * Formats an attempt for one line: `Round 2 · Points: 80 · Time: 1:02.5`, and when it was corrected. The page
 * needs the texts `protests`.
 */
export const formatAttempt = (
  t: Texts['t'],
  lang: Language,
  formatDateTime: (instant: string) => string,
  { mission, round, score, timeMs, correctedAt }: Attempt,
): string =>
  [
    round ? round[lang] : t('protests.mission', { number: formatNumber(mission, lang) }),
    t('protests.points', { points: formatNumber(score, lang) }),
    ...(timeMs > 0 ? [t('protests.time', { time: formatAttemptTime(timeMs) })] : []),
    ...(correctedAt ? [t('scores.corrected', { time: formatDateTime(correctedAt) })] : []),
  ].join(' · ')
