import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { SessionHead } from '#web/features/session/head.tsx'
import { SignIn } from '#web/features/session/sign-in.tsx'
import { TokenLogin } from '#web/features/session/token-login.tsx'
import { keepToast } from '#web/lib/kept-toast.ts'
import { keepLanguage, useLang } from '#web/lib/language.ts'
import { safePath } from '#web/lib/safe-path.ts'
import { useTranslation } from '#web/lib/texts.ts'

/** Sign-in of students and coaches, which leads home or to `?next=/path`, and the token login `?token=…&next=/path`. */
export default function Login() {
  const { t } = useTranslation()
  const lang = useLang()
  const [search, setSearch] = useSearchParams()
  const [notice, setNotice] = useState<string>()
  const token = search.get('token')

  // a full load: every page starts anew with the person, in the language in which they signed in
  const go = (path: string) => {
    keepToast(t('messages.signedIn'))
    keepLanguage(lang)
    window.location.replace(path)
  }
  const failed = (why: string) => {
    setNotice(why)
    setSearch(lang === 'ar' ? { lang } : {}, { replace: true })
  }
  return (
    <>
      <SessionHead title={t('session.title')} />
      {token === null ? (
        <SignIn
          entrance="person"
          onSignedIn={(user) => go(user.role === 'admin' ? '/admin/dashboard/' : safePath(search.get('next')))}
          notice={notice}
        />
      ) : (
        <TokenLogin token={token} onSignedIn={() => go(safePath(search.get('next')))} onFailed={failed} />
      )}
    </>
  )
}
