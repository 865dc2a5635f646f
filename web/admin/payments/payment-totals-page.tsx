import { useTranslation } from '#web/shared/texts.ts'
import { PaymentTotals } from './payment-totals.tsx'

export default function PaymentTotalsPage() {
  const { t } = useTranslation()
  return (
    <>
      <title>{`${t('adminPayments.totals.title')} · ${t('name')}`}</title>
      <PaymentTotals />
    </>
  )
}
