import type { GuardianConsentInput, Registration } from '#contract/accounts/registration.schema.ts'
import { type Gender, passwordLength } from '#contract/accounts/user.ts'
import { listGuardianConsentProblems } from '../people/guardians/guardian-consent.ts'
import { allowedAgeRange, getAgeOn, isIsoDate, isMinor } from '../people/teams/age.ts'
import { findNationalIdProblem, type NationalIdProblem } from '../people/teams/national-id.ts'
import { findPersonNameProblem } from '../people/teams/person-name.ts'
import { isEmailAddress } from '../platform/email.ts'
import { cleanText } from '../platform/text.ts'

/** Why a field of a registration is invalid; the messages are in i18n under `fieldErrors`. */
type RegistrationProblem =
  | 'required'
  | 'bad-format'
  | 'bad-date'
  | 'bad-characters'
  | 'has-link'
  | 'too-short'
  | 'too-young'
  | 'too-old'
  | 'consent-required'
  | 'consent-outdated'
  | NationalIdProblem
export type RegistrationProblems = Record<string, RegistrationProblem>

/** Finds the problem of a date of birth on the day `today`; undefined when it is valid. */
export const findBirthDateProblem = (birthDate: string, today: string): RegistrationProblem | undefined => {
  if (birthDate === '') return 'required'
  if (!isIsoDate(birthDate)) return 'bad-date'
  const age = getAgeOn(birthDate, today)
  return age < allowedAgeRange.min ? 'too-young' : age > allowedAgeRange.max ? 'too-old' : undefined
}

/**
 * Finds the missing parts of a guardian's consent, by field (`guardian.name`, `guardian.contact`,
 * `guardian.textVersion`). Only the current text is valid.
 */
export const getGuardianProblemsByField = (guardian: GuardianConsentInput | null): RegistrationProblems =>
  Object.fromEntries(
    listGuardianConsentProblems(guardian).map(({ part, code }) => [`guardian.${part}`, code]),
  )

/**
 * Finds all problems of a registration on the day `today` (`YYYY-MM-DD`), by field, in the order of the form;
 * empty when it can be sent. All fields but last name and school are required; a minor's account needs the
 * guardian's consent. Phone numbers and what others have already are the server's to check.
 */
export const getRegistrationProblemsByField = (
  who: Omit<Registration, 'role' | 'gender' | 'lang' | 'receivesNews'> & { gender: Gender | null },
  today: string,
): RegistrationProblems => {
  const problems: RegistrationProblems = {}
  for (const field of ['firstName', 'email', 'phone', 'nationalId'] as const)
    if (cleanText(who[field], 'code') === '') problems[field] = 'required'
  if (!problems.email && !isEmailAddress(cleanText(who.email, 'code'))) problems.email = 'bad-format'
  for (const field of ['firstName', 'lastName'] as const) {
    const problem = findPersonNameProblem(cleanText(who[field], 'name'))
    if (problem && !problems[field]) problems[field] = problem
  }
  const birth = findBirthDateProblem(who.birthDate, today)
  if (birth) problems.birthDate = birth
  if (who.gender === null) problems.gender = 'required'
  if (!problems.nationalId) {
    const id = findNationalIdProblem(who.nationalId, {
      birthDate: birth ? undefined : who.birthDate,
      gender: who.gender,
    })
    if (id) problems.nationalId = id
  }
  if (!birth && isMinor(who.birthDate, today))
    Object.assign(problems, getGuardianProblemsByField(who.guardian))
  if (who.password === '') problems.password = 'required'
  else if (who.password.length < passwordLength.min) problems.password = 'too-short'
  return problems
}
