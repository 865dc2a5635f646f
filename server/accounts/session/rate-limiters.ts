import { emailConfirmationDays } from '#contract/accounts/retention.ts'
import type { Role } from '#contract/accounts/session.ts'
import type { SessionSettings } from '#contract/platform/settings.ts'
import { minutesPerDay, msPerHour, msPerMinute, secondsPerHour } from '#contract/platform/time.ts'
import type { Core } from '#server/deps.ts'
import { createAddressRateLimiter, createSharedRateLimiter } from '#server/platform/lib/limiters.ts'

const quarterHour = 15 * 60

/** Lifetimes in minutes: of sessions by role, and of one-time tokens by kind. */
export const lifetimes = {
  student: 30 * minutesPerDay,
  coach: 30 * minutesPerDay,
  admin: 7 * minutesPerDay,
  challenge: 10,
  reset: 60,
  invitation: 3 * minutesPerDay,
  confirm: emailConfirmationDays * minutesPerDay,
} as const
/** How many codes a challenge of the second factor accepts. */
export const maxCodesPerChallenge = 5
/**
 * Limit of wrong codes of a user over all challenges and processes; the owner gets an email at the
 * `noticeAt`th.
 */
export const codeFailureLimit = { max: 10, minutes: 60, noticeAt: 5 } as const
/** Shortest interval in milliseconds between two updates of a session's `lastSeenAt`. */
export const lastSeenInterval = 5 * msPerMinute

/**
 * Sign-ins of one address that run at once. Others wait, because those that run are counted until they have
 * succeeded.
 */
export const maxSignInsAtOnce = 20
/** Number of network addresses that are stored for a user, the newest ones. */
export const maxSignInAddresses = 20

/**
 * Creates the rate limiters of sign-in, passwords and emails. An address has the highest limit, because a
 * whole school may share it; one user from one address has a low one; one user from all addresses has a
 * higher one again. The addresses of an IPv6 network have a limit together, too. All processes share them.
 */
export const createSessionRateLimiters = ({ database, encryption }: Core) => {
  const store = { db: database.db, hashKey: encryption.keyedHash }
  return {
    address: createAddressRateLimiter(store, {
      name: 'sign-in of all accounts from address',
      max: 100,
      seconds: quarterHour,
      network: { max: 400 },
    }),
    identityFromAddress: createAddressRateLimiter(store, {
      name: 'sign-in from address',
      max: 10,
      seconds: quarterHour,
      // fewer than `identity`, so that one network cannot use up the limit of an account
      network: { max: 40, seconds: secondsPerHour },
    }),
    identity: createSharedRateLimiter(store, { name: 'sign-in', max: 60, seconds: secondsPerHour }),
    password: createSharedRateLimiter(store, { name: 'password', max: 20, seconds: secondsPerHour }),
    enrolment: createSharedRateLimiter(store, {
      name: 'second-factor enrolment',
      max: 20,
      seconds: secondsPerHour,
    }),
    emailsFromAddress: createAddressRateLimiter(store, {
      name: 'mail from address',
      max: 20,
      seconds: quarterHour,
      network: { max: 80 },
    }),
    emailsToUser: createSharedRateLimiter(store, { name: 'mail', max: 3, seconds: quarterHour }),
    // of all registrations with the address
    emailsToAddress: createSharedRateLimiter(store, {
      name: 'mail to address',
      max: 10,
      seconds: quarterHour,
    }),
    // a right link is not counted
    wrongLink: createAddressRateLimiter(store, {
      name: 'link from address',
      max: 30,
      seconds: quarterHour,
      network: { max: 120 },
    }),
  }
}
export type SessionRateLimiters = ReturnType<typeof createSessionRateLimiters>

/** Returns true when a session was not used for longer than the settings allow for the role of its user. */
export const isSessionIdle = (
  session: { role: Role; lastSeenAt: Date },
  { idleDays, adminIdleHours }: SessionSettings,
): boolean =>
  Date.now() - session.lastSeenAt.getTime() >
  (session.role === 'admin' ? adminIdleHours : idleDays * 24) * msPerHour
