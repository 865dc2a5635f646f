import { type SubmitEvent, useRef } from 'react'
import { personApi } from '#web/lib/person-api.ts'
import { useTranslation } from '#web/lib/texts.ts'
import fields from '#web/ui/field.module.css'
import { Field } from '#web/ui/field.tsx'
import page from '#web/ui/page.module.css'
import { SignInAgain } from '#web/ui/sign-in-again.tsx'
import { toast } from '#web/ui/toast.ts'
import { useSend } from '#web/ui/use-send.ts'
import styles from './account.module.css'

/** Asking for erasure, with the password. */
export function ErasureForm({ onAsked }: { onAsked: () => void }) {
  const { t } = useTranslation()
  const form = useRef<HTMLFormElement>(null)
  const { sending, errors, problem, again, send, refuse, forget } = useSend(form)
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const password = String(new FormData(event.currentTarget).get('erasePassword') ?? '')
    if (!password) return refuse(t('messages.formIncomplete'), { password: t('fieldErrors.required') })
    void send(async () => {
      const { message } = await personApi.own.askErasure(password)
      form.current?.reset()
      toast.success(message)
      onAsked()
      window.scrollTo(0, 0)
    })
  }
  return (
    <>
      <p>{t('account.dataPage.eraseText')}</p>
      <form ref={form} method="post" noValidate className={fields.form} onSubmit={submit}>
        <div role="alert">{problem ? <p className={fields.problem}>{problem.text}</p> : null}</div>
        <Field
          label={t('account.dataPage.erasePassword')}
          name="erasePassword"
          type="password"
          dir="ltr"
          autoComplete="current-password"
          required
          error={errors.password}
        />
        <button type="submit" className={`${page.ghost} ${styles.start}`} aria-disabled={sending}>
          {t('account.dataPage.eraseButton')}
        </button>
      </form>
      {again ? <SignInAgain onDone={again.go} onClose={forget} /> : null}
    </>
  )
}
