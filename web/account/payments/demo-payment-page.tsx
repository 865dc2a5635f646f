import { useTranslation } from '#web/shared/texts.ts'
import type { Route } from './+types/demo-payment-page.ts'
import { DemoPaymentForm } from './demo-payment.tsx'
import { PaymentLayout } from './payment-layout.tsx'

/** Shows a page that takes the place of the gateway's page on a site with demo content. */
export default function DemoPaymentPage({ params }: Route.ComponentProps) {
  const { t } = useTranslation()
  return (
    <PaymentLayout title={t('payment.demo.title')} text={t('payment.demo.text')}>
      <DemoPaymentForm orderRef={params.orderRef} />
    </PaymentLayout>
  )
}
