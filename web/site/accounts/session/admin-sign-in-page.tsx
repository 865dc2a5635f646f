import { useSearchParams } from 'react-router'
import { useLang } from '#web/shared/language.ts'
import { sanitizeRedirectPath } from '#web/shared/redirect-path.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { NoindexPageMetadata } from '#web/shared/ui/noindex-page-metadata.tsx'
import { openPageWithMessageAndLanguage } from './open-page-after-sign-in.ts'
import { ProviderSignInButton } from './provider-button.tsx'
import { TwoStepSignInForm } from './sign-in-form.tsx'

/** Shows the sign-in page of administrators, which is also shown after they sign out. */
export default function AdminSignInPage() {
  const { t } = useTranslation()
  const lang = useLang()
  const [search] = useSearchParams()
  return (
    <>
      <NoindexPageMetadata title={t('session.adminTitle')} />
      <TwoStepSignInForm
        area="admin"
        alternative={<ProviderSignInButton />}
        onSignedIn={() => {
          const next = sanitizeRedirectPath(search.get('next'), '/admin/dashboard/')
          openPageWithMessageAndLanguage(
            next.startsWith('/admin/') ? next : '/admin/dashboard/',
            lang,
            t('messages.signedIn'),
          )
        }}
      />
    </>
  )
}
