import type { Lang } from './localized.ts'
import type { Gender } from './user.ts'

/** A guardian's consent as it is given: `textVersion` names the text that was agreed to (contract/rules/guardian-consent.ts). */
export type GuardianGiven = { name: string; contact: string; textVersion: string }
/** The same as it is kept; `consentAt` is ISO 8601. */
export type Guardian = GuardianGiven & { consentAt: string }

/** Who registers an account. `birthDate` is `YYYY-MM-DD`; `gender` null stands for nothing chosen; `guardian` is there when somebody filled it in. */
export type Registration = {
  role: 'student' | 'coach'
  firstName: string
  lastName: string
  email: string
  phone: string
  nationalId: string
  birthDate: string
  gender: Gender | null
  school: string
  password: string
  guardian: GuardianGiven | null
  /** The language of mails. */
  lang: Lang
}

/** Characters of the texts, at most. */
export const registrationLimits = {
  name: 100,
  email: 320,
  phone: 40,
  nationalId: 40,
  school: 200,
  guardianName: 200,
  guardianContact: 200,
} as const
