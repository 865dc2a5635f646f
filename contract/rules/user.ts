import { type RequiredUserField, requiredUserFields, type UserText } from '#contract/user.ts'

/**
 * Finds which of first name, email and phone are empty (specification, section 5: 'Please fill form
 * carefully!' shows and nothing is saved).
 */
export const listEmptyRequiredUserFields = (user: Record<RequiredUserField, string>): RequiredUserField[] =>
  requiredUserFields.filter((field) => user[field].trim() === '')

/**
 * Finds the empty required fields of a user's own update; a new email address needs the
 * password.
 */
export const listEmptyRequiredAccountFields = (
  account: Record<Extract<UserText, 'firstName' | 'email'> | 'password', string>,
  isNewEmail: boolean,
): ('firstName' | 'email' | 'password')[] =>
  (['firstName', 'email', ...(isNewEmail ? (['password'] as const) : [])] as const).filter(
    (field) => account[field].trim() === '',
  )
