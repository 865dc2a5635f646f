import { and, asc, eq, inArray, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import type { RegionLimit } from '#contract/accounts/permissions.ts'
import { badgeCodeLength } from '#contract/event/judging/judge-code.ts'
import type { AdminScheduleSlot, EventTeam } from '#contract/event/schedule/schedule.schema.ts'
import type { CandidateTeam } from '#contract/event/scores/participants.ts'
import type { Localized } from '#contract/platform/localized.ts'
import type { Db } from '#server/platform/db/open.ts'
import { buildTeamRegionCondition } from '#server/platform/db/region-conditions.ts'
import { competitions } from '#server/platform/db/schema/competitions.ts'
import { events } from '#server/platform/db/schema/events.ts'
import { eventTeams } from '#server/platform/db/schema/schedule.ts'
import { seasonYears } from '#server/platform/db/schema/season-years.ts'
import { teams } from '#server/platform/db/schema/teams.ts'
import { generateRandomCode } from '#server/platform/lib/judge-codes.ts'

const teamColumns = {
  id: teams.id,
  teamNo: teams.teamNo,
  name: teams.name,
  schoolName: teams.schoolName,
  nameEn: competitions.nameEn,
  nameAr: competitions.nameAr,
  badgeCode: eventTeams.badgeCode,
  checkedInAt: eventTeams.checkedInAt,
  withdrawnAt: eventTeams.withdrawnAt,
  withdrawalReason: eventTeams.withdrawalReason,
}

const selectEventTeams = (db: Db) =>
  db
    .select(teamColumns)
    .from(eventTeams)
    .innerJoin(teams, eq(teams.id, eventTeams.teamId))
    .innerJoin(competitions, eq(competitions.id, teams.competitionId))
    .$dynamic()

type TeamRow = Awaited<ReturnType<typeof selectEventTeams>>[number]

const toEventTeam = ({
  nameEn,
  nameAr,
  checkedInAt,
  withdrawnAt,
  withdrawalReason: reason,
  ...row
}: TeamRow): EventTeam => ({
  ...row,
  competition: { en: nameEn, ar: nameAr },
  checkedInAt: checkedInAt?.toISOString() ?? null,
  ...(withdrawnAt ? { withdrawal: { at: withdrawnAt.toISOString(), reason } } : {}),
})

/**
 * Lists the teams of an event by competition and number, also those that have withdrawn. `condition` selects fewer of
 * them.
 */
export const listEventTeamsIncludingWithdrawn = async (
  db: Db,
  eventId: string,
  condition?: SQL,
): Promise<EventTeam[]> =>
  (
    await selectEventTeams(db)
      .where(and(eq(eventTeams.eventId, eventId), isNull(teams.deletedAt), condition))
      .orderBy(asc(competitions.position), asc(competitions.id), asc(teams.teamNo))
  ).map(toEventTeam)

/**
 * Finds a team of an event by its id or by the code of its badge. `badgeCodes` are the codes that a scanned
 * text can be; none is found where two teams have one of them.
 */
export const findEventTeamByIdOrBadgeCodes = async (
  db: Db,
  eventId: string,
  by: { teamId: string } | { badgeCodes: readonly string[] },
): Promise<EventTeam | undefined> => {
  const condition =
    'teamId' in by ? eq(eventTeams.teamId, by.teamId) : inArray(eventTeams.badgeCode, [...by.badgeCodes])
  const [row, other] = await selectEventTeams(db).where(
    and(eq(eventTeams.eventId, eventId), condition, isNull(teams.deletedAt)),
  )
  return row && !other ? toEventTeam(row) : undefined
}

/** Adds teams to an event; those that it has already stay as they are. Returns how many are new. */
export const insertAndCountMissingEventTeams = async (
  tx: Db,
  eventId: string,
  teamIds: readonly string[],
): Promise<number> => {
  if (teamIds.length === 0) return 0
  const rows = teamIds.map((teamId) => ({ eventId, teamId, badgeCode: generateRandomCode(badgeCodeLength) }))
  const inserted = await tx
    .insert(eventTeams)
    .values(rows)
    .onConflictDoNothing({ target: [eventTeams.eventId, eventTeams.teamId] })
    .returning({ teamId: eventTeams.teamId })
  return inserted.length
}

export const updateCheckIn = async (
  tx: Db,
  eventId: string,
  teamId: string,
  { checkedInAt, checkedInBy }: { checkedInAt: Date | null; checkedInBy: string | null },
): Promise<void> => {
  await tx
    .update(eventTeams)
    .set({ checkedInAt, checkedInBy })
    .where(and(eq(eventTeams.eventId, eventId), eq(eventTeams.teamId, teamId)))
}

/**
 * Stores the withdrawal of a team from an event with the slots that it loses, or deletes the withdrawal. Returns the
 * slots that were stored with the previous withdrawal.
 */
export const setWithdrawalAndGetPreviousSlots = async (
  tx: Db,
  eventId: string,
  teamId: string,
  withdrawal: { reason: string; slots: AdminScheduleSlot[] } | null,
): Promise<AdminScheduleSlot[]> => {
  const isTeam = and(eq(eventTeams.eventId, eventId), eq(eventTeams.teamId, teamId))
  const [before] = await tx.select({ slots: eventTeams.withdrawnSlots }).from(eventTeams).where(isTeam)
  await tx
    .update(eventTeams)
    .set({
      // the time follows the lock of the ranking, so that it is not before the one of a freeze that came first
      withdrawnAt: withdrawal ? sql`clock_timestamp()` : null,
      withdrawalReason: withdrawal?.reason ?? '',
      withdrawnSlots: withdrawal?.slots ?? null,
    })
    .where(isTeam)
  return before?.slots ?? []
}

/** Lists the slots that left the schedule of an event with teams that have withdrawn. */
export const listRemovedSlotsOfWithdrawnEventTeams = async (
  db: Db,
  eventId: string,
): Promise<AdminScheduleSlot[]> => {
  const rows = await db
    .select({ slots: eventTeams.withdrawnSlots })
    .from(eventTeams)
    .where(eq(eventTeams.eventId, eventId))
  return rows.flatMap(({ slots }) => slots ?? [])
}

/** Erases why teams withdrew, in withdrawals of before a time. */
export const eraseWithdrawalReasonsBefore = async (db: Db, before: Date): Promise<void> => {
  await db
    .update(eventTeams)
    .set({ withdrawalReason: '' })
    .where(and(ne(eventTeams.withdrawalReason, ''), lt(eventTeams.withdrawnAt, before)))
}

/** A team that can take part in an event: registered for the season of the event. */
export type EligibleTeam = CandidateTeam & { competitionId: string }

/**
 * Lists the teams of the season of an event that have a place, of one competition or with these numbers; for a limited
 * user those of the regions and those that take part already.
 */
export const listTeamsEligibleForEvent = async (
  db: Db,
  eventId: string,
  {
    competitionId,
    teamNos,
    regionLimit,
  }: { competitionId?: string; teamNos?: readonly number[]; regionLimit: RegionLimit },
): Promise<EligibleTeam[]> =>
  db
    .select({
      id: teams.id,
      teamNo: teams.teamNo,
      name: teams.name,
      competitionId: teams.competitionId,
      competition: { slug: competitions.slug, en: competitions.nameEn, ar: competitions.nameAr },
    })
    .from(teams)
    .innerJoin(competitions, eq(competitions.id, teams.competitionId))
    .innerJoin(events, and(eq(events.id, eventId), eq(events.seasonYearId, teams.seasonYearId)))
    .where(
      and(
        isNull(teams.deletedAt),
        eq(teams.status, 'registered'),
        competitionId ? eq(teams.competitionId, competitionId) : undefined,
        teamNos ? inArray(teams.teamNo, [...teamNos]) : undefined,
        regionLimit
          ? or(
              buildTeamRegionCondition(regionLimit),
              sql`${teams.id} in (select ${eventTeams.teamId} from ${eventTeams} where ${eventTeams.eventId} = ${eventId})`,
            )
          : undefined,
      ),
    )

/** Finds the year of the season of an event, and the name of a competition that is not deleted. */
export const findSeasonYearAndCompetitionName = async (
  db: Db,
  eventId: string,
  competitionId: string,
): Promise<{ season: number; competition: Localized } | undefined> => {
  const [row] = await db
    .select({
      season: seasonYears.year,
      competition: { en: competitions.nameEn, ar: competitions.nameAr },
    })
    .from(events)
    .innerJoin(seasonYears, eq(seasonYears.id, events.seasonYearId))
    .innerJoin(competitions, and(eq(competitions.id, competitionId), isNull(competitions.deletedAt)))
    .where(eq(events.id, eventId))
  return row
}

/** Tells whether all teams with these ids exist. */
export const doTeamsExistIncludingDeleted = async (db: Db, ids: readonly string[]): Promise<boolean> =>
  (await db.$count(teams, sql`${teams.id} = any(${sql.param([...ids])}::uuid[])`)) === ids.length
