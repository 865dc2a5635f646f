import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { localizePath, useLang } from '#web/shared/language.ts'
import { sanitizeRedirectPath } from '#web/shared/redirect-path.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { NoindexPageMetadata } from '#web/shared/ui/noindex-page-metadata.tsx'
import { openPageAfterSignIn } from './open-page-after-sign-in.ts'
import { SignInForm } from './sign-in-form.tsx'
import { TokenSignIn } from './token-sign-in.tsx'

/** Shows the sign-in page of students and coaches. An address with `?token=…` signs in with that token. Afterwards `?next=`, a path on this site, is opened. */
export default function LoginPage() {
  const { t } = useTranslation()
  const lang = useLang()
  const [search, setSearch] = useSearchParams()
  const [notice, setNotice] = useState<string>()
  const token = search.get('token')

  const go = (path: string) => openPageAfterSignIn(path, lang, t('messages.signedIn'))
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
