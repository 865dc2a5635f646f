import { useNavigate } from 'react-router'
import { saveLanguage, useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { toast } from '#web/shared/ui/toast.ts'
import { SessionPageMeta } from './session-page-meta.tsx'
import { SignInForm } from './sign-in-form.tsx'

/** Sign-in of administrators; also where sign-out leads. */
export default function AdminSignInPage() {
  const { t } = useTranslation()
  const lang = useLang()
  const navigate = useNavigate()
  return (
    <>
      <SessionPageMeta title={t('session.adminTitle')} />
      <SignInForm
        area="admin"
        onSignedIn={() => {
          toast.success(t('messages.signedIn'))
          // the addresses of the back office do not name it
          saveLanguage(lang)
          void navigate('/admin/dashboard/')
        }}
      />
    </>
  )
}
