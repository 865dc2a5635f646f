import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { SignInArea } from '#contract/accounts/session.ts'
import { sessionApi } from '#web/shared/accounts/session/sign-in.ts'
import { TextField } from '#web/shared/forms/fields.tsx'
import { Form, SubmitButton } from '#web/shared/forms/form.tsx'
import { useSubmitRunner } from '#web/shared/forms/use-submit.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { NoindexPageMetadata } from '#web/shared/ui/noindex-page-metadata.tsx'
import styles from './session.module.css'
import { BackToSignInLink, SessionPageLayout } from './session-page-layout.tsx'

/** Shows a form that requests an email with a link to set a new password. */
function ForgotPasswordForm({ area }: { area: SignInArea }) {
  const { t } = useTranslation()
  const { submitting, failure, submit, reject } = useSubmitRunner()
  const [sent, setSent] = useState(false)
  const send = (email: string) => {
    if (!email) return reject(t('messages.formIncomplete'), { email: t('fieldErrors.required') })
    void submit(async () => {
      await sessionApi.forgotPassword(email, area)
      setSent(true)
    })
  }
  return (
    <SessionPageLayout
      title={t(sent ? 'session.forgot.sentTitle' : 'session.forgot.title')}
      intro={sent ? undefined : t('session.forgot.intro')}
    >
      {sent ? (
        <p role="status">{t('session.forgot.sent')}</p>
      ) : (
        <Form failure={failure} onSubmit={(text) => send(text('email'))}>
          <TextField
            label={t('session.email')}
            name="email"
            type="email"
            dir="ltr"
            autoComplete="email"
            spellCheck={false}
            autoCapitalize="none"
            required
            error={failure?.fields.email}
          />
          <SubmitButton submitting={submitting}>{t('session.forgot.submit')}</SubmitButton>
        </Form>
      )}
      <div className={styles.links}>
        <BackToSignInLink area={area} />
      </div>
    </SessionPageLayout>
  )
}

export default function ForgotPasswordPage() {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  return (
    <>
      <NoindexPageMetadata title={t('session.forgot.title')} />
      <ForgotPasswordForm area={search.get('from') === 'admin' ? 'admin' : 'account'} />
    </>
  )
}
