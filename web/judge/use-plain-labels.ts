import { useMemo } from 'react'
import { useTranslation } from '#web/shared/texts.ts'
import type { PlainLabels } from './judge-rounds.ts'

/** Returns the labels of a sheet of an event without a rule set, in the language of the page. */
export const usePlainLabels = (): PlainLabels => {
  const { t } = useTranslation()
  return useMemo(() => {
    const toLabel = (text: string) => ({ en: text, ar: text })
    return {
      points: toLabel(t('judge.sheet.points')),
      time: toLabel(t('judge.sheet.time')),
      round: (number) => toLabel(t('judge.sheet.mission', { number })),
    }
  }, [t])
}
