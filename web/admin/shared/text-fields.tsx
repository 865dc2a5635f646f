import { PasswordInput, type PasswordInputProps, SimpleGrid, Textarea, TextInput } from '@mantine/core'
import type { Localized } from '#contract/platform/localized.ts'
import { useTranslation } from '#web/shared/texts.ts'

/**
 * Shows a password field with a button that shows the password; an error sets `aria-invalid`, as in other
 * fields.
 */
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

type Props = {
  label: string
  value: Localized
  onChange: (value: Localized) => void
  errors?: { en?: string | undefined; ar?: string | undefined }
  required?: boolean
  /** Uses text areas. */
  long?: boolean
  limit: number
}

/** Shows a text field for each language, side by side on wide screens, each in its own direction. */
export function LocalizedField({
  label,
  value,
  onChange,
  errors = {},
  required = false,
  long = false,
  limit,
}: Props) {
  const { t } = useTranslation()
  const field = (lang: 'en' | 'ar') => {
    const shared = {
      label: `${label} (${t(lang === 'en' ? 'admin.form.english' : 'admin.form.arabic')})`,
      dir: lang === 'en' ? 'ltr' : 'rtl',
      lang,
      value: value[lang],
      error: errors[lang],
      maxLength: limit,
      withAsterisk: required,
      'aria-required': required || undefined,
    } as const
    const change = (text: string) => onChange({ ...value, [lang]: text })
    return long ? (
      <Textarea
        {...shared}
        autosize
        minRows={4}
        maxRows={16}
        onChange={(event) => change(event.currentTarget.value)}
      />
    ) : (
      <TextInput {...shared} onChange={(event) => change(event.currentTarget.value)} />
    )
  }
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }}>
      {field('en')}
      {field('ar')}
    </SimpleGrid>
  )
}
