import { emailConfirmationDays } from '#contract/rules/retention.ts'
import { createAttempts } from './attempts.ts'

const quarter = 15 * 60
const minute = 60

/** Lifetimes in minutes, tries and limits of everything around accounts. */
export const lifetimes = {
  student: 30 * 24 * 60,
  coach: 30 * 24 * 60,
  admin: 7 * 24 * 60,
  challenge: 10,
  reset: 60,
  confirm: emailConfirmationDays * 24 * 60,
} as const
export const codeTries = 5
/** Failed codes of the second factor by account, over all challenges and all processes; the owner gets a mail at the `noticeAt`th. */
export const codeFailures = { max: 10, minutes: 60, noticeAt: 5 } as const
/** How often at most a session's `lastSeenAt` is written. */
export const seenEvery = 5 * minute * 1000

/**
 * Failed tries: a whole school may sit behind one address, so it has more; one account from one address few; one account from everywhere again more, so
 * that a stranger does not lock somebody out soon.
 */
export const createLimits = () => ({
  address: createAttempts({ max: 100, seconds: quarter }),
  accountFromAddress: createAttempts({ max: 10, seconds: quarter }),
  account: createAttempts({ max: 60, seconds: 60 * minute }),
  mailAddress: createAttempts({ max: 20, seconds: quarter }),
  mailAccount: createAttempts({ max: 3, seconds: quarter }),
  reset: createAttempts({ max: 30, seconds: quarter }),
})
export type Limits = ReturnType<typeof createLimits>
