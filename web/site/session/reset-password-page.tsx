import { useSearchParams } from 'react-router'
import { useTranslation } from '#web/shared/texts.ts'
import { ResetPasswordForm } from './reset-password-form.tsx'
import { SessionPageMeta } from './session-page-meta.tsx'

export default function ResetPasswordPage() {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  return (
    <>
      <SessionPageMeta title={t('session.reset.title')} />
      <ResetPasswordForm area={search.get('from') === 'admin' ? 'admin' : 'account'} />
    </>
  )
}
