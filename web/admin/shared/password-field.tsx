import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useTranslation } from '#web/shared/texts.ts'

/** A password, which can be shown; a faulty one is marked on the field itself, as on every other. */
export function PasswordField(props: PasswordInputProps) {
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
