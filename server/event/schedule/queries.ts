import { and, asc, desc, eq, inArray, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import type { RegionLimit } from '#contract/accounts/permissions.ts'
import { badgeCodeLength } from '#contract/event/judging/judge-code.ts'
import type { BadgeSelection } from '#contract/event/print.schema.ts'
import type { AdminScheduleSlot, EventTeam } from '#contract/event/schedule/schedule.schema.ts'
import type { CandidateTeam } from '#contract/event/scores/participants.ts'
import type { Localized } from '#contract/platform/localized.ts'
import type { Db } from '#server/platform/db/open.ts'
import { buildTeamRegionCondition } from '#server/platform/db/region-conditions.ts'
import { competitions } from '#server/platform/db/schema/competitions.ts'
import { events } from '#server/platform/db/schema/events.ts'
import { closedJudging, judges } from '#server/platform/db/schema/judging.ts'
import {
  eventTeams,
  publishedSchedules,
  scheduleSlots,
  scheduleStates,
} from '#server/platform/db/schema/schedule.ts'
import { seasonYears } from '#server/platform/db/schema/season-years.ts'
import { teamPeople, teams } from '#server/platform/db/schema/teams.ts'
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
export const listEventTeams = async (db: Db, eventId: string, condition?: SQL): Promise<EventTeam[]> =>
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
 * Withdraws a team from an event, with the slots that leave the schedule, or takes it back. Returns the slots
 * that left with the team before.
 */
export const replaceWithdrawalAndGetRemovedSlots = async (
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
export const listEligibleTeamsOfEventSeason = async (
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
export const findSeasonAndCompetitionNameOfEvent = async (
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

/** Returns the first and the last calendar date of an event, null without dates. */
export const findFirstAndLastEventDay = async (
  db: Db,
  eventId: string,
): Promise<{ first: string; last: string } | null> => {
  const [row] = await db
    .select({ startDate: events.startDate, endDate: events.endDate })
    .from(events)
    .where(eq(events.id, eventId))
  const days = [row?.startDate, row?.endDate].flatMap((date) => date ?? []).sort()
  const [first, last] = [days.at(0), days.at(-1)]
  return first && last ? { first, last } : null
}

/** The slot of a team, in an event with matches of one in a match. */
type TeamSlot = AdminScheduleSlot & { teamId: string }

const toSlot = ({
  id,
  round,
  tableName,
  startsAt,
  durationMinutes,
  teamId,
  version,
}: typeof scheduleSlots.$inferSelect): TeamSlot => ({
  id,
  round,
  table: tableName,
  startsAt: startsAt.toISOString(),
  durationMinutes,
  teamId,
  version,
})

/** Lists the slots of the teams of an event in the order of their time, then of their table. */
export const listTeamSlotsOfEvent = async (db: Db, eventId: string): Promise<TeamSlot[]> =>
  (
    await db
      .select()
      .from(scheduleSlots)
      .where(eq(scheduleSlots.eventId, eventId))
      .orderBy(asc(scheduleSlots.startsAt), asc(scheduleSlots.tableName), asc(scheduleSlots.id))
  ).map(toSlot)

/** Tells whether the schedule of an event has slots. */
export const hasTeamSlots = async (db: Db, eventId: string): Promise<boolean> =>
  (
    await db
      .select({ id: scheduleSlots.id })
      .from(scheduleSlots)
      .where(eq(scheduleSlots.eventId, eventId))
      .limit(1)
  ).length > 0

/**
 * Finds the slot of a team in a round. When there is none, it returns another slot of the event, and
 * undefined for an event without slots.
 */
export const findTeamSlotOrAnySlot = async (
  db: Db,
  eventId: string,
  { teamId, round }: { teamId: string; round: number },
): Promise<TeamSlot | undefined> => {
  const isOfTeam = and(eq(scheduleSlots.teamId, teamId), eq(scheduleSlots.round, round)) as SQL
  const [row] = await db
    .select()
    .from(scheduleSlots)
    .where(eq(scheduleSlots.eventId, eventId))
    .orderBy(desc(isOfTeam), asc(scheduleSlots.startsAt), asc(scheduleSlots.tableName), asc(scheduleSlots.id))
    .limit(1)
  return row && toSlot(row)
}

/** Adds slots with their ids, or changes those that exist; each gets a version that it never had. */
export const upsertTeamSlots = async (
  tx: Db,
  eventId: string,
  slots: readonly AdminScheduleSlot[],
): Promise<void> => {
  await tx.execute(sql`
    insert into schedule_slots (id, event_id, team_id, round, table_name, starts_at, duration_minutes, version)
    select id, ${eventId}::uuid, "teamId", round, "table", "startsAt", "durationMinutes", version + 1
    from jsonb_to_recordset(${JSON.stringify(slots)}::jsonb) as slot (
      id uuid, "teamId" uuid, round smallint, "table" text, "startsAt" timestamptz, "durationMinutes" smallint, version integer)
    on conflict (id) do update set
      team_id = excluded.team_id, round = excluded.round, table_name = excluded.table_name, starts_at = excluded.starts_at,
      duration_minutes = excluded.duration_minutes, version = greatest(schedule_slots.version + 1, excluded.version)`)
}

/** Stores the slots of an event under their hash. */
export const upsertStoredSlotsByHash = async (
  tx: Db,
  state: { eventId: string; hash: string; slots: AdminScheduleSlot[] },
): Promise<void> => {
  await tx
    .insert(scheduleStates)
    .values(state)
    .onConflictDoUpdate({
      target: [scheduleStates.eventId, scheduleStates.hash],
      set: { slots: sql`excluded.slots` },
    })
}

/** Finds the slots that an event had, by their hash. */
export const findStoredSlotsByHash = async (
  db: Db,
  eventId: string,
  hash: string,
): Promise<AdminScheduleSlot[] | undefined> => {
  const [row] = await db
    .select({ slots: scheduleStates.slots })
    .from(scheduleStates)
    .where(and(eq(scheduleStates.eventId, eventId), eq(scheduleStates.hash, hash)))
  return row?.slots
}

/** Tells whether all teams with these ids exist. */
export const doTeamsExistIncludingDeleted = async (db: Db, ids: readonly string[]): Promise<boolean> =>
  (await db.$count(teams, sql`${teams.id} = any(${sql.param([...ids])}::uuid[])`)) === ids.length

/** Finds a slot with its event by its id. */
export const findTeamSlot = async (
  db: Db,
  id: string,
): Promise<(TeamSlot & { eventId: string }) | undefined> => {
  const [row] = await db.select().from(scheduleSlots).where(eq(scheduleSlots.id, id))
  return row && { ...toSlot(row), eventId: row.eventId }
}

/** Deletes the slots of an event with these ids, all slots without `ids`. Returns how many it deleted. */
export const deleteAndCountTeamSlotsOfEvent = async (
  tx: Db,
  eventId: string,
  ids?: readonly string[],
): Promise<number> => {
  const condition = ids ? sql`${scheduleSlots.id} = any(${sql.param([...ids])}::uuid[])` : undefined
  return (
    (await tx.delete(scheduleSlots).where(and(eq(scheduleSlots.eventId, eventId), condition))).rowCount ?? 0
  )
}

/** Lists the slots of an event with these ids, each with the name of its team. */
export const listTeamSlotNamesAndVersionsByIds = (
  tx: Db,
  eventId: string,
  ids: readonly string[],
): Promise<{ id: string; teamName: string; version: number }[]> =>
  tx
    .select({ id: scheduleSlots.id, teamName: teams.name, version: scheduleSlots.version })
    .from(scheduleSlots)
    .innerJoin(teams, eq(teams.id, scheduleSlots.teamId))
    .where(
      and(eq(scheduleSlots.eventId, eventId), sql`${scheduleSlots.id} = any(${sql.param([...ids])}::uuid[])`),
    )
    .orderBy(asc(scheduleSlots.startsAt), asc(scheduleSlots.tableName))

export const isJudgingClosed = async (db: Db, eventId: string): Promise<boolean> =>
  (
    await db
      .select({ eventId: closedJudging.eventId })
      .from(closedJudging)
      .where(eq(closedJudging.eventId, eventId))
  ).length > 0

/** Closes or reopens the judging of an event. Returns whether that changed something. */
export const setJudgingClosedIfChanged = async (
  tx: Db,
  eventId: string,
  isClosed: boolean,
): Promise<boolean> => {
  const { rowCount } = isClosed
    ? await tx.insert(closedJudging).values({ eventId }).onConflictDoNothing()
    : await tx.delete(closedJudging).where(eq(closedJudging.eventId, eventId))
  return rowCount === 1
}

export const isSchedulePublished = async (db: Db, eventId: string): Promise<boolean> =>
  (await db.$count(publishedSchedules, eq(publishedSchedules.eventId, eventId))) > 0

export const setSchedulePublished = async (
  tx: Db,
  eventId: string,
  isPublished: boolean,
  userId: string | null,
): Promise<void> => {
  if (isPublished)
    await tx.insert(publishedSchedules).values({ eventId, publishedBy: userId }).onConflictDoNothing()
  else await tx.delete(publishedSchedules).where(eq(publishedSchedules.eventId, eventId))
}

/**
 * Lists the coaches and members of those teams of an event that fit, in the order of the badges of teams, coaches
 * first.
 */
export const listPeopleOfEventTeams = (
  db: Db,
  eventId: string,
  kinds: ('coach' | 'member')[],
  {
    teamId,
    competitionId,
    regionId,
    regionLimit,
  }: Pick<BadgeSelection, 'teamId' | 'competitionId' | 'regionId'> & { regionLimit: RegionLimit },
) =>
  db
    .select({
      role: teamPeople.kind,
      name: teamPeople.name,
      team: { teamNo: teams.teamNo, name: teams.name, schoolName: teams.schoolName },
    })
    .from(eventTeams)
    .innerJoin(teams, and(eq(teams.id, eventTeams.teamId), isNull(teams.deletedAt)))
    .innerJoin(competitions, eq(competitions.id, teams.competitionId))
    .innerJoin(teamPeople, and(eq(teamPeople.teamId, teams.id), isNull(teamPeople.deletedAt)))
    .where(
      and(
        eq(eventTeams.eventId, eventId),
        inArray(teamPeople.kind, kinds),
        teamId ? eq(teams.id, teamId) : undefined,
        competitionId ? eq(teams.competitionId, competitionId) : undefined,
        regionId ? eq(teams.regionId, regionId) : undefined,
        buildTeamRegionCondition(regionLimit),
      ),
    )
    .orderBy(
      ...[asc(competitions.position), asc(competitions.id), asc(teams.teamNo)],
      ...[asc(teamPeople.kind), asc(teamPeople.position), asc(teamPeople.id)],
    )

/** Lists the judges of an event whose codes are valid. */
export const listNamedUnrevokedJudgesOfEvent = (db: Db, eventId: string) =>
  db
    .select({ name: judges.name, isHead: judges.isHead })
    .from(judges)
    .where(and(eq(judges.eventId, eventId), ne(judges.name, ''), isNull(judges.revokedAt)))
    .orderBy(asc(judges.createdAt), asc(judges.name))
