import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import { kindOfIdentity } from '#contract/rules/identity.ts'
import { ApiError } from '#web/shared/api/call.ts'
import { passSecondFactor, signIn } from '#web/shared/session/sign-in.ts'
import { session } from '#web/shared/session.ts'
import { useTranslation } from '#web/shared/texts.ts'
import page from '#web/shared/ui/page.module.css'
import fields from './field.module.css'
import { Field } from './field.tsx'
import styles from './sign-in-again.module.css'

/** Signs in again on top of a form whose session has ended. Somebody else who signs in begins anew: what was typed was not theirs. */
export function SignInAgain({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const { t } = useTranslation()
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const [challenge, setChallenge] = useState<string>()
  const [before] = useState(() => session.user()?.id)
  useEffect(() => {
    dialog.current?.showModal()
  }, [])

  const send = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const form = new FormData(event.currentTarget)
    const identity = String(form.get('identity') ?? '').trim()
    const password = String(form.get('again') ?? '')
    setBusy(true)
    setError(undefined)
    try {
      const done =
        challenge === undefined
          ? await signIn({ identity, kind: kindOfIdentity(identity), password, entrance: 'person' })
          : { user: await passSecondFactor(challenge, String(form.get('code') ?? '').trim()) }
      if ('challenge' in done) setChallenge(done.challenge)
      else if (before !== undefined && done.user.id !== before) window.location.assign('/account/')
      else onDone()
    } catch (problem) {
      setError((problem instanceof ApiError && problem.message) || t('messages.signInFailed'))
    }
    setBusy(false)
  }
  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby={`${id}title`} onClose={onClose}>
      <form method="post" noValidate className={fields.form} onSubmit={(event) => void send(event)}>
        <div>
          <h2 id={`${id}title`} className={styles.title}>
            {t('account.again.title')}
          </h2>
          <p className={styles.text}>{t('account.again.text')}</p>
        </div>
        <div role="alert">{error ? <p className={fields.problem}>{error}</p> : null}</div>
        {challenge === undefined ? (
          <>
            <Field label={t('session.identity')} name="identity" dir="ltr" autoComplete="username" required />
            <Field label={t('session.password')} name="again" type="password" dir="ltr" autoComplete="current-password" required />
          </>
        ) : (
          <Field label={t('session.secondFactor.code')} name="code" dir="ltr" autoComplete="one-time-code" required />
        )}
        <div className={styles.actions}>
          <button type="submit" className={page.button} aria-disabled={busy}>
            {t('account.again.submit')}
          </button>
          <button type="button" className={page.ghost} onClick={() => dialog.current?.close()}>
            {t('account.again.cancel')}
          </button>
        </div>
      </form>
    </dialog>
  )
}
