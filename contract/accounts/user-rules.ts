import { type RequiredUserField, requiredUserFields, type UserText } from '#contract/accounts/user.ts'
import { findLinkInName } from '../people/teams/person-name.ts'
import { cleanText } from '../platform/text.ts'

/**
 * Finds which of first name, email and phone are empty (specification, section 5: 'Please fill form
 * carefully!' shows and nothing is saved). A field that is empty in the `stored` user may stay empty.
 */
export const listNewlyEmptyRequiredUserFields = (
  user: Record<RequiredUserField, string>,
  stored?: Record<RequiredUserField, string | null>,
): RequiredUserField[] => {
  const isEmpty = (of: Record<RequiredUserField, string | null>, field: RequiredUserField) =>
    (of[field] ?? '').trim() === ''
  return requiredUserFields.filter(
    (field) => isEmpty(user, field) && !(stored !== undefined && isEmpty(stored, field)),
  )
}

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

type UserNames = { firstName: string; lastName?: string | undefined }

/**
 * Finds links in the names of a user, because emails contain the names. A name that is in the `stored` user may
 * stay. `part` is what looks like a link.
 */
export const listLinkProblemsInChangedNames = (
  user: UserNames,
  stored?: UserNames,
): { field: 'firstName' | 'lastName'; code: 'has-link'; values: { part: string } }[] =>
  (['firstName', 'lastName'] as const).flatMap((field) => {
    const name = cleanText(user[field] ?? '', 'name')
    const part = stored && cleanText(stored[field] ?? '', 'name') === name ? undefined : findLinkInName(name)
    return part === undefined ? [] : [{ field, code: 'has-link' as const, values: { part } }]
  })
