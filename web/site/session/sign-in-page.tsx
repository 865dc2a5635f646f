import { useEffect, useEffectEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { SessionUser } from '#contract/session.ts'
import { ApiError } from '#web/shared/api/call.ts'
import { localizePath, useLang } from '#web/shared/language.ts'
import { sanitizeRedirectPath } from '#web/shared/redirect-path.ts'
import { findUserOfToken, replaceSessionAndDeleteDrafts } from '#web/shared/session/sign-in.ts'
import { session } from '#web/shared/session.ts'
import { useTranslation } from '#web/shared/texts.ts'
import page from '#web/shared/ui/page.module.css'
import { PageMetadata } from '#web/site/layout/page-metadata.tsx'
import { openPageWithFlashMessage } from './open-page-after-sign-in.ts'
import styles from './registration.module.css'
import { SessionPageLayout } from './session-page-layout.tsx'
import { SignInForm } from './sign-in-form.tsx'

type Props = {
  token: string
  onSignedIn: () => void
  onCancelled: () => void
  onFailed: (why: string) => void
}

/** Returns true when a page of this site has the link. A link without a referrer may come from anywhere. */
const isFromThisSite = () =>
  document.referrer !== '' && new URL(document.referrer).origin === window.location.origin

/**
 * Signs in with a token that came in the address. It asks before, when the browser has a session or the link
 * may come from elsewhere, so that no link signs people in to another user unnoticed.
 */
function TokenSignIn({ token, onSignedIn, onCancelled, onFailed }: Props) {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<{ user: SessionUser; current: SessionUser | undefined }>()
  const [submitting, setSubmitting] = useState(false)
  const fail = (problem: unknown) =>
    onFailed(
      problem instanceof ApiError && problem.status === 401
        ? t('session.tokenBad')
        : (problem instanceof ApiError && problem.message) || t('session.offline'),
    )
  const run = async () => {
    setSubmitting(true)
    await replaceSessionAndDeleteDrafts(token).then(onSignedIn, fail)
  }
  const decide = useEffectEvent((user: SessionUser | undefined) => {
    if (!user) return onFailed(t('session.tokenBad'))
    if (user.role === 'admin') return onFailed(t('session.tokenOfAdmin'))
    if (!session.getToken() && isFromThisSite()) return void run()
    setAsked({ user, current: session.getUser() })
  })
  const failed = useEffectEvent(fail)
  useEffect(() => {
    let left = false
    findUserOfToken(token).then(
      (user) => {
        if (!left) decide(user)
      },
      (problem: unknown) => {
        if (!left) failed(problem)
      },
    )
    return () => {
      left = true
    }
  }, [token])
  if (!asked || submitting)
    return (
      <SessionPageLayout title={t('session.title')}>
        <p role="status">{t('session.tokenChecking')}</p>
      </SessionPageLayout>
    )
  const { user, current } = asked
  return (
    <SessionPageLayout
      title={t('session.continueAs', { name: `\u2068${user.name}\u2069` })}
      intro={
        current
          ? t('session.continueReplaces', { name: `\u2068${current.name}\u2069` })
          : t('session.continueIntro')
      }
    >
      <div className={styles.actions}>
        <button type="button" className={page.button} onClick={() => void run()}>
          {t('session.continue')}
        </button>
        <button type="button" className={page.ghost} onClick={onCancelled}>
          {t('session.continueCancel')}
        </button>
      </div>
    </SessionPageLayout>
  )
}

/**
 * Shows the sign-in page of students and coaches. An address with `?token=…` signs in with that token.
 * Afterwards `?next=`, a path on this site, is opened.
 */
export default function SignInPage() {
  const { t } = useTranslation()
  const lang = useLang()
  const [search, setSearch] = useSearchParams()
  const [notice, setNotice] = useState<string>()
  const token = search.get('token')

  const go = (path: string) => openPageWithFlashMessage(path, lang, t('messages.signedIn'))
  const failed = (why: string) => {
    setNotice(why)
    setSearch(lang === 'ar' ? { lang } : {}, { replace: true })
  }
  return (
    <>
      <PageMetadata
        title={t('session.title')}
        description={t('session.description')}
        path="/login/"
        noindex={token !== null}
      />
      {token === null ? (
        <SignInForm
          area="account"
          onSignedIn={(user) =>
            go(sanitizeRedirectPath(search.get('next'), user.role === 'admin' ? '/admin/dashboard/' : '/'))
          }
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
