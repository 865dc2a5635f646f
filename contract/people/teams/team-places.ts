import type { Competition, CompetitionPlaces } from '#contract/event/competition.schema.ts'
import { msPerDay, msPerHour } from '../../platform/time.ts'

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
/** The days for which the payment deadline of a team stands still at most, because a guardian refused. */
export const maxPaymentPauseDays = 7

/**
 * Returns whether unpaid teams of a competition lapse: only where places are limited, there is a fee, and a
 * number of days is set.
 */
const doTeamsLapse = ({ maxTeams, fee, paymentDays }: CompetitionPlaces): boolean =>
  maxTeams !== null && fee > 0 && paymentDays !== null

/** Returns how long before its lapse the owner of a team gets an email, in hours. */
const getLapseNoticeHours = (paymentDays: number): number => Math.min(maxLapseNoticeHours, paymentDays * 12)

/** When a team got its place, was told that it lapses, and since when and how long its deadline stands still. */
export type TeamPlaceTimes = {
  statusAt: Date
  placeNoticeAt: Date | null
  paymentPausedAt: Date | null
  paymentPausedSeconds: number
}

/**
 * Returns for how many milliseconds after `from` the deadline of a team has stood still until `now` in the pause
 * that is not over. Earlier pauses are in `paymentPausedSeconds`, and have moved `placeNoticeAt`.
 */
const getOpenPauseMs = (
  { paymentPausedAt, paymentPausedSeconds }: TeamPlaceTimes,
  from: Date,
  now: Date,
): number => {
  if (!paymentPausedAt) return 0
  const end = paymentPausedAt.getTime() + maxPaymentPauseDays * msPerDay - paymentPausedSeconds * 1000
  return Math.max(0, Math.min(now.getTime(), end) - Math.max(paymentPausedAt.getTime(), from.getTime()))
}

/**
 * Returns until when a team must pay, null where teams do not lapse. A late email about the lapse moves the
 * deadline; while a guardian refuses, it stands still. The conditions in SQL are in
 * server/people/teams/queries-places.ts.
 */
export const findTeamPaymentDeadline = (
  competition: CompetitionPlaces,
  team: TeamPlaceTimes,
  now = new Date(),
): Date | null => {
  const { paymentDays } = competition
  if (!doTeamsLapse(competition) || paymentDays === null) return null
  const { statusAt, placeNoticeAt, paymentPausedSeconds } = team
  const due =
    statusAt.getTime() +
    paymentDays * msPerDay +
    paymentPausedSeconds * 1000 +
    getOpenPauseMs(team, statusAt, now)
  const afterNotice = placeNoticeAt
    ? placeNoticeAt.getTime() +
      getLapseNoticeHours(paymentDays) * msPerHour +
      getOpenPauseMs(team, placeNoticeAt, now)
    : 0
  return new Date(Math.max(due, afterNotice))
}

/** Returns whether owners can register and change teams at `now` (ISO 8601). */
export const isWithinRegistrationPeriod = (
  { opensAt, closesAt }: Pick<Competition, 'opensAt' | 'closesAt'>,
  now: string,
): boolean =>
  (opensAt === null || Date.parse(opensAt) <= Date.parse(now)) &&
  (closesAt === null || Date.parse(now) < Date.parse(closesAt))
