import { useSearchParams } from 'react-router'
import { useTranslation } from '#web/shared/texts.ts'
import { NoindexPageMetadata } from '#web/shared/ui/noindex-page-metadata.tsx'
import { ForgotPasswordForm } from './forgot-password-form.tsx'

export default function ForgotPasswordPage() {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  return (
    <>
      <NoindexPageMetadata title={t('session.forgot.title')} />
      <ForgotPasswordForm area={search.get('from') === 'admin' ? 'admin' : 'account'} />
    </>
  )
}
