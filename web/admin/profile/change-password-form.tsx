import { Alert, Button, Paper, Stack, Text } from '@mantine/core'
import { useRef } from 'react'
import { passwordLength } from '#contract/rules/password.ts'
import { PasswordField } from '#web/admin/shared/password-field.tsx'
import { useAdminSubmit } from '#web/admin/shared/use-admin-submit.ts'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { validateNewPassword } from '#web/shared/session/validate-new-password.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { toast } from '#web/shared/ui/toast.ts'

/** Shows a form that changes the password and asks for the current one. */
export function ChangePasswordForm({ onChanged }: { onChanged: () => void }) {
  const { t } = useTranslation()
  const { submitting, failure, submit, reject } = useAdminSubmit()
  const form = useRef<HTMLFormElement>(null)
  const changePassword = (fields: FormData) => {
    const value = (name: string) => String(fields.get(name) ?? '')
    const [current, password, confirm] = [value('current'), value('password'), value('confirm')]
    const problem = validateNewPassword(t, { current, password, confirm })
    if (problem) return reject(problem.message, problem.fields)
    void submit(async () => {
      const { message } = await adminApi.account.changePassword(current, password, confirm)
      form.current?.reset()
      toast.success(message)
      onChanged()
    })
  }
  const field = (name: 'current' | 'password' | 'confirm', label: string, more: object) => (
    <PasswordField
      name={name}
      label={label}
      maxLength={passwordLength.max}
      withAsterisk
      aria-required
      error={failure?.fields[name]}
      {...more}
    />
  )
  return (
    <Paper withBorder p="lg" maw={520}>
      <form
        ref={form}
        method="post"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          changePassword(new FormData(event.currentTarget))
        }}
      >
        <Stack>
          <Text>{t('accountForms.password.intro')}</Text>
          {failure ? <Alert color="red">{failure.message}</Alert> : null}
          {field('current', t('accountForms.password.current'), { autoComplete: 'current-password' })}
          {field('password', t('accountForms.password.next'), {
            autoComplete: 'new-password',
            description: t('accountForms.password.nextHint', { min: passwordLength.min }),
          })}
          {field('confirm', t('accountForms.password.confirm'), { autoComplete: 'new-password' })}
          <Button type="submit" loading={submitting} style={{ alignSelf: 'start' }}>
            {t('accountForms.password.submit')}
          </Button>
        </Stack>
      </form>
    </Paper>
  )
}
