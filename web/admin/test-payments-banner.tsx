import { Alert } from '@mantine/core'
import { useTranslation } from '#web/shared/texts.ts'
import { usePaymentMode } from './payments/use-payment-mode.ts'

/** Warns everybody in the back office while payments are in test mode. The demo content has a notice of its own on the page of payments. */
export function TestPaymentsBanner() {
  const { t } = useTranslation()
  const { test, demo } = usePaymentMode()
  if (!test || demo) return null
  return (
    <Alert color="yellow" mb="md" title={t('adminPayments.testMode.title')} styles={{ title: { color: 'var(--mantine-color-text)' } }}>
      {t('adminPayments.testMode.text')}
    </Alert>
  )
}
