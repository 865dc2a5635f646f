import { useNavigate } from 'react-router'
import { SessionHead } from '#web/features/session/head.tsx'
import { SignIn } from '#web/features/session/sign-in.tsx'
import { keepLanguage, useLang } from '#web/lib/language.ts'
import { useTranslation } from '#web/lib/texts.ts'
import { toast } from '#web/ui/toast.ts'

/** Sign-in of administrators; also where sign-out leads. */
export default function AdminSignIn() {
  const { t } = useTranslation()
  const lang = useLang()
  const navigate = useNavigate()
  return (
    <>
      <SessionHead title={t('session.adminTitle')} />
      <SignIn
        entrance="admin"
        onSignedIn={() => {
          toast.success(t('messages.signedIn'))
          // the addresses of the back office do not name it
          keepLanguage(lang)
          void navigate('/admin/dashboard/')
        }}
      />
    </>
  )
}
