import { useMemo } from 'react'
import type { RecordedAttempt } from '#contract/judge.ts'
import type { JudgeEventData, SheetReview } from '#contract/judge-sheet.schema.ts'
import { isolate } from '#contract/rules/text.ts'
import { formatCalendarDate, formatNumber } from '#web/shared/format.ts'
import { formatAttemptTime } from '#web/shared/format-attempt-time.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import type { PlainLabels, SheetRefusal } from './judge-rounds.ts'
import { useMatchPartFormatter } from './use-match-formats.ts'

/** Returns the labels of a sheet of an event without a rule set and of matches, in the language of the page. */
export const usePlainLabels = (): PlainLabels => {
  const { t } = useTranslation()
  const formatPart = useMatchPartFormatter()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the formatter changes with the language only, as `t` does
  return useMemo(() => {
    const toLabel = (text: string) => ({ en: text, ar: text })
    return {
      points: toLabel(t('judge.sheet.points')),
      time: toLabel(t('judge.sheet.time')),
      round: (number) => toLabel(t('judge.sheet.mission', { number })),
      match: (number, part, rules) => toLabel(t('judge.match.label', { number, part: formatPart(part, rules) })),
    }
  }, [t])
}

/** Returns a function that describes an attempt by a text with its points, its time and its judge. */
export const useAttemptFormatter = () => {
  const { t } = useTranslation()
  const lang = useLang()
  return (
    key: 'judge.sheet.correct' | 'judge.review.recorded' | 'judge.head.attempt',
    { score, timeMs, judgeName }: RecordedAttempt,
  ): string =>
    t(key, {
      points: formatNumber(score, lang),
      time: formatAttemptTime(timeMs),
      judge: judgeName ? `\u2068${judgeName}\u2069` : t('judge.sheet.noJudge'),
    })
}

/** Returns a function that says why the server rejects a sheet of a judge. */
export const useRefusalFormatter = () => {
  const { t } = useTranslation()
  const lang = useLang()
  const list = new Intl.ListFormat(lang, { type: 'conjunction' })
  return (refusal: SheetRefusal, { judge }: JudgeEventData['session']): string => {
    if (refusal.kind === 'closed') return t('judge.closed')
    if (refusal.kind === 'table')
      return t('judge.refusal.table', { table: isolate(refusal.table), tables: list.format(judge.tables.map((table) => isolate(table))) })
    if (refusal.kind === 'no-slot') return t('judge.refusal.noSlot', { tables: list.format(judge.tables.map((table) => isolate(table))) })
    return t('judge.refusal.day', {
      day: formatCalendarDate(refusal.day, lang),
      days: list.format(judge.days.map((day) => formatCalendarDate(day, lang))),
    })
  }
}

/** Returns a function that says who rejected a sheet, and why. */
export const useRejectionFormatter = () => {
  const { t } = useTranslation()
  return ({ reviewerName, reason }: SheetReview): string =>
    reviewerName
      ? t('judge.review.rejectedBy', { judge: `\u2068${reviewerName}\u2069`, reason: `\u2068${reason}\u2069` })
      : t('judge.review.rejectedByOrganizer', { reason: `\u2068${reason}\u2069` })
}
