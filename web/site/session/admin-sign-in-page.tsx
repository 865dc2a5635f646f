import { useNavigate } from 'react-router'
import { saveLanguage, useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { toast } from '#web/shared/ui/toast.ts'
import { SessionHead } from './head.tsx'
import { SignIn } from './sign-in.tsx'

/** Sign-in of administrators; also where sign-out leads. */
export default function AdminSignIn() {
  const { t } = useTranslation()
  const lang = useLang()
  const navigate = useNavigate()
  return (
    <>
      <SessionHead title={t('session.adminTitle')} />
      <SignIn
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
