import { and, asc, eq, sql } from 'drizzle-orm'
import type { MatchTime } from '#contract/event/matches/match.schema.ts'
import type { AdminScheduleSlot, ScheduleSlot } from '#contract/event/schedule/schedule.schema.ts'
import type { SlotTime } from '#contract/event/schedule/slot-times.ts'
import type { Db } from '#server/platform/db/open.ts'
import { matchSlots, scheduleSlots } from '#server/platform/db/schema/schedule.ts'
import {
  deleteAndCountTeamSlotsOfEvent,
  findTeamSlotById,
  listTeamSlotsOfEvent,
  upsertTeamSlots,
} from './queries-slots.ts'

const toMatchSlot = ({
  id,
  match,
  tableName,
  startsAt,
  durationMinutes,
  version,
}: typeof matchSlots.$inferSelect): AdminScheduleSlot => ({
  id,
  round: match,
  table: tableName,
  startsAt: startsAt.toISOString(),
  durationMinutes,
  teamId: null,
  version,
})

/** Lists the slots of the matches of an event, in the order of their time, then of their table. */
const listMatchSlots = async (db: Db, eventId: string): Promise<AdminScheduleSlot[]> => {
  const { startsAt, tableName, match } = matchSlots
  const rows = await db
    .select()
    .from(matchSlots)
    .where(eq(matchSlots.eventId, eventId))
    .orderBy(asc(startsAt), asc(tableName), asc(match))
  return rows.map(toMatchSlot)
}

/** Lists the slots that administrators plan: those of matches, in an event without matches those of teams. */
export const listTeamOrMatchSlotsOfEvent = (
  db: Db,
  eventId: string,
  { matches }: { matches: object | null },
): Promise<AdminScheduleSlot[]> => (matches ? listMatchSlots(db, eventId) : listTeamSlotsOfEvent(db, eventId))

/** Finds a slot of a team or of a match with its event by its id. */
export const findTeamOrMatchSlotById = async (
  db: Db,
  id: string,
): Promise<(AdminScheduleSlot & { eventId: string }) | undefined> => {
  const [row] = await db.select().from(matchSlots).where(eq(matchSlots.id, id))
  return row ? { ...toMatchSlot(row), eventId: row.eventId } : findTeamSlotById(db, id)
}

/**
 * Adds slots with their ids, or changes those that exist; each gets a version that it never had. A slot
 * without a team is that of a match.
 */
export const upsertTeamOrMatchSlots = async (
  tx: Db,
  eventId: string,
  slots: readonly AdminScheduleSlot[],
): Promise<void> => {
  const ofTeams = slots.filter(({ teamId }) => teamId !== null)
  if (ofTeams.length > 0) await upsertTeamSlots(tx, eventId, ofTeams)
  if (ofTeams.length === slots.length) return
  await tx.execute(sql`
    insert into match_slots (id, event_id, match, table_name, starts_at, duration_minutes, version)
    select id, ${eventId}::uuid, round, "table", "startsAt", "durationMinutes", version + 1
    from jsonb_to_recordset(${JSON.stringify(slots.filter(({ teamId }) => teamId === null))}::jsonb) as slot (
      id uuid, round smallint, "table" text, "startsAt" timestamptz, "durationMinutes" smallint, version integer)
    on conflict (id) do update set
      match = excluded.match, table_name = excluded.table_name, starts_at = excluded.starts_at,
      duration_minutes = excluded.duration_minutes, version = greatest(match_slots.version + 1, excluded.version)`)
}

/**
 * Deletes the slots of an event with these ids, all slots without `ids`. Returns how many slots of matches it
 * deleted, else how many of teams.
 */
export const deleteSlotsAndCountMatchOrTeamSlots = async (
  tx: Db,
  eventId: string,
  ids?: readonly string[],
): Promise<number> => {
  const condition = ids ? sql`${matchSlots.id} = any(${sql.param([...ids])}::uuid[])` : undefined
  const ofMatches =
    (await tx.delete(matchSlots).where(and(eq(matchSlots.eventId, eventId), condition))).rowCount ?? 0
  const ofTeams = await deleteAndCountTeamSlotsOfEvent(tx, eventId, ids)
  return ofMatches || ofTeams
}

/** Lists the slots of matches with these ids, each with the number of the match as its name. */
export const listMatchSlotNamesAndVersionsByIds = (
  tx: Db,
  eventId: string,
  ids: readonly string[],
): Promise<{ name: string; version: number }[]> =>
  tx
    .select({ name: sql<string>`${matchSlots.match}::text`, version: matchSlots.version })
    .from(matchSlots)
    .where(and(eq(matchSlots.eventId, eventId), sql`${matchSlots.id} = any(${sql.param([...ids])}::uuid[])`))
    .orderBy(asc(matchSlots.match))

/**
 * Lists the places of the matches of an event as slots without a team, also of matches whose teams are not
 * known yet, or not to visitors.
 */
export const listMatchSlotsWithEmptyTeamId = async (
  db: Db,
  eventId: string,
): Promise<(ScheduleSlot & SlotTime)[]> =>
  (await listMatchSlots(db, eventId)).map(({ id, round, table, startsAt, durationMinutes }) => ({
    id,
    round,
    table,
    startsAt,
    durationMinutes,
    teamId: '',
  }))

/**
 * Reads the table and the time of each match of an event that has a place in its schedule, by the number of
 * the match.
 */
export const mapMatchTimesOfEventByNumber = async (
  db: Db,
  eventId: string,
): Promise<Map<number, MatchTime>> =>
  new Map(
    (await listMatchSlots(db, eventId)).map(({ round, table, startsAt, durationMinutes }) => [
      round,
      { table, startsAt, durationMinutes },
    ]),
  )

/** SQL: whether a slot of a team is that of a match. */
export const isSlotOfMatchSql = sql<boolean>`exists (
  select from ${matchSlots} where ${matchSlots.eventId} = ${scheduleSlots.eventId} and ${matchSlots.match} = ${scheduleSlots.round})`
