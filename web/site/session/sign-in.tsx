import { useState } from 'react'
import { kindOfIdentity } from '#contract/rules/identity.ts'
import type { SessionUser } from '#contract/session.ts'
import { ApiError } from '#web/shared/api/call.ts'
import type { Entrance } from '#web/shared/api/session.ts'
import { sessionApi, signIn } from '#web/shared/session/sign-in.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { SiteLink } from '#web/shared/ui/site-link.tsx'
import { Field } from './field.tsx'
import styles from './form.module.css'
import { SessionForm } from './form.tsx'
import { SessionFrame } from './frame.tsx'
import { useProblem } from './problem.ts'
import { SecondFactor } from './second-factor.tsx'

type Props = {
  entrance: Entrance
  onSignedIn: (user: SessionUser) => void /** Something to say before the first try. */
  notice?: string | undefined
}

/** Signing in, both steps. What was typed stays after a failure. */
export function SignIn({ entrance, onSignedIn, notice }: Props) {
  const { t } = useTranslation()
  const textOf = useProblem()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const [empty, setEmpty] = useState({ identity: false, password: false })
  const [challenge, setChallenge] = useState<string>()
  const [waiting, setWaiting] = useState<string>()
  const [sentAgain, setSentAgain] = useState<string>()

  const submit = async (fields: FormData) => {
    const identity = String(fields.get('identity') ?? '').trim()
    const password = String(fields.get('password') ?? '')
    setEmpty({ identity: !identity, password: !password })
    if (!identity || !password) return setError(t('messages.loginIncomplete'))
    setError(undefined)
    setWaiting(undefined)
    setSentAgain(undefined)
    setBusy(true)
    try {
      const done = await signIn({ identity, kind: kindOfIdentity(identity), password, entrance })
      // the page stays busy until the next one is there
      if ('user' in done) return onSignedIn(done.user)
      setChallenge(done.challenge)
    } catch (problem) {
      if (problem instanceof ApiError && problem.code === 'email-unconfirmed') setWaiting(identity)
      setError(textOf(problem))
    }
    setBusy(false)
  }

  const sendAgain = async (identity: string) => {
    try {
      setSentAgain((await sessionApi.sendConfirmation(identity, kindOfIdentity(identity))).message)
    } catch (problem) {
      setSentAgain(textOf(problem))
    }
  }
  const startAgain = (why?: string) => {
    setChallenge(undefined)
    setError(why)
  }
  if (challenge !== undefined)
    return <SecondFactor challenge={challenge} onSignedIn={onSignedIn} onStartAgain={startAgain} whole={entrance === 'admin'} />

  const admin = entrance === 'admin'
  const required = t('fieldErrors.required')
  return (
    <SessionFrame
      title={t(admin ? 'session.adminTitle' : 'session.welcome')}
      intro={t(admin ? 'session.adminIntro' : 'session.intro')}
      whole={admin}
    >
      <SessionForm error={error ?? notice} busy={busy} submit={t('session.submit')} submitting={t('session.submitting')} onSubmit={submit}>
        <Field
          label={t(admin ? 'session.email' : 'session.identity')}
          name="identity"
          autoComplete="username"
          inputMode={admin ? 'email' : 'text'}
          required
          error={empty.identity ? required : undefined}
        />
        <Field
          label={t('session.password')}
          name="password"
          secret
          autoComplete="current-password"
          required
          error={empty.password ? required : undefined}
        />
      </SessionForm>
      {waiting === undefined ? null : (
        <p role="status" className={styles.again}>
          {sentAgain ?? (
            <button type="button" className={styles.quiet} onClick={() => void sendAgain(waiting)}>
              {t('session.sendAgain')}
            </button>
          )}
        </p>
      )}
      <div className={styles.links}>
        {admin ? null : <SiteLink to="/register/">{t('session.register')}</SiteLink>}
        <SiteLink to={admin ? '/forgot-password/?from=admin' : '/forgot-password/'}>{t('session.forgotLink')}</SiteLink>
        {admin ? (
          <SiteLink to="/login/">{t('session.toPerson')}</SiteLink>
        ) : (
          <SiteLink to="/admin/auth/signin/">{t('session.toAdmin')}</SiteLink>
        )}
      </div>
    </SessionFrame>
  )
}
