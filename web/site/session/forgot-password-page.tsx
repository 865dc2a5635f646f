import { useSearchParams } from 'react-router'
import { useTranslation } from '#web/shared/texts.ts'
import { ForgotPassword } from './forgot-password.tsx'
import { SessionHead } from './head.tsx'

export default function ForgotPasswordPage() {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  return (
    <>
      <SessionHead title={t('session.forgot.title')} />
      <ForgotPassword area={search.get('from') === 'admin' ? 'admin' : 'account'} />
    </>
  )
}
