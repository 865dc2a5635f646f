import { useState } from 'react'
import { passwordLength } from '#contract/rules/password.ts'
import type { Entrance } from '#web/shared/api/session.ts'
import { useLinkToken } from '#web/shared/session/link-token.ts'
import { sessionApi } from '#web/shared/session/sign-in.ts'
import { session } from '#web/shared/session.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { SiteLink } from '#web/shared/ui/site-link.tsx'
import { Field } from './field.tsx'
import { entrancePath } from './forgot-password.tsx'
import styles from './form.module.css'
import { SessionForm } from './form.tsx'
import { SessionFrame } from './frame.tsx'
import { useProblem } from './problem.ts'

type Problem = { form?: string; password?: string; confirm?: string }

/** Setting a new password with the token of the link, which stands after the # of the address. */
export function ResetPassword({ entrance }: { entrance: Entrance }) {
  const { t } = useTranslation()
  const textOf = useProblem()
  const { token, forget } = useLinkToken('reset')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem>({})
  const [done, setDone] = useState(false)

  const submit = async (fields: FormData) => {
    const password = String(fields.get('password') ?? '')
    const confirm = String(fields.get('confirm') ?? '')
    const required = t('fieldErrors.required')
    if (!password || !confirm)
      return setProblem({
        form: t('messages.formIncomplete'),
        ...(password ? {} : { password: required }),
        ...(confirm ? {} : { confirm: required }),
      })
    if (password.length < passwordLength.min) {
      const short = t('fieldErrors.too-short', { limit: passwordLength.min })
      return setProblem({ form: t('messages.formIncomplete'), password: short })
    }
    if (password !== confirm) return setProblem({ form: t('messages.passwordMismatch'), confirm: t('messages.passwordMismatch') })
    setProblem({})
    setBusy(true)
    try {
      await sessionApi.resetPassword(token ?? '', password, confirm)
      forget()
      session.clear()
      setDone(true)
    } catch (caught) {
      setProblem({ form: textOf(caught) })
    }
    setBusy(false)
  }

  const link = { signIn: <SiteLink to={entrancePath(entrance)}>{t('session.backToSignIn')}</SiteLink> }
  const again = (
    <SiteLink to={entrance === 'admin' ? '/forgot-password/?from=admin' : '/forgot-password/'}>{t('session.forgotLink')}</SiteLink>
  )
  if (done || token === '')
    return (
      <SessionFrame title={t(done ? 'session.reset.doneTitle' : 'session.reset.title')}>
        <p role="status">{t(done ? 'session.reset.done' : 'session.reset.noLink')}</p>
        <div className={styles.links}>
          {link.signIn}
          {done ? null : again}
        </div>
      </SessionFrame>
    )
  return (
    <SessionFrame title={t('session.reset.title')} intro={t('session.reset.intro', { min: passwordLength.min })}>
      <SessionForm error={problem.form} busy={busy} submit={t('session.reset.submit')} onSubmit={submit}>
        <Field label={t('session.reset.password')} name="password" secret autoComplete="new-password" required error={problem.password} />
        <Field label={t('session.reset.confirm')} name="confirm" secret autoComplete="new-password" required error={problem.confirm} />
      </SessionForm>
      <div className={styles.links}>
        {link.signIn}
        {again}
      </div>
    </SessionFrame>
  )
}
