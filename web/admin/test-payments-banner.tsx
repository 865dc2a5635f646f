import { Alert } from '@mantine/core'
import { useEffect, useState } from 'react'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { useTranslation } from '#web/shared/texts.ts'

/** Warns everybody in the back office while payments are in test mode. */
export function TestPaymentsBanner() {
  const { t } = useTranslation()
  const [isTestMode, setIsTestMode] = useState(false)
  useEffect(() => {
    const controller = new AbortController()
    adminApi.payments.isTestMode(controller.signal).then(setIsTestMode, () => {})
    return () => controller.abort()
  }, [])
  if (!isTestMode) return null
  return (
    <Alert color="yellow" mb="md" title={t('adminPayments.testMode.title')} styles={{ title: { color: 'var(--mantine-color-text)' } }}>
      {t('adminPayments.testMode.text')}
    </Alert>
  )
}
