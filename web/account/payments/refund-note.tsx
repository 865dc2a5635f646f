import type { Payment } from '#contract/payment.schema.ts'
import { formatMoney } from '#web/shared/format.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'

/** Says how much of a payment was refunded, and when. Renders nothing without a refund. */
export function RefundNote({ payment: { amount, refundedAmount, refundedAt, currency } }: { payment: Payment }) {
  const { t } = useTranslation()
  const lang = useLang()
  const { formatDate } = useDateFormat()
  if (refundedAt === null) return null
  const date = formatDate(refundedAt)
  const refunded = `\u2068${formatMoney({ amount: refundedAmount, currency }, lang)}\u2069`
  return (
    <p>
      {refundedAmount < amount ? t('payment.receipt.refundedPart', { amount: refunded, date }) : t('payment.receipt.refunded', { date })}
    </p>
  )
}
