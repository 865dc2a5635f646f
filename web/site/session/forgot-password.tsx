import { useState } from 'react'
import type { Entrance } from '#web/shared/api/session.ts'
import { sessionApi } from '#web/shared/session/sign-in.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { SiteLink } from '#web/shared/ui/site-link.tsx'
import { Field } from './field.tsx'
import styles from './form.module.css'
import { SessionForm } from './form.tsx'
import { SessionFrame } from './frame.tsx'
import { useProblem } from './problem.ts'

/** Where both entrances are. */
export const entrancePath = (entrance: Entrance) => (entrance === 'admin' ? '/admin/auth/signin/' : '/login/')

/** Asking for the link to a new password. */
export function ForgotPassword({ entrance }: { entrance: Entrance }) {
  const { t } = useTranslation()
  const textOf = useProblem()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const [missing, setMissing] = useState(false)
  const [sent, setSent] = useState(false)

  const submit = async (fields: FormData) => {
    const email = String(fields.get('email') ?? '').trim()
    setMissing(!email)
    if (!email) return setError(t('messages.formIncomplete'))
    setError(undefined)
    setBusy(true)
    try {
      await sessionApi.forgotPassword(email, entrance)
      setSent(true)
    } catch (problem) {
      setError(textOf(problem))
    }
    setBusy(false)
  }

  return (
    <SessionFrame
      title={t(sent ? 'session.forgot.sentTitle' : 'session.forgot.title')}
      intro={sent ? undefined : t('session.forgot.intro')}
    >
      {sent ? (
        <p role="status">{t('session.forgot.sent')}</p>
      ) : (
        <SessionForm error={error} busy={busy} submit={t('session.forgot.submit')} onSubmit={submit}>
          <Field
            label={t('session.email')}
            name="email"
            type="email"
            autoComplete="email"
            required
            error={missing ? t('fieldErrors.required') : undefined}
          />
        </SessionForm>
      )}
      <div className={styles.links}>
        <SiteLink to={entrancePath(entrance)}>{t('session.backToSignIn')}</SiteLink>
      </div>
    </SessionFrame>
  )
}
