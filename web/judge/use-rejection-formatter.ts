import type { SheetReview } from '#contract/sheet-review.ts'
import { useTranslation } from '#web/shared/texts.ts'

/** Returns a function that says who rejected a sheet, and why. */
export const useRejectionFormatter = () => {
  const { t } = useTranslation()
  return ({ reviewerName, reason }: SheetReview): string =>
    reviewerName
      ? t('judge.review.rejectedBy', { judge: `\u2068${reviewerName}\u2069`, reason: `\u2068${reason}\u2069` })
      : t('judge.review.rejectedByOrganizer', { reason: `\u2068${reason}\u2069` })
}
