import type { RecordedAttempt } from '#contract/judge-sheet.ts'
import { formatNumber } from '#web/shared/format.ts'
import { formatAttemptTime } from '#web/shared/format-attempt-time.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'

/** Returns a function that describes an attempt by a text with its points, its time and its judge. */
export const useAttemptFormatter = () => {
  const { t } = useTranslation()
  const lang = useLang()
  return (key: 'judge.sheet.correct' | 'judge.review.recorded', { score, timeMs, judgeName }: RecordedAttempt): string =>
    t(key, {
      points: formatNumber(score, lang),
      time: formatAttemptTime(timeMs),
      judge: judgeName ? `\u2068${judgeName}\u2069` : t('judge.sheet.noJudge'),
    })
}
