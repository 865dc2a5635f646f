import { useState } from 'react'
import type { SessionUser } from '#contract/session.ts'
import { ApiError } from '#web/shared/api/call.ts'
import { passSecondFactor } from '#web/shared/session/sign-in.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Field } from './field.tsx'
import styles from './form.module.css'
import { SessionForm } from './form.tsx'
import { SessionFrame } from './frame.tsx'
import { useProblem } from './problem.ts'

type Props = { challenge: string; onSignedIn: (user: SessionUser) => void; onStartAgain: (why?: string) => void; whole: boolean }

/** The code of the authenticator app, or a recovery code. */
export function SecondFactor({ challenge, onSignedIn, onStartAgain, whole }: Props) {
  const { t } = useTranslation()
  const textOf = useProblem()
  const [recovery, setRecovery] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()

  const submit = async (fields: FormData) => {
    const code = String(fields.get('code') ?? '').trim()
    if (!code) return setError(t('errors.second-factor-required'))
    setError(undefined)
    setBusy(true)
    try {
      return onSignedIn(await passSecondFactor(challenge, code))
    } catch (problem) {
      if (problem instanceof ApiError && problem.code === 'ticket-spent') return onStartAgain(t('session.secondFactor.tooLate'))
      setError(textOf(problem))
    }
    setBusy(false)
  }

  return (
    <SessionFrame
      title={t('session.secondFactor.title')}
      intro={t(recovery ? 'session.secondFactor.introRecovery' : 'session.secondFactor.intro')}
      whole={whole}
    >
      <SessionForm error={error} busy={busy} submit={t('session.secondFactor.submit')} onSubmit={submit}>
        <Field
          key={recovery ? 'recovery' : 'app'}
          label={t(recovery ? 'session.secondFactor.recoveryCode' : 'session.secondFactor.code')}
          name="code"
          inputMode={recovery ? 'text' : 'numeric'}
          autoComplete="one-time-code"
          autoFocus
          required
        />
      </SessionForm>
      <div className={styles.links}>
        <button type="button" className={styles.quiet} onClick={() => setRecovery(!recovery)}>
          {t(recovery ? 'session.secondFactor.useApp' : 'session.secondFactor.useRecovery')}
        </button>
        <button type="button" className={styles.quiet} onClick={() => onStartAgain()}>
          {t('session.secondFactor.again')}
        </button>
      </div>
    </SessionFrame>
  )
}
