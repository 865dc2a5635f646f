import type { TFunction } from 'i18next'
import { passwordLength } from '#contract/accounts/user.ts'
import type { FieldErrors } from '#web/shared/forms/use-submit.ts'

/**
 * Checks a form with a new password before it is sent: every field is filled in, the password is long enough
 * and equals its repetition. `current` is the present password, where the form asks for it.
 */
export const findNewPasswordFailure = (
  t: TFunction,
  values: { password: string; confirm: string; current?: string },
): { message: string; fields: FieldErrors } | undefined => {
  const missing = Object.entries(values).filter(([, value]) => !value)
  if (missing.length > 0)
    return {
      message: t('messages.formIncomplete'),
      fields: Object.fromEntries(missing.map(([name]) => [name, t('fieldErrors.required')])),
    }
  if (values.password.length < passwordLength.min)
    return {
      message: t('messages.formIncomplete'),
      fields: { password: t('fieldErrors.too-short', { limit: passwordLength.min }) },
    }
  if (values.password !== values.confirm)
    return { message: t('messages.passwordMismatch'), fields: { confirm: t('messages.passwordMismatch') } }
  return undefined
}
