import { secondsPerMinute } from './time.ts'

/**
 * The classes of emails, in the order in which they are sent. `urgent`: a person waits for it, or it concerns
 * the security of an account. `team`: about one team. `many`: the same to many people.
 */
export const emailClasses = ['urgent', 'team', 'many'] as const
export type EmailClass = (typeof emailClasses)[number]

/** The classes whose sending can be paused. */
export const pausableEmailClasses = ['team', 'many'] as const satisfies readonly EmailClass[]
export type PausableEmailClass = (typeof pausableEmailClasses)[number]

/** Limits of the emails that each process of the server sends in a minute. */
export const emailsPerMinuteLimits = { min: 10, max: 600 } as const
export const defaultEmailsPerMinute = 120

/** How long emails stay in the queue: those that wait, and those that failed. */
export const emailRetentionDays = { waiting: 14, failed: 3 } as const

/** Returns the seconds in which one process sends `count` emails. */
export const estimateSendingSeconds = (count: number, emailsPerMinute: number): number =>
  Math.ceil((count * secondsPerMinute) / emailsPerMinute)
