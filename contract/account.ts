import type { Lang } from './localized.ts'
import type { Guardian, GuardianGiven } from './registration.ts'
import type { Role } from './session.ts'
import type { Gender } from './user.ts'

/**
 * Somebody's own account, as its owner sees it. `phone` is E.164 or null; `birthDate` is `YYYY-MM-DD`; `nationalId` is masked; instants are ISO 8601; `version` counts
 * the saves.
 */
export type Account = {
  id: string
  firstName: string
  lastName: string
  email: string
  phone: string | null
  /** The language of mails. */
  lang: Lang
  role: Role
  school: string
  birthDate: string | null
  gender: Gender | null
  nationalId: string | null
  guardian: Guardian | null
  /** Whether a link has proven that mail to `email` arrives. */
  emailConfirmed: boolean
  /** A new address that waits for its link. */
  newEmail: string | null
  erasureRequestedAt: string | null
  secondFactor: boolean
  recoveryCodesLeft: number
  version: number
}

/**
 * What its owner may change; what is not there stays. A new `email` needs the `password` of now. `nationalId` can be set once, and corrected by the organizers only;
 * a `guardian` is a consent given now.
 */
export type AccountDraft = Pick<Account, 'firstName' | 'lastName' | 'email' | 'lang'> & {
  phone: string
  password: string
  school?: string
  birthDate?: string
  gender?: Gender | null
  nationalId?: string
  guardian?: GuardianGiven
}

/** A device that is signed in. Instants are ISO 8601; `device` is what the browser says of itself. */
export type OpenSession = {
  id: string
  /** The one that asks. */
  current: boolean
  device: string
  address: string
  startedAt: string
  lastSeenAt: string
  expiresAt: string
}

/** Characters of an account's texts, at most. */
export const accountLimits = { name: 100, email: 320, phone: 40 } as const
