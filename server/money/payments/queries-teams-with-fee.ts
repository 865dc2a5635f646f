import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { paymentStatesInDecision } from '#contract/money/payment.ts'
import type { TeamPlaceTimes, TeamStatus } from '#contract/people/teams/team-places.ts'
import { lockCompetition } from '#server/event/competitions/service.ts'
import type { Db } from '#server/platform/db/open.ts'
import { competitions } from '#server/platform/db/schema/competitions.ts'
import { regions } from '#server/platform/db/schema/content.ts'
import { payments } from '#server/platform/db/schema/payments.ts'
import { teamPeople, teams } from '#server/platform/db/schema/teams.ts'
import { users } from '#server/platform/db/schema/users.ts'

/** A team with the fee of its competition. */
export type TeamWithFee = TeamPlaceTimes & {
  id: string
  name: string
  teamNo: number
  schoolName: string
  paid: boolean
  status: TeamStatus
  competitionId: string
  seasonYearId: string
  userId: string | null
  regionId: string | null
  deletedAt: Date | null
  slug: string
  nameEn: string
  nameAr: string
  fee: number
  currency: string
  maxTeams: number | null
  paymentDays: number | null
  closesAt: Date | null
  isPaymentInDecision: boolean
}

/** A condition on `teams`: a payment for the team is in decision (`paymentStatesInDecision`). */
export const hasPaymentInDecision = sql`exists (select from ${payments} where ${payments.teamId} = ${teams.id} and ${inArray(payments.state, [...paymentStatesInDecision])})`

export const teamWithFeeColumns = {
  id: teams.id,
  name: teams.name,
  teamNo: teams.teamNo,
  schoolName: teams.schoolName,
  paid: teams.paid,
  status: teams.status,
  competitionId: teams.competitionId,
  seasonYearId: teams.seasonYearId,
  userId: teams.userId,
  regionId: teams.regionId,
  deletedAt: teams.deletedAt,
  slug: competitions.slug,
  nameEn: competitions.nameEn,
  nameAr: competitions.nameAr,
  fee: competitions.fee,
  currency: competitions.currency,
  maxTeams: competitions.maxTeams,
  paymentDays: competitions.paymentDays,
  closesAt: competitions.closesAt,
  statusAt: teams.statusAt,
  placeNoticeAt: teams.placeNoticeAt,
  paymentPausedAt: teams.paymentPausedAt,
  paymentPausedSeconds: teams.paymentPausedSeconds,
  isPaymentInDecision: sql<boolean>`${hasPaymentInDecision}`,
}

/** Lists those of these teams for which `hasPaymentInDecision` holds. */
export const filterTeamIdSetInPaymentDecision = async (
  db: Db,
  teamIds: readonly string[],
): Promise<Set<string>> => {
  const rows = await db
    .select({ id: teams.id })
    .from(teams)
    .where(and(inArray(teams.id, [...teamIds]), hasPaymentInDecision))
  return new Set(rows.map(({ id }) => id))
}

/** Finds a team, paid or not, deleted or not. */
export const findTeamWithFee = async (db: Db, id: string): Promise<TeamWithFee | undefined> => {
  const [row] = await db
    .select(teamWithFeeColumns)
    .from(teams)
    .innerJoin(competitions, eq(competitions.id, teams.competitionId))
    .where(eq(teams.id, id))
  return row
}

/**
 * Finds a team, paid or not, deleted or not, and locks it until the transaction ends. Every change of a
 * payment state locks the team first, then the payment.
 */
export const lockTeamWithFee = async (tx: Db, id: string): Promise<TeamWithFee | undefined> => {
  const [row] = await tx
    .select(teamWithFeeColumns)
    .from(teams)
    .innerJoin(competitions, eq(competitions.id, teams.competitionId))
    .where(eq(teams.id, id))
    .for('update', { of: teams })
  return row
}

/**
 * Sets `paid` and increments `version`, so that a save of an older version is rejected. A caller that
 * increments it itself passes `counted: false`. The days for the payment of a team that is not paid any more
 * start again. A paid team without a place gets a free place, or waits for one.
 */
export const setTeamPaidOrUnpaidAndPlace = async (
  tx: Db,
  id: string,
  paid: boolean,
  { counted = true } = {},
): Promise<void> => {
  const restart = {
    statusAt: sql`case when ${teams.status} = 'registered' then now() else ${teams.statusAt} end`,
    placeNoticeAt: null,
  }
  const [team] = await tx
    .update(teams)
    .set({ paid, ...(counted ? { version: sql`${teams.version} + 1` } : {}), ...(paid ? {} : restart) })
    .where(eq(teams.id, id))
    .returning({ status: teams.status, competitionId: teams.competitionId, deletedAt: teams.deletedAt })
  if (!paid || !team || team.status === 'registered' || team.deletedAt) return
  // a late payment takes a free place before all waiting teams, else it is the first of them
  const competition = await lockCompetition(tx, team.competitionId)
  const hasPlace =
    competition && (competition.maxTeams === null || competition.teamCount < competition.maxTeams)
  const waitingSince = team.status === 'waiting' ? {} : { statusAt: new Date() }
  const place = hasPlace
    ? { status: 'registered' as const, statusAt: new Date() }
    : { status: 'waiting' as const, ...waitingSince }
  await tx
    .update(teams)
    .set({ ...place, placeNoticeAt: null })
    .where(eq(teams.id, id))
}

/**
 * Finds the people whose data the gateway may get as the customer: the owner's account and the first coach;
 * and the team's region.
 */
export const readGatewayCustomerCandidates = async (
  db: Db,
  team: Pick<TeamWithFee, 'id' | 'userId' | 'regionId'>,
) => {
  const [[owner], [coach], [region]] = await Promise.all([
    team.userId ? db.select().from(users).where(eq(users.id, team.userId)) : [],
    db
      .select({ name: teamPeople.name, email: teamPeople.email, phone: teamPeople.phone })
      .from(teamPeople)
      .where(and(eq(teamPeople.teamId, team.id), eq(teamPeople.kind, 'coach'), isNull(teamPeople.deletedAt)))
      .orderBy(asc(teamPeople.position), asc(teamPeople.id))
      .limit(1),
    team.regionId
      ? db
          .select({ city: regions.nameEn, country: regions.country })
          .from(regions)
          .where(eq(regions.id, team.regionId))
      : [],
  ])
  return { owner, coach, region }
}
