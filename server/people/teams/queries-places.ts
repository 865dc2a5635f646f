import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import type { RegionLimit } from '#contract/accounts/permissions.ts'
import { maxLapseNoticeHours, maxPaymentPauseDays } from '#contract/people/teams/team-places.ts'
import { hasPaymentInDecision } from '#server/money/payments/service.ts'
import type { Db } from '#server/platform/db/open.ts'
import { buildTeamRegionCondition } from '#server/platform/db/region-conditions.ts'
import { competitions } from '#server/platform/db/schema/competitions.ts'
import { guardianConfirmations } from '#server/platform/db/schema/guardians.ts'
import { payments } from '#server/platform/db/schema/payments.ts'
import { teamPeople, teams } from '#server/platform/db/schema/teams.ts'
import { users } from '#server/platform/db/schema/users.ts'
import { buildMinorMemberCondition, buildTeamRefusedSinceColumn } from '../guardian-confirmations/service.ts'
import { lockTeam } from './queries.ts'
import type { TeamDbRow } from './rows.ts'

/**
 * Lists the teams of the regions of a user with an open request to leave their competition, the oldest request
 * first; with `teamId` only this team.
 */
export const listTeamsWithOpenLeaveRequest = (db: Db, teamId: string | undefined, regionLimit: RegionLimit) =>
  db
    .select({
      id: teams.id,
      name: teams.name,
      teamNo: teams.teamNo,
      nameEn: competitions.nameEn,
      nameAr: competitions.nameAr,
      requestedAt: teams.leaveRequestedAt,
    })
    .from(teams)
    .innerJoin(competitions, eq(competitions.id, teams.competitionId))
    .where(
      and(
        teamId === undefined ? undefined : eq(teams.id, teamId),
        buildTeamRegionCondition(regionLimit),
        isNotNull(teams.leaveRequestedAt),
        isNull(teams.leaveRefusedAt),
        isNull(teams.deletedAt),
      ),
    )
    .orderBy(asc(teams.leaveRequestedAt), asc(teams.id))
    .limit(500)

const noticePeriod = sql`make_interval(hours => least(${maxLapseNoticeHours}, ${competitions.paymentDays} * 12))`
const paymentPeriod = sql`make_interval(days => ${competitions.paymentDays})`
/** For how long the deadline stands still after `from` now, as `getOpenPauseMs` of contract/people/teams/team-places.ts. */
const buildOpenPause = (from: typeof teams.statusAt | typeof teams.placeNoticeAt) =>
  sql`case when ${teams.paymentPausedAt} is null then interval '0' else greatest(interval '0',
    least(now(), ${teams.paymentPausedAt} + make_interval(days => ${maxPaymentPauseDays}) - make_interval(secs => ${teams.paymentPausedSeconds})) - greatest(${teams.paymentPausedAt}, ${from})) end`
const paymentDueAt = sql`${teams.statusAt} + ${paymentPeriod} + make_interval(secs => ${teams.paymentPausedSeconds}) + ${buildOpenPause(teams.statusAt)}`
/** An order that the payer may be paying now. */
const hasOpenOrder = sql`exists (select from ${payments} where ${payments.teamId} = ${teams.id}
  and ${payments.state} in ('created', 'pending') and ${payments.createdAt} > now() - interval '1 hour')`

/**
 * Unpaid teams with a place that can lapse (contract/people/teams/team-places.ts). Teams of administrators and teams
 * without an owner do not lapse.
 */
const canLapse = and(
  isNull(teams.deletedAt),
  eq(teams.status, 'registered'),
  eq(teams.paid, false),
  isNull(competitions.deletedAt),
  isNotNull(competitions.maxTeams),
  gt(competitions.fee, 0),
  isNotNull(competitions.paymentDays),
  isNull(users.deletedAt),
  ne(users.role, 'admin'),
)
const isNoticeDue = and(
  canLapse,
  isNull(teams.placeNoticeAt),
  sql`not ${hasPaymentInDecision}`,
  sql`${paymentDueAt} - ${noticePeriod} <= now()`,
)
const isLapseDue = and(
  canLapse,
  isNotNull(teams.placeNoticeAt),
  sql`${paymentDueAt} <= now()`,
  sql`${teams.placeNoticeAt} + ${noticePeriod} + ${buildOpenPause(teams.placeNoticeAt)} <= now()`,
  sql`not ${hasPaymentInDecision}`,
  sql`not ${hasOpenOrder}`,
)
/** Teams that paid after they lost their place and found none free. */
const isPaidWithoutPlace = and(
  isNull(teams.deletedAt),
  eq(teams.status, 'waiting'),
  eq(teams.paid, true),
  isNull(teams.placeNoticeAt),
)
const placeConditions = { notice: isNoticeDue, lapse: isLapseDue, 'paid-without-place': isPaidWithoutPlace }
export type PlaceTask = keyof typeof placeConditions

/**
 * Stops the payment deadlines of the teams that can lapse and in which a guardian refuses, from the answer on,
 * and lets those of the other teams go on. The first of two updates at once locks the teams.
 */
