import type { TFunction } from 'i18next'
import type { PersonField, PersonFieldWithoutConsent } from '#contract/team.fields.ts'
import type { PersonFieldValues } from './person-values.ts'

/** Returns the label of a field of a coach or member. */
export const getPersonFieldLabel = (t: TFunction, field: PersonField): string => t(`teamFields.person.${field}`)

/** Formats the value of a field. Empty for no value. */
export const formatPersonField = (t: TFunction, field: PersonFieldWithoutConsent, values: PersonFieldValues): string =>
  field === 'gender' ? (values.gender === '' ? '' : t(`teamFields.genders.${values.gender}`)) : values[field]
