import type { TFunction } from 'i18next'
import type { Role } from '#contract/accounts/session.ts'
import type { Gender, UserField } from '#contract/accounts/user.ts'
import { genders } from '#contract/accounts/user.ts'
import { type Language, languages } from '#i18n/languages.ts'
import { createGenderContext } from '#web/shared/texts.ts'

/** The value of a user's field as a record or a form holds it. */
type UserFieldValue = string | number | boolean | null

/** Returns the label of a field of a user. */
export const getUserFieldLabel = (t: TFunction, field: UserField): string => t(`userFields.labels.${field}`)

/** Formats the value of a field for people; empty for none. */
export const formatUserField = (t: TFunction, field: UserField, value: UserFieldValue): string => {
  if (value === null || value === '') return ''
  if (field === 'gender') return t(`userFields.options.gender.${value as '0' | '1'}`)
  if (field === 'role') return t(`userFields.options.role.${value as 'student'}`)
  if (field === 'missionType') return t(`missionType.${value as 0}`)
  if (field === 'lang') return languages[value as Language].label
  return String(value)
}

/** Formats the role of a user, in Arabic in the feminine where `gender` is that of a woman or girl. */
export const formatUserRole = (t: TFunction, role: Role, gender: number | string | null): string =>
  t(`userFields.options.role.${role}`, createGenderContext(gender))

/** Lists the fields of two versions of a user that differ, with their labels and values for people. */
export const listConflictingUserFields = <F extends UserField>(
  t: TFunction,
  fields: readonly F[],
  theirs: Record<F, UserFieldValue>,
  mine: Record<F, UserFieldValue>,
): { label: string; theirs: string; mine: string }[] =>
  fields
    .map((field) => ({
      label: getUserFieldLabel(t, field),
      theirs: formatUserField(t, field, theirs[field]),
      mine: formatUserField(t, field, mine[field]),
    }))
    .filter((difference) => difference.theirs !== difference.mine)

/** Returns the options of a select field for the gender. */
export const listGenderOptions = (t: TFunction): { value: string; label: string }[] =>
  genders.map((gender) => ({ value: String(gender), label: t(`userFields.options.gender.${gender}`) }))

/** Converts the value of a form to a gender; null for an empty one. */
export const parseGender = (value: string): Gender | null => (value === '' ? null : value === '1' ? 1 : 0)
