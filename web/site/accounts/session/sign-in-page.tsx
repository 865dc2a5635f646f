import { useEffect, useEffectEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { SessionUser } from '#contract/accounts/session.ts'
import { sessionApi, signInWithLinkAndDeleteDrafts } from '#web/shared/accounts/session/sign-in.ts'
import type { StartedSignIn } from '#web/shared/accounts/session/use-sign-in.ts'
import { ApiError } from '#web/shared/api/call.ts'
import type { SecondStep } from '#web/shared/api/session.ts'
import { localizePath, useLang } from '#web/shared/language.ts'
import { sanitizeRedirectPath } from '#web/shared/redirect-path.ts'
import { session } from '#web/shared/session.ts'
import { useTranslation } from '#web/shared/texts.ts'
import page from '#web/shared/ui/page.module.css'
import { PageMetadata } from '#web/site/layout/page-metadata.tsx'
import { openPageWithMessageAndLanguage } from './open-page-after-sign-in.ts'
import styles from './registration.module.css'
import { SessionPageLayout } from './session-page-layout.tsx'
import { TwoStepSignInForm } from './sign-in-form.tsx'

type Props = {
  token: string
  onSignedIn: () => void
  onCodeNeeded: (step: SecondStep) => void
  onCancelled: () => void
  onFailed: (why: string) => void
}

/** Returns true when a page of this site has the link. A link without a referrer may come from anywhere. */
const isFromThisSite = () =>
  document.referrer !== '' && new URL(document.referrer).origin === window.location.origin

/**
 * Signs in with the token of a sign-in link. It asks before, when the browser has a session or the link may
 * come from elsewhere, so that no link signs people in to another user unnoticed.
 */
function LinkSignIn({ token, onSignedIn, onCodeNeeded, onCancelled, onFailed }: Props) {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<{ user: SessionUser; current: SessionUser | undefined }>()
  const [submitting, setSubmitting] = useState(false)
  const fail = (problem: unknown) => {
    if (!(problem instanceof ApiError)) return onFailed(t('session.offline'))
    if (problem.code === 'wrong-role') return onFailed(t('session.tokenOfAdmin'))
    const isBad = problem.status >= 400 && problem.status < 500 && problem.status !== 429
    onFailed(isBad ? t('session.tokenBad') : problem.message || t('session.offline'))
  }
  const run = async () => {
    setSubmitting(true)
    await signInWithLinkAndDeleteDrafts(token).then(
      (result) => ('user' in result ? onSignedIn() : onCodeNeeded(result)),
      fail,
    )
  }
  const decide = useEffectEvent((user: SessionUser) => {
    if (!session.getToken() && isFromThisSite()) return void run()
    setAsked({ user, current: session.getUser() })
  })
  const failed = useEffectEvent(fail)
  useEffect(() => {
    let left = false
    sessionApi.getUserOfLink(token).then(
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
      title={t('session.continueAs', { name: user.name })}
      intro={current ? t('session.continueReplaces', { name: current.name }) : t('session.continueIntro')}
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
  const [started, setStarted] = useState<StartedSignIn>()
  const token = search.get('token')
  const next = search.get('next')

  const go = (path: string) => openPageWithMessageAndLanguage(path, lang, t('messages.signedIn'))
  /** Shows the sign-in form in place of the link. */
  const leaveLink = (kept: Record<string, string> = {}) =>
    setSearch({ ...(lang === 'ar' ? { lang } : {}), ...kept }, { replace: true })
  const failed = (why: string) => {
    setNotice(why)
    leaveLink()
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
        <TwoStepSignInForm
          area="account"
          onSignedIn={(user) =>
            go(sanitizeRedirectPath(next, user.role === 'admin' && !started ? '/admin/dashboard/' : '/'))
          }
          notice={notice}
          started={started}
        />
      ) : (
        <LinkSignIn
          token={token}
          onSignedIn={() => go(sanitizeRedirectPath(next))}
          onCodeNeeded={(step) => {
            setStarted({ ...step, linkToken: token })
            leaveLink(next === null ? {} : { next })
          }}
          onCancelled={() => window.location.replace(localizePath('/', lang))}
          onFailed={failed}
        />
      )}
    </>
  )
}
