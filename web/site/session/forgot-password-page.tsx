import { useSearchParams } from 'react-router'
import { useTranslation } from '#web/shared/texts.ts'
import { ForgotPasswordForm } from './forgot-password-form.tsx'
import { SessionPageMeta } from './session-page-meta.tsx'

export default function ForgotPasswordPage() {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  return (
    <>
      <SessionPageMeta title={t('session.forgot.title')} />
      <ForgotPasswordForm area={search.get('from') === 'admin' ? 'admin' : 'account'} />
    </>
  )
}
