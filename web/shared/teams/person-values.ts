import { isIsoDate, isMinor } from '#contract/rules/age.ts'
import { toWesternDigits } from '#contract/rules/identity.ts'
import type { PersonFieldWithoutConsent } from '#contract/team.fields.ts'
import type { PersonSubmission, TeamPerson } from '#contract/team.ts'

/** The form values of a coach or member. `birthDate` is YYYY-MM-DD or empty, `nationalId` empty for the stored one, `gender` 0 male, 1 female or empty. */
export type PersonFieldValues = Record<Exclude<PersonFieldWithoutConsent, 'gender'>, string> & {
  gender: '' | '0' | '1'
  guardian: string
  contact: string
  agreed: boolean
  publish: boolean
}

export const createEmptyPersonFields = (): PersonFieldValues => ({
  name: '',
  email: '',
  phone: '',
  nationalId: '',
  birthDate: '',
  gender: '',
  guardian: '',
  contact: '',
  agreed: false,
  publish: false,
})

export const isGenderValue = (value: unknown): value is PersonFieldValues['gender'] => value === '' || value === '0' || value === '1'

/** Maps a person to form values, without the consent. */
export const toPersonFieldValues = (person: TeamPerson): PersonFieldValues => ({
  ...createEmptyPersonFields(),
  name: person.name,
  email: person.email,
  phone: person.phone,
  birthDate: person.birthDate ?? '',
  gender: person.gender === null ? '' : person.gender === 0 ? '0' : '1',
})

/** Maps form values to the fields of a request, without the consent. An empty national ID is left out, so that the stored one stays. */
export const toPersonFieldsRequest = (values: PersonFieldValues): Omit<PersonSubmission, 'id' | 'consent'> => {
  const nationalId = toWesternDigits(values.nationalId).trim()
  return {
    name: values.name.trim(),
    email: values.email.trim(),
    phone: toWesternDigits(values.phone).trim(),
    ...(nationalId === '' ? {} : { nationalId }),
    birthDate: values.birthDate === '' ? null : values.birthDate,
    gender: values.gender === '' ? null : values.gender === '0' ? 0 : 1,
  }
}

/** Returns whether a person born on `birthDate` is a minor on `today` (both YYYY-MM-DD). Undefined for an invalid or future date. */
export const isMinorOn = (birthDate: string, today: string): boolean | undefined =>
  isIsoDate(birthDate) && birthDate <= today ? isMinor(birthDate, today) : undefined
