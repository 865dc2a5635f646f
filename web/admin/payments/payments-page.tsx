import { useTranslation } from '#web/shared/texts.ts'
import { PaymentList } from './payment-list.tsx'

export default function PaymentsPage() {
  const { t } = useTranslation()
  return (
    <>
      <title>{`${t('adminEntities.payment.many')} · ${t('name')}`}</title>
      <PaymentList />
    </>
  )
}
