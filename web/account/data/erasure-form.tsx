import { type SubmitEvent, useRef } from 'react'
import styles from '#web/account/account.module.css'
import { accountApi } from '#web/shared/api/account-api.ts'
import fields from '#web/shared/forms/field.module.css'
import { Field } from '#web/shared/forms/field.tsx'
import { SignInAgain } from '#web/shared/forms/sign-in-again.tsx'
import { useSend } from '#web/shared/forms/use-send.ts'
import { useTranslation } from '#web/shared/texts.ts'
import page from '#web/shared/ui/page.module.css'
import { toast } from '#web/shared/ui/toast.ts'

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
      const { message } = await accountApi.own.askErasure(password)
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
