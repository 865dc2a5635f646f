import { PaymentList } from '#web/features/payments-admin/payment-list.tsx'
import { useTranslation } from '#web/lib/texts.ts'

export default function Payments() {
  const { t } = useTranslation()
  return (
    <>
      <title>{`${t('adminPayments.title')} · ${t('name')}`}</title>
      <PaymentList />
    </>
  )
}
