import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { saveFlashMessage } from '#web/shared/flash-message.ts'
import { localizePath, saveLanguage, useLang } from '#web/shared/language.ts'
import { sanitizeRedirectPath } from '#web/shared/redirect-path.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { NoindexPageMetadata } from '#web/shared/ui/noindex-page-metadata.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { TokenSignIn } from './token-sign-in.tsx'

/** Shows the sign-in of students and coaches, or signs in with the token of `?token=…`. Both continue to `?next=`, a path on this site. */
export default function LoginPage() {
  const { t } = useTranslation()
  const lang = useLang()
  const [search, setSearch] = useSearchParams()
  const [notice, setNotice] = useState<string>()
  const token = search.get('token')

  // a full load: every page starts anew with the person, in the language in which they signed in
  const go = (path: string) => {
    saveFlashMessage({ kind: 'success', text: t('messages.signedIn') })
    saveLanguage(lang)
    window.location.replace(path)
  }
  const failed = (why: string) => {
    setNotice(why)
    setSearch(lang === 'ar' ? { lang } : {}, { replace: true })
  }
  return (
    <>
      <NoindexPageMetadata title={t('session.title')} />
      {token === null ? (
        <SignInForm
          area="account"
          onSignedIn={(user) => go(sanitizeRedirectPath(search.get('next'), user.role === 'admin' ? '/admin/dashboard/' : '/'))}
          notice={notice}
        />
      ) : (
        <TokenSignIn
          token={token}
          onSignedIn={() => go(sanitizeRedirectPath(search.get('next')))}
          onCancelled={() => window.location.replace(localizePath('/', lang))}
          onFailed={failed}
        />
      )}
    </>
  )
}
