import { useSearchParams } from 'react-router'
import { useTranslation } from '#web/shared/texts.ts'
import { SessionHead } from './head.tsx'
import { ResetPassword } from './reset-password.tsx'

export default function ResetPasswordPage() {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  return (
    <>
      <SessionHead title={t('session.reset.title')} />
      <ResetPassword area={search.get('from') === 'admin' ? 'admin' : 'account'} />
    </>
  )
}
