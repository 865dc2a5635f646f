import { useSearchParams } from 'react-router'
import { useTranslation } from '#web/shared/texts.ts'
import { NoindexPageMetadata } from '#web/shared/ui/noindex-page-metadata.tsx'
import { ResetPasswordForm } from './reset-password-form.tsx'

export default function ResetPasswordPage() {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  return (
    <>
      <NoindexPageMetadata title={t('session.reset.title')} />
      <ResetPasswordForm area={search.get('from') === 'admin' ? 'admin' : 'account'} />
    </>
  )
}
