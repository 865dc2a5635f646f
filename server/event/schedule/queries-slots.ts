import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { AdminScheduleSlot } from '#contract/event/schedule/schedule.schema.ts'
import type { Db } from '#server/platform/db/open.ts'
import { events } from '#server/platform/db/schema/events.ts'
import { closedJudging } from '#server/platform/db/schema/judging.ts'
import { publishedSchedules, scheduleSlots, scheduleStates } from '#server/platform/db/schema/schedule.ts'
import { teams } from '#server/platform/db/schema/teams.ts'

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

/** A slot of a team. In an event with matches it is the slot of one of the teams of the match. */
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
export const hasSlotsOfEvent = async (db: Db, eventId: string): Promise<boolean> =>
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
export const findTeamSlotOrAnyOfEvent = async (
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

/** Finds a slot with its event by its id. */
export const findTeamSlotById = async (
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
