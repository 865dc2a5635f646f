import { type SubmitEvent, useRef } from 'react'
import { passwordLength } from '#contract/rules/password.ts'
import styles from '#web/account/account.module.css'
import { accountApi } from '#web/shared/api/account-api.ts'
import fields from '#web/shared/forms/field.module.css'
import { Field } from '#web/shared/forms/field.tsx'
import { SignInAgain } from '#web/shared/forms/sign-in-again.tsx'
import { useSend } from '#web/shared/forms/use-send.ts'
import { useTranslation } from '#web/shared/texts.ts'
import page from '#web/shared/ui/page.module.css'
import { toast } from '#web/shared/ui/toast.ts'

const names = ['current', 'next', 'confirm'] as const

/** A new password, with the old one. */
export function PasswordForm({ onChanged }: { onChanged: () => void }) {
  const { t } = useTranslation()
  const form = useRef<HTMLFormElement>(null)
  const { sending, errors, problem, again, send, refuse, forget } = useSend(form)
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const all = new FormData(event.currentTarget)
    const [current, next, confirm] = names.map((name) => String(all.get(name) ?? '')) as [string, string, string]
    const missing = Object.entries({ current, next, confirm }).filter(([, value]) => !value)
    const required = t('fieldErrors.required')
    if (missing.length > 0) return refuse(t('messages.formIncomplete'), Object.fromEntries(missing.map(([name]) => [name, required])))
    if (next.length < passwordLength.min)
      return refuse(t('messages.formIncomplete'), { next: t('fieldErrors.too-short', { limit: passwordLength.min }) })
    if (next !== confirm) return refuse(t('messages.passwordMismatch'), { confirm: t('messages.passwordMismatch') })
    void send(async () => {
      const { message } = await accountApi.account.changePassword(current, next, confirm)
      form.current?.reset()
      toast.success(message)
      onChanged()
    })
  }
  return (
    <>
      <form ref={form} method="post" noValidate className={fields.form} onSubmit={submit}>
        <div role="alert">{problem ? <p className={fields.problem}>{problem.text}</p> : null}</div>
        {names.map((name) => (
          <Field
            key={name}
            label={t(`account.dataPage.${name}`)}
            {...(name === 'next' ? { hint: t('registration.passwordHint', { min: passwordLength.min }) } : {})}
            name={name}
            type="password"
            dir="ltr"
            autoComplete={name === 'current' ? 'current-password' : 'new-password'}
            maxLength={passwordLength.max}
            required
            error={errors[name] ?? (name === 'next' ? errors.password : undefined)}
          />
        ))}
        <p className={styles.note}>{t('account.dataPage.passwordNote')}</p>
        <button type="submit" className={`${page.button} ${styles.start}`} aria-disabled={sending}>
          {t('account.dataPage.change')}
        </button>
      </form>
      {again ? <SignInAgain onDone={again.go} onClose={forget} /> : null}
    </>
  )
}
