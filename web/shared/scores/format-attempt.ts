import type { Attempt } from '#contract/score.schema.ts'
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
    t('protests.points', { points: `\u2066${formatNumber(score, lang)}\u2069` }),
    ...(timeMs > 0 ? [t('protests.time', { time: `\u2066${formatAttemptTime(timeMs)}\u2069` })] : []),
    ...(correctedAt ? [t('scores.corrected', { time: `\u2068${formatDateTime(correctedAt)}\u2069` })] : []),
  ].join(' · ')
