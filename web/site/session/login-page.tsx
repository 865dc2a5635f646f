import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { keepToast } from '#web/shared/flash-message.ts'
import { keepLanguage, useLang } from '#web/shared/language.ts'
import { safePath } from '#web/shared/safe-path.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { SessionHead } from './head.tsx'
import { SignIn } from './sign-in.tsx'
import { TokenLogin } from './token-login.tsx'

/** Sign-in of students and coaches (then on to `next`, a path on this site), and the token login `?token=…&next=/path`. */
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
          onSignedIn={(user) => go(safePath(search.get('next'), user.role === 'admin' ? '/admin/dashboard/' : '/'))}
          notice={notice}
        />
      ) : (
        <TokenLogin token={token} onSignedIn={() => go(safePath(search.get('next')))} onFailed={failed} />
      )}
    </>
  )
}
