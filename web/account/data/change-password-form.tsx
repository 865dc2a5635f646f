import { useRef } from 'react'
import { passwordLength } from '#contract/rules/password.ts'
import styles from '#web/account/account.module.css'
import { accountApi } from '#web/shared/api/account-api.ts'
import { Form, SubmitButton } from '#web/shared/forms/form.tsx'
import { PasswordField } from '#web/shared/forms/password-field.tsx'
import { SignInToResubmitDialog } from '#web/shared/forms/sign-in-again-dialog.tsx'
import { useSubmit } from '#web/shared/forms/use-submit.ts'
import { validateNewPassword } from '#web/shared/session/validate-new-password.ts'
import { useTranslation } from '#web/shared/texts.ts'
import page from '#web/shared/ui/page.module.css'
import { toast } from '#web/shared/ui/toast.ts'

/** Shows a form that changes the password and asks for the current one. */
export function ChangePasswordForm({ onChanged }: { onChanged: () => void }) {
  const { t } = useTranslation()
  const form = useRef<HTMLFormElement>(null)
  const submission = useSubmit({ needsSession: true, offline: t('account.dataPage.offline') })
  const { submitting, failure, submit, reject } = submission
  const changePassword = (data: FormData) => {
    const value = (name: string) => String(data.get(name) ?? '')
    const [current, password, confirm] = [value('current'), value('password'), value('confirm')]
    const problem = validateNewPassword(t, { current, password, confirm })
    if (problem) return reject(problem.message, problem.fields)
    void submit(async () => {
      const { message } = await accountApi.account.changePassword(current, password, confirm)
      form.current?.reset()
      toast.success(message)
      onChanged()
    })
  }
  const field = (name: 'current' | 'password' | 'confirm', label: string, note?: string) => (
    <PasswordField
      label={label}
      note={note}
      name={name}
      autoComplete={name === 'current' ? 'current-password' : 'new-password'}
      maxLength={passwordLength.max}
      required
      error={failure?.fields[name]}
    />
  )
  return (
    <>
      <Form ref={form} failure={failure} onSubmit={(_, data) => changePassword(data)}>
        {field('current', t('accountForms.password.current'))}
        {field('password', t('accountForms.password.next'), t('accountForms.password.nextHint', { min: passwordLength.min }))}
        {field('confirm', t('accountForms.password.confirm'))}
        <p className={styles.note}>{t('accountForms.password.intro')}</p>
        <SubmitButton submitting={submitting} className={`${page.button} ${styles.start}`}>
          {t('accountForms.password.submit')}
        </SubmitButton>
      </Form>
      <SignInToResubmitDialog submission={submission} />
    </>
  )
}
