import { useNavigate, useSearchParams } from 'react-router'
import { saveLanguage, useLang } from '#web/shared/language.ts'
import { sanitizeRedirectPath } from '#web/shared/redirect-path.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { NoindexPageMetadata } from '#web/shared/ui/noindex-page-metadata.tsx'
import { toast } from '#web/shared/ui/toast.ts'
import { SignInForm } from './sign-in-form.tsx'

/** Shows the sign-in of administrators. Their sign-out leads here. */
export default function AdminSignInPage() {
  const { t } = useTranslation()
  const lang = useLang()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  return (
    <>
      <NoindexPageMetadata title={t('session.adminTitle')} />
      <SignInForm
        area="admin"
        onSignedIn={() => {
          toast.success(t('messages.signedIn'))
          // the addresses of the back office do not name it
          saveLanguage(lang)
          const next = sanitizeRedirectPath(search.get('next'), '/admin/dashboard/')
          void navigate(next.startsWith('/admin/') ? next : '/admin/dashboard/')
        }}
      />
    </>
  )
}