export const syncPaymentPausesWithRefusals = async (tx: Db, today: string): Promise<void> => {
  const refusedSince = buildTeamRefusedSinceColumn(today)
  const hasPause = sql`coalesce(${canLapse} and ${refusedSince} is not null, false)`
  const lockTeamIds = async (where: SQL | undefined) => {
    const rows = await tx
      .select({ id: teams.id })
      .from(teams)
      .innerJoin(competitions, eq(competitions.id, teams.competitionId))
      .leftJoin(users, eq(users.id, teams.userId))
      .where(where)
      .orderBy(asc(teams.id))
      .for('update', { of: teams })
    return rows.map(({ id }) => id)
  }
  const endedIds = await lockTeamIds(and(isNotNull(teams.paymentPausedAt), sql`not ${hasPause}`))
  if (endedIds.length > 0)
    await tx
      .update(teams)
      .set({
        placeNoticeAt: sql`${teams.placeNoticeAt} + ${buildOpenPause(teams.placeNoticeAt)}`,
        paymentPausedSeconds: sql`${teams.paymentPausedSeconds} + extract(epoch from ${buildOpenPause(teams.statusAt)})::int`,
        paymentPausedAt: null,
      })
      .where(inArray(teams.id, endedIds))
  const begunIds = await lockTeamIds(and(isNull(teams.paymentPausedAt), hasPause))
  if (begunIds.length > 0)
    await tx
      .update(teams)
      .set({ paymentPausedAt: sql`greatest(${teams.statusAt}, ${refusedSince})` })
      .where(inArray(teams.id, begunIds))
}

/** Lists the incomplete teams of a member whose guardian refused, and who is of age by the day `today`. */
export const listIncompleteTeamIdsWithGrownRefusedMember = async (
  db: Db,
  today: string,
): Promise<string[]> => {
  const rows = await db
    .selectDistinct({ id: teams.id })
    .from(teams)
    .innerJoin(teamPeople, and(eq(teamPeople.teamId, teams.id), isNull(teamPeople.deletedAt)))
    .innerJoin(guardianConfirmations, eq(guardianConfirmations.personId, teamPeople.id))
    .where(
      and(
        isNull(teams.deletedAt),
        eq(teams.complete, false),
        eq(guardianConfirmations.state, 'refused'),
        sql`not ${buildMinorMemberCondition(today)}`,
      ),
    )
    .orderBy(asc(teams.id))
  return rows.map(({ id }) => id)
}

/** A team with what the emails about its place say. */
export type TeamPlace = {
  team: TeamDbRow
  competition: typeof competitions.$inferSelect
  owner: Pick<typeof users.$inferSelect, 'firstName' | 'lastName' | 'email' | 'lang'> | null
}
const selectTeamPlaces = (db: Db, where: SQL | undefined) =>
  db
    .select({
      team: teams,
      competition: competitions,
      owner: { firstName: users.firstName, lastName: users.lastName, email: users.email, lang: users.lang },
    })
    .from(teams)
    .innerJoin(competitions, eq(competitions.id, teams.competitionId))
    .leftJoin(users, eq(users.id, teams.userId))
    .where(where)

/** Lists the ids of the teams for which a task is due. */
export const listTeamIdsDueForPlaceTask = async (db: Db, task: PlaceTask): Promise<string[]> =>
  (await selectTeamPlaces(db, placeConditions[task]).orderBy(asc(teams.statusAt), asc(teams.id))).map(
    ({ team }) => team.id,
  )

/** Locks a team and returns it while a task is still due for it. */
export const lockTeamIfDueForPlaceTask = async (
  tx: Db,
  id: string,
  task: PlaceTask,
): Promise<TeamPlace | undefined> => {
  await lockTeam(tx, id)
  const [row] = await selectTeamPlaces(tx, and(eq(teams.id, id), placeConditions[task]))
  return row
}

/** Finds a team with its competition and owner. */
export const findTeamWithCompetitionAndOwner = async (tx: Db, id: string): Promise<TeamPlace | undefined> =>
  (await selectTeamPlaces(tx, eq(teams.id, id)))[0]

const isWaiting = and(eq(teams.status, 'waiting'), isNull(teams.deletedAt))

/** Lists the competitions that have both waiting teams and free places. */
export const listCompetitionIdsToFill = async (db: Db): Promise<string[]> => {
  const rows = await db
    .selectDistinct({ id: competitions.id })
    .from(teams)
    .innerJoin(competitions, eq(competitions.id, teams.competitionId))
    .where(
      and(
        isWaiting,
        isNull(competitions.deletedAt),
        eq(competitions.active, true),
        or(isNull(competitions.maxTeams), lt(competitions.teamCount, competitions.maxTeams)),
      ),
    )
  return rows.map(({ id }) => id)
}

/** Finds the waiting team that gets the next place: paid teams come first, then those that wait longest. */
export const findFirstWaitingTeam = async (
  db: Db,
  competitionId: string,
): Promise<{ id: string } | undefined> => {
  const [row] = await db
    .select({ id: teams.id })
    .from(teams)
    .where(and(isWaiting, eq(teams.competitionId, competitionId)))
    .orderBy(desc(teams.paid), asc(teams.statusAt), asc(teams.id))
    .limit(1)
  return row
}

/** Returns the positions of all waiting teams of these competitions, from 1, by team. */
export const mapWaitingPositionsByTeam = async (
  db: Db,
  competitionIds: readonly string[],
): Promise<Map<string, number>> => {
  if (competitionIds.length === 0) return new Map()
  const rows = await db
    .select({
      id: teams.id,
      position:
        sql`row_number() over (partition by ${teams.competitionId} order by ${teams.paid} desc, ${teams.statusAt}, ${teams.id})`.mapWith(
          Number,
        ),
    })
    .from(teams)
    .where(and(isWaiting, inArray(teams.competitionId, [...competitionIds])))
  return new Map(rows.map(({ id, position }) => [id, position]))
}

/** Returns whether a team belongs to the active season. */
export const isTeamOfActiveSeason = async (db: Db, teamId: string): Promise<boolean> =>
  (await db.$count(teams, and(eq(teams.id, teamId), sql`${teams.seasonYearId} = active_season_year()`))) > 0
