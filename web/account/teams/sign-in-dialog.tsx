import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import { kindOfIdentity } from '#contract/rules/identity.ts'
import type { SessionUser } from '#contract/session.ts'
import { ApiError } from '#web/shared/api/call.ts'
import fields from '#web/shared/forms/field.module.css'
import { Field } from '#web/shared/forms/field.tsx'
import { passSecondFactor, signIn } from '#web/shared/session/sign-in.ts'
import { useTranslation } from '#web/shared/texts.ts'
import page from '#web/shared/ui/page.module.css'
import styles from './dialog.module.css'

type Props = { onDone: (user: SessionUser) => void; onClose: () => void; problem?: string | undefined }

/** Signs in again on top of a form whose session has ended. */
export function SignInDialog({ onDone, onClose, problem }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const busy = useRef(false)
  const [sending, setSending] = useState(false)
  const [error, setError] = useState<string>()
  const [challenge, setChallenge] = useState<string>()
  useEffect(() => {
    dialog.current?.showModal()
  }, [])

  const send = async (form: FormData) => {
    const text = (name: string) => String(form.get(name) ?? '').trim()
    if (busy.current) return
    if (challenge === undefined && (!text('identity') || !form.get('password'))) return setError(t('messages.loginIncomplete'))
    busy.current = true
    setSending(true)
    setError(undefined)
    try {
      if (challenge !== undefined) onDone(await passSecondFactor(challenge, text('code')))
      else {
        const identity = text('identity')
        const password = String(form.get('password') ?? '')
        const done = await signIn({ identity, kind: kindOfIdentity(identity), password, entrance: 'person' })
        if ('challenge' in done) setChallenge(done.challenge)
        else onDone(done.user)
      }
    } catch (thrown) {
      if (thrown instanceof ApiError && thrown.code === 'ticket-spent') setChallenge(undefined)
      const offline = thrown instanceof ApiError && thrown.code === 'offline'
      setError(offline ? t('session.offline') : (thrown instanceof ApiError && thrown.message) || t('messages.signInFailed'))
    }
    busy.current = false
    setSending(false)
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    void send(new FormData(event.currentTarget))
  }

  const told = error ?? problem
  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby={`${id}title`} onClose={onClose}>
      <form method="post" noValidate className={fields.form} onSubmit={submit}>
        <div>
          <h2 id={`${id}title`} className={styles.title}>
            {t('ownTeams.signIn.title')}
          </h2>
          <p className={styles.text}>{t('ownTeams.signIn.text')}</p>
        </div>
        <div role="alert">{told ? <p className={fields.problem}>{told}</p> : null}</div>
        {challenge === undefined ? (
          <>
            <Field label={t('session.identity')} name="identity" dir="ltr" autoComplete="username" required />
            <Field label={t('session.password')} name="password" type="password" dir="ltr" autoComplete="current-password" required />
          </>
        ) : (
          <Field label={t('session.secondFactor.code')} name="code" dir="ltr" inputMode="numeric" autoComplete="one-time-code" required />
        )}
        <div className={styles.actions}>
          <button type="submit" className={page.button} aria-disabled={sending}>
            {sending ? t('session.submitting') : t('session.submit')}
          </button>
          <button type="button" className={page.ghost} onClick={() => dialog.current?.close()}>
            {t('ownTeams.signIn.close')}
          </button>
        </div>
      </form>
    </dialog>
  )
}
