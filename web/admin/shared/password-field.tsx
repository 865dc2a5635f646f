import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useTranslation } from '#web/shared/texts.ts'

/** Shows a password field with a button that shows the password; an error sets `aria-invalid`, as in other fields. */
export function AdminPasswordField(props: PasswordInputProps) {
  const { t } = useTranslation()
  return (
    <PasswordInput
      dir="ltr"
      visibilityToggleButtonProps={{ 'aria-label': t('session.showPassword') }}
      {...(props.error ? { 'aria-invalid': true } : {})}
      {...props}
    />
  )
}
