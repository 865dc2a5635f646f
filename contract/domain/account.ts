import type { Lang } from './localized.ts'

/** Somebody's own account, as its owner sees it. `phone` is E.164 or null; `version` counts the saves. */
export type Account = {
  id: string
  firstName: string
  lastName: string
  email: string
  phone: string | null
  /** The language of mails. */
  lang: Lang
  secondFactor: boolean
  recoveryCodesLeft: number
  version: number
}

/** What its owner may change. A new `email` needs the `password` of now. */
export type AccountDraft = Pick<Account, 'firstName' | 'lastName' | 'email' | 'lang'> & { phone: string; password: string }

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
