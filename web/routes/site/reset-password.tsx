import { useSearchParams } from 'react-router'
import { SessionHead } from '#web/features/session/head.tsx'
import { ResetPassword } from '#web/features/session/reset-password.tsx'
import { useTranslation } from '#web/lib/texts.ts'

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
