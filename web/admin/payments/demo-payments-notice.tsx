import { Alert } from '@mantine/core'
import { useTranslation } from '#web/shared/texts.ts'
import { usePaymentMode } from './use-payment-mode.ts'

/** Says on the page of payments that the payment page is the stand-in of the demo content. */
export function DemoPaymentsNotice() {
  const { t } = useTranslation()
  const { demo } = usePaymentMode()
  if (!demo) return null
  return (
    <Alert color="yellow" mb="md" title={t('adminPayments.demoMode.title')} styles={{ title: { color: 'var(--mantine-color-text)' } }}>
      {t('adminPayments.demoMode.text')}
    </Alert>
  )
}
