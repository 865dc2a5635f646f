import type { TFunction } from 'i18next'
import {
  consentKeys,
  getPersonFieldKind,
  getPersonFieldValue,
  type PersonField,
} from '#contract/people/teams/team.fields.ts'
import type { MemberConsent, TeamPerson } from '#contract/people/teams/team.schema.ts'
import type { Language } from '#i18n/languages.ts'
import { formatCalendarDate } from '#web/shared/format.ts'
import type { PersonFieldValues } from './person-values.ts'

export const getPersonFieldLabel = (t: TFunction, field: PersonField): string =>
  t(`teamFields.person.${field}`)

/** Formats the form value of a field. Empty for no value. */
export const formatPersonFormField = (t: TFunction, field: PersonField, values: PersonFieldValues): string =>
  field === 'gender' ? (values.gender === '' ? '' : t(`teamFields.genders.${values.gender}`)) : values[field]

/** Formats the stored value of a field. Empty for no value. */
export const formatStoredPersonField = (
  t: TFunction,
  lang: Language,
  field: PersonField,
  person: TeamPerson,
): string => {
  if (field === 'gender') return person.gender === null ? '' : t(`teamFields.genders.${person.gender}`)
  const value = String(getPersonFieldValue(person, field) ?? '')
  return value !== '' && getPersonFieldKind(field) === 'date' ? formatCalendarDate(value, lang) : value
}

/** Returns whether the values of a field are written from left to right in both languages. */
export const isLeftToRightPersonField = (field: PersonField): boolean =>
  ['email', 'phone', 'contact', 'national-id'].includes(getPersonFieldKind(field))

/** Lists what a consent says about the guardian, the name first. */
export const listGuardianDetailValues = (consent: MemberConsent): string[] =>
  consentKeys.map((key) => consent[key]).filter((text) => text !== '')
