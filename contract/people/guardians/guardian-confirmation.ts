import { type ConsentKey, consentKeys } from '#contract/people/teams/team.fields.ts'
import { isEmailAddress } from '../../platform/email.ts'
import { cleanText } from '../../platform/text.ts'
import { isMinor } from '../teams/age.ts'

/** Days in which a guardian can answer with a link. */
export const guardianLinkDays = 30
/** Days after an answer in which the same link shows it and withdraws it. */
export const guardianWithdrawalDays = 365
/** Days after its end in which a link still asks for a new one, which goes to the stored address. */
export const guardianNewLinkDays = 60
/** Days before the registration closes at which one reminder of a missing confirmation is emailed. */
export const guardianReminderDays = 5

/**
 * Returns true when a guardian has to confirm that this member takes part. A member without a date of birth
 * was erased. `today` is YYYY-MM-DD.
 */
export const isMemberGuardianConfirmationRequired = (
  { kind, birthDate }: { kind: 'coach' | 'member'; birthDate: string | null },
  today: string,
): boolean => kind === 'member' && birthDate !== null && isMinor(birthDate, today)

/** What a confirmation is about: the child and the guardian. */
type ConfirmationSubject = {
  name: string
  birthDate: string | null
  nationalIdIndex?: string | null | undefined
  consent: Record<ConsentKey, string> | null
}

/** Cleans a name or contact as a save does: one of an earlier version may be stored as it was typed. */
const cleanStoredName = (text: string | undefined) => text && cleanText(text, 'name')

/**
 * Returns true when a change makes a member another child, or changes the guardian: then links and the
 * confirmation are no longer valid. A refusal stays where the child is the same (`isMemberReplaced`).
 */
export const shouldInvalidateGuardianConfirmation = (
  before: ConfirmationSubject,
  after: ConfirmationSubject,
): boolean =>
  cleanStoredName(before.name) !== cleanStoredName(after.name) ||
  before.birthDate !== after.birthDate ||
  (before.nationalIdIndex ?? null) !== (after.nationalIdIndex ?? null) ||
  consentKeys.some((key) => cleanStoredName(before.consent?.[key]) !== cleanStoredName(after.consent?.[key]))

/** Returns the email address in a guardian's contact, null for a phone number or another text. */
export const getGuardianContactIfEmail = (contact = ''): string | null => {
  const email = cleanText(contact, 'code')
  return isEmailAddress(email) ? email : null
}
