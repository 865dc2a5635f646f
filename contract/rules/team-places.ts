import type { Competition, CompetitionPlaces } from '#contract/competition.schema.ts'
import { msPerDay, msPerHour } from './time.ts'

/**
 * The place of a team in its competition: it has one, it lost it because it did not pay in time, or it is on
 * the waiting list.
 */
export const teamStatuses = ['registered', 'lapsed', 'waiting'] as const
export type TeamStatus = (typeof teamStatuses)[number]

/** The days that a team of a new competition has for its payment. */
export const defaultPaymentDays = 14
/**
 * The longest time between the email about an unpaid team and its lapse. A team with few days for its payment
 * gets the email after half of them.
 */
export const maxLapseNoticeHours = 72

/**
 * Returns whether unpaid teams of a competition lapse: only where places are limited, there is a fee, and a
 * number of days is set.
 */
const doTeamsLapse = ({ maxTeams, fee, paymentDays }: CompetitionPlaces): boolean =>
  maxTeams !== null && fee > 0 && paymentDays !== null

/** Returns how long before its lapse the owner of a team gets an email, in hours. */
const getLapseNoticeHours = (paymentDays: number): number => Math.min(maxLapseNoticeHours, paymentDays * 12)

/**
 * Returns until when a team must pay, null where teams do not lapse. `since` is when the team got its place,
 * `noticeAt` when the email was sent: a late email moves the deadline.
 */
export const findTeamPaymentDeadline = (
  competition: CompetitionPlaces,
  { since, noticeAt }: { since: Date; noticeAt: Date | null },
): Date | null => {
  const { paymentDays } = competition
  if (!doTeamsLapse(competition) || paymentDays === null) return null
  const afterNotice = noticeAt ? noticeAt.getTime() + getLapseNoticeHours(paymentDays) * msPerHour : 0
  return new Date(Math.max(since.getTime() + paymentDays * msPerDay, afterNotice))
}

/** Returns whether owners can register and change teams at `now` (ISO 8601). */
export const isWithinRegistrationPeriod = (
  { opensAt, closesAt }: Pick<Competition, 'opensAt' | 'closesAt'>,
  now: string,
): boolean =>
  (opensAt === null || Date.parse(opensAt) <= Date.parse(now)) &&
  (closesAt === null || Date.parse(now) < Date.parse(closesAt))
