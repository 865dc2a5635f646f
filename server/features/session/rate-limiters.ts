import { emailConfirmationDays } from '#contract/rules/retention.ts'
import type { Core } from '#server/deps.ts'
import { createFieldEncryption } from '#server/lib/encryption.ts'
import { createSharedRateLimiter } from '#server/lib/shared-rate-limiter.ts'

const quarterHour = 15 * 60
const hour = 60 * 60

/** Lifetimes in minutes: of sessions by role, and of one-time tokens by kind. */
export const lifetimes = {
  student: 30 * 24 * 60,
  coach: 30 * 24 * 60,
  admin: 7 * 24 * 60,
  challenge: 10,
  reset: 60,
  confirm: emailConfirmationDays * 24 * 60,
} as const
/** How many codes a challenge of the second factor accepts. */
export const maxCodesPerChallenge = 5
/** Limit of wrong codes of an account over all challenges and processes; the owner gets an e-mail at the `noticeAt`th. */
export const codeFailureLimit = { max: 10, minutes: 60, noticeAt: 5 } as const
/** Shortest interval in milliseconds between two updates of a session's `lastSeenAt`. */
export const lastSeenInterval = 5 * 60 * 1000

/** Sign-ins of one address that run at once. Others wait, because those that run are counted until they have succeeded. */
export const maxSignInsAtOnce = 20
/** Number of network addresses that are stored for an account, the newest ones. */
export const maxSignInAddresses = 20

/**
 * Creates the rate limiters of sign-in, passwords and e-mails. An address has the highest limit, because a whole school may share it; one account from one
 * address has a low one; one account from all addresses has a higher one again. All processes share them.
 */
export const createSessionRateLimiters = ({ config, database }: Pick<Core, 'config' | 'database'>) => {
  const store = { db: database.db, hashKey: createFieldEncryption(config).keyedHash }
  return {
    address: createSharedRateLimiter(store, { name: 'sign-in of all accounts from address', max: 100, seconds: quarterHour }),
    accountFromAddress: createSharedRateLimiter(store, { name: 'sign-in from address', max: 10, seconds: quarterHour }),
    account: createSharedRateLimiter(store, { name: 'sign-in', max: 60, seconds: hour }),
    password: createSharedRateLimiter(store, { name: 'password', max: 20, seconds: hour }),
    enrolment: createSharedRateLimiter(store, { name: 'second-factor enrolment', max: 20, seconds: hour }),
    mailAddress: createSharedRateLimiter(store, { name: 'mail from address', max: 20, seconds: quarterHour }),
    mailAccount: createSharedRateLimiter(store, { name: 'mail', max: 3, seconds: quarterHour }),
    // a right link is not counted
    wrongLink: createSharedRateLimiter(store, { name: 'link from address', max: 30, seconds: quarterHour }),
  }
}
export type SessionRateLimiters = ReturnType<typeof createSessionRateLimiters>
