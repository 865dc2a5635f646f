import {
  cleanCodeOrPhoneToWesternDigits,
  normalizeNationalId,
  toWesternDigits,
} from '#contract/accounts/identity.ts'
import { isIsoDate, isMinor } from '#contract/people/teams/age.ts'
import {
  type ConsentKey,
  consentKeys,
  findPersonFieldMaxLength,
  getPersonFieldKind,
  getPersonFieldValue,
  mapFieldsToValues,
  type PersonField,
  type PersonFieldKind,
  personFieldNames,
  personFieldsWithoutConsent,
} from '#contract/people/teams/team.fields.ts'
import type { PersonSubmission, TeamPerson } from '#contract/people/teams/team.schema.ts'
import { isMemberReplaced } from '#contract/people/teams/team-rules.ts'
import { cleanText } from '#contract/platform/text.ts'

/**
 * The form values of a coach or member. Dates are YYYY-MM-DD or empty, `nationalId` is empty for the stored
 * one, `gender` 0 male, 1 female or empty.
 */
export type PersonFieldValues = Record<Exclude<PersonField, 'gender'>, string> & {
  gender: '' | '0' | '1'
  'consent.agreed': boolean
  'consent.publish': boolean
}

export const createEmptyPersonFields = (): PersonFieldValues => ({
  ...(mapFieldsToValues(personFieldNames, () => '') as Record<PersonField, ''>),
  'consent.agreed': false,
  'consent.publish': false,
})

export const isGenderOrEmptyValue = (value: unknown): value is PersonFieldValues['gender'] =>
  value === '' || value === '0' || value === '1'

/** Maps `fields` of a person to form values. The form does not hold the stored national ID. */
export const toPersonFieldValues = <F extends PersonField>(
  person: TeamPerson,
  fields: readonly F[],
): Pick<PersonFieldValues, F> =>
  mapFieldsToValues(fields, (field) =>
    field === 'nationalId' ? '' : String(getPersonFieldValue(person, field) ?? ''),
  ) as Pick<PersonFieldValues, F>

const toRequestValue = (field: PersonField, value: string) => {
  const text = cleanText(value, 'name')
  switch (getPersonFieldKind(field)) {
    case 'email':
      return cleanText(value, 'code')
    case 'phone':
    case 'national-id':
      return cleanCodeOrPhoneToWesternDigits(value)
    case 'contact':
      return toWesternDigits(text)
    case 'date':
      return text === '' ? null : text
    case 'gender':
      return text === '' ? null : Number(text)
    default:
      return text
  }
}

/**
 * Maps form values to the fields of a request, without the consent. An empty national ID is left out, so that
 * the stored one stays.
 */
export const toPersonFieldsRequest = (values: PersonFieldValues) => {
  const fields = personFieldsWithoutConsent.filter(
    (field) => field !== 'nationalId' || values.nationalId.trim() !== '',
  )
  return mapFieldsToValues(fields, (field) => toRequestValue(field, values[field])) as Omit<
    PersonSubmission,
    'id' | 'consent'
  >
}

/** Maps form values to the consent of a request. */
export const toConsentRequest = (values: PersonFieldValues): NonNullable<PersonSubmission['consent']> => ({
  ...(mapFieldsToValues(consentKeys, (key) =>
    toRequestValue(`consent.${key}`, values[`consent.${key}`]),
  ) as Record<ConsentKey, string>),
  agreed: values['consent.agreed'],
  publish: values['consent.publish'],
})

const inputProps: Record<
  Exclude<PersonFieldKind, 'date' | 'gender'>,
  { dir: 'auto' | 'ltr'; type?: string; inputMode?: 'tel' | 'numeric' }
> = {
  name: { dir: 'auto' },
  text: { dir: 'auto' },
  email: { dir: 'ltr', type: 'email' },
  phone: { dir: 'ltr', type: 'tel', inputMode: 'tel' },
  contact: { dir: 'ltr' },
  'national-id': { dir: 'ltr', inputMode: 'numeric' },
}
/** Returns the attributes of the text input of a field; a date has an input of its own. */
export const getPersonInputProps = (field: Exclude<PersonField, 'gender'>) => {
  const kind = getPersonFieldKind(field)
  const maxLength = findPersonFieldMaxLength(field)
  return {
    ...(kind === 'date' || kind === 'gender' ? {} : inputProps[kind]),
    ...(maxLength === undefined ? {} : { maxLength }),
    autoComplete: 'off',
  }
}

/**
 * Returns whether a person born on `birthDate` is a minor on `today` (both YYYY-MM-DD). Undefined for an
 * invalid or future date.
 */
export const isMinorOn = (birthDate: string, today: string): boolean | undefined =>
  isIsoDate(birthDate) && birthDate <= today ? isMinor(birthDate, today) : undefined

/** The length from which on a typed national ID can be complete. */
const minNationalIdLength = 10

/**
 * Returns whether the values of a form make a stored member another person. Of the stored national ID only the
 * last digits are known here; the server compares all.
 */
export const isOtherPersonThanStoredMember = (
  stored: Pick<TeamPerson, 'name' | 'birthDate' | 'nationalId'>,
  values: Pick<PersonFieldValues, 'name' | 'birthDate' | 'nationalId'>,
): boolean => {
  const typed = normalizeNationalId(values.nationalId)
  const lastDigits = normalizeNationalId(stored.nationalId ?? '')
  const hasOtherNationalId =
    typed.length >= minNationalIdLength && lastDigits !== '' && !typed.endsWith(lastDigits)
  return isMemberReplaced(stored, { ...values, birthDate: values.birthDate || null }, hasOtherNationalId)
}
