import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { SessionHead } from '#web/features/session/head.tsx'
import { ResetPassword } from '#web/features/session/reset-password.tsx'

export default function ResetPasswordPage() {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  return (
    <>
      <SessionHead title={t('session.reset.title')} />
      <ResetPassword entrance={search.get('from') === 'admin' ? 'admin' : 'person'} />
    </>
  )
}
