import { useSearchParams } from 'react-router'
import { ForgotPassword } from '#web/features/session/forgot-password.tsx'
import { SessionHead } from '#web/features/session/head.tsx'
import { useTranslation } from '#web/lib/texts.ts'

export default function ForgotPasswordPage() {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  return (
    <>
      <SessionHead title={t('session.forgot.title')} />
      <ForgotPassword entrance={search.get('from') === 'admin' ? 'admin' : 'person'} />
    </>
  )
}
