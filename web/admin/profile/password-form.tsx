import { Alert, Button, Paper, Stack, Text } from '@mantine/core'
import { useRef } from 'react'
import { passwordLength } from '#contract/rules/password.ts'
import { PasswordField } from '#web/admin/shared/password-field.tsx'
import { useTask } from '#web/admin/shared/use-task.ts'
import { adminApi } from '#web/shared/api/admin.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { toast } from '#web/shared/ui/toast.ts'

/** A new password, with the old one. */
export function PasswordForm({ onChanged }: { onChanged: () => void }) {
  const { t } = useTranslation()
  const { busy, problem, run, refuse } = useTask()
  const form = useRef<HTMLFormElement>(null)
  const submit = (fields: FormData) => {
    const text = (name: string) => String(fields.get(name) ?? '')
    const [current, password, confirm] = [text('current'), text('password'), text('confirm')]
    const required = t('fieldErrors.required')
    const missing = Object.entries({ current, password, confirm }).filter(([, value]) => !value)
    if (missing.length > 0) return refuse(t('messages.formIncomplete'), Object.fromEntries(missing.map(([name]) => [name, required])))
    if (password.length < passwordLength.min)
      return refuse(t('messages.formIncomplete'), { password: t('fieldErrors.too-short', { limit: passwordLength.min }) })
    if (password !== confirm) return refuse(t('messages.passwordMismatch'), { confirm: t('messages.passwordMismatch') })
    void run(async () => {
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
      error={problem?.fields[name]}
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
          submit(new FormData(event.currentTarget))
        }}
      >
        <Stack>
          <Text>{t('adminAccount.password.intro')}</Text>
          {problem ? <Alert color="red">{problem.text}</Alert> : null}
          {field('current', t('adminAccount.password.current'), { autoComplete: 'current-password' })}
          {field('password', t('adminAccount.password.next'), {
            autoComplete: 'new-password',
            description: t('adminAccount.password.nextHint', { min: passwordLength.min }),
          })}
          {field('confirm', t('adminAccount.password.confirm'), { autoComplete: 'new-password' })}
          <Button type="submit" loading={busy} style={{ alignSelf: 'start' }}>
            {t('adminAccount.password.submit')}
          </Button>
        </Stack>
      </form>
    </Paper>
  )
}
