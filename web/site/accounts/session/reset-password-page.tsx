import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { SignInArea } from '#contract/accounts/session.ts'
import { passwordLength } from '#contract/accounts/user.ts'
import { sessionApi } from '#web/shared/accounts/session/sign-in.ts'
import { useLinkTokenMovedToStorage } from '#web/shared/accounts/session/use-link-token.ts'
import { findNewPasswordFailure } from '#web/shared/accounts/session/validate-new-password.ts'
import { Form, SubmitButton } from '#web/shared/forms/form.tsx'
import { PasswordField } from '#web/shared/forms/password-field.tsx'
import { useSubmitRunner } from '#web/shared/forms/use-submit.ts'
import { session } from '#web/shared/session.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { LocalizedLink } from '#web/shared/ui/localized-link.tsx'
import { NoindexPageMetadata } from '#web/shared/ui/noindex-page-metadata.tsx'
import styles from './session.module.css'
import { BackToSignInLink, SessionPageLayout } from './session-page-layout.tsx'

/**
 * Shows a form that sets a new password with the token of the emailed link, which is after the # of the URL.
 */
function ResetPasswordForm({ area }: { area: SignInArea }) {
  const { t } = useTranslation()
  const { token, forget } = useLinkTokenMovedToStorage('reset')
  const { submitting, failure, submit, reject } = useSubmitRunner()
  const [done, setDone] = useState(false)

  const reset = (password: string, confirm: string) => {
    const problem = findNewPasswordFailure(t, { password, confirm })
    if (problem) return reject(problem.message, problem.fields)
    void submit(async () => {
      await sessionApi.resetPassword(token ?? '', password, confirm)
      forget()
      session.clear()
      setDone(true)
    })
  }

  const signInLink = <BackToSignInLink area={area} />
  const newLink = (
    <LocalizedLink to={area === 'admin' ? '/forgot-password/?from=admin' : '/forgot-password/'}>
      {t('session.forgotLink')}
    </LocalizedLink>
  )
  if (done || token === '')
    return (
      <SessionPageLayout title={t(done ? 'session.reset.doneTitle' : 'session.reset.title')}>
        <p role="status">{t(done ? 'session.reset.done' : 'session.reset.noLink')}</p>
        <div className={styles.links}>
          {signInLink}
          {done ? null : newLink}
        </div>
      </SessionPageLayout>
    )
  return (
    <SessionPageLayout
      title={t('session.reset.title')}
      intro={t('session.reset.intro', { min: passwordLength.min })}
    >
      <Form
        failure={failure}
        onSubmit={(_, data) => reset(String(data.get('password') ?? ''), String(data.get('confirm') ?? ''))}
      >
        {(['password', 'confirm'] as const).map((name) => (
          <PasswordField
            key={name}
            label={t(`session.reset.${name}`)}
            name={name}
            autoComplete="new-password"
            required
            error={failure?.fields[name]}
          />
        ))}
        <SubmitButton submitting={submitting} isReady={token !== undefined}>
          {t('session.reset.submit')}
        </SubmitButton>
      </Form>
      <div className={styles.links}>
        {signInLink}
        {newLink}
      </div>
    </SessionPageLayout>
  )
}

export default function ResetPasswordPage() {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  return (
    <>
      <NoindexPageMetadata title={t('session.reset.title')} />
      <ResetPasswordForm area={search.get('from') === 'admin' ? 'admin' : 'account'} />
    </>
  )
}
