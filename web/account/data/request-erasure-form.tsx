import { useRef } from 'react'
import { payerDetailsYears } from '#contract/rules/retention.ts'
import styles from '#web/account/account.module.css'
import { accountApi } from '#web/shared/api/account-api.ts'
import { Form, SubmitButton } from '#web/shared/forms/form.tsx'
import { PasswordField } from '#web/shared/forms/password-field.tsx'
import { SignInToResubmitDialog } from '#web/shared/forms/sign-in-again-dialog.tsx'
import { useSubmit } from '#web/shared/forms/use-submit.ts'
import { useTranslation } from '#web/shared/texts.ts'
import page from '#web/shared/ui/page.module.css'
import { toast } from '#web/shared/ui/toast.ts'

/** Shows a form that requests the erasure of the account and asks for the password. */
export function RequestErasureForm({ onRequested }: { onRequested: () => void }) {
  const { t } = useTranslation()
  const form = useRef<HTMLFormElement>(null)
  const submission = useSubmit({ needsSession: true, offline: t('account.dataPage.offline') })
  const { submitting, failure, submit, reject } = submission
  const requestErasure = (password: string) => {
    if (!password) return reject(t('messages.formIncomplete'), { password: t('fieldErrors.required') })
    void submit(async () => {
      const { message } = await accountApi.ownData.requestErasure(password)
      form.current?.reset()
      toast.success(message)
      onRequested()
      window.scrollTo(0, 0)
    })
  }
  return (
    <>
      <p>{t('account.dataPage.eraseText', { years: payerDetailsYears })}</p>
      <Form ref={form} failure={failure} onSubmit={(_, data) => requestErasure(String(data.get('erasePassword') ?? ''))}>
        <PasswordField
          label={t('account.dataPage.erasePassword')}
          name="erasePassword"
          autoComplete="current-password"
          required
          error={failure?.fields.password}
        />
        <SubmitButton submitting={submitting} className={`${page.danger} ${styles.start}`}>
          {t('account.dataPage.eraseButton')}
        </SubmitButton>
      </Form>
      <SignInToResubmitDialog submission={submission} />
    </>
  )
}
