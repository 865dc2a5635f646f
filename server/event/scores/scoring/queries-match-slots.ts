import { eq, sql } from 'drizzle-orm'
import { v7 as randomUUIDv7 } from 'uuid'
import type { RuleSet } from '#contract/event/scoring/rule-set.schema.ts'
import type { Db } from '#server/platform/db/open.ts'
import { matchSlots } from '#server/platform/db/schema/schedule.ts'
import { readDrawnMatches, toTeamIdsByPlayableMatch } from './queries-tournament.ts'

/** Returns true when matches of an event have a place in its schedule. */
const hasMatchSlots = async (db: Db, eventId: string): Promise<boolean> =>
  (await db.$count(matchSlots, eq(matchSlots.eventId, eventId))) > 0

/** Makes other changes of the schedule of an event wait until the transaction ends. */
export const lockScheduleOfEvent = async (tx: Db, eventId: string): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`schedule ${eventId}`}, 0))`)
}

/**
 * Gives each team the slots of its matches: it adds those of teams that play now, deletes those of teams that
 * do not any more, moves those of matches that have another place, and leaves the others as they are.
 * `teamIdsByMatch` has the matches with two known sides. Returns whether it changed a slot; then the cached
 * schedule is outdated.
 */
export const lockAndSyncMatchTeamSlots = async (
  tx: Db,
  eventId: string,
  teamIdsByMatch: ReadonlyMap<number, readonly string[]>,
): Promise<boolean> => {
  await lockScheduleOfEvent(tx, eventId)
  const playing = [...teamIdsByMatch].flatMap(([match, teamIds]) =>
    teamIds.map((teamId) => ({ match, teamId })),
  )
  // slots at the same time and table are in the order of their ids, so the sides of a match stay in theirs
  const ids = playing.map(() => randomUUIDv7()).sort()
  const sides = playing.map((side, at) => ({ ...side, id: ids[at] }))
  const { rows } = await tx.execute<{ changed: boolean }>(sql`
    with wanted as (
      select side.id, teams.id as team_id, place.match, place.table_name, place.starts_at, place.duration_minutes
      from jsonb_to_recordset(${JSON.stringify(sides)}::jsonb) as side (id uuid, match smallint, "teamId" uuid)
        join match_slots place on place.event_id = ${eventId}::uuid and place.match = side.match
        join teams on teams.id = side."teamId"
    ), existing as (
      select * from schedule_slots where event_id = ${eventId}::uuid
    ), removed as (
      delete from schedule_slots slot where event_id = ${eventId}::uuid
        and not exists (select from wanted where wanted.match = slot.round and wanted.team_id = slot.team_id)
      returning 1
    ), moved as (
      update schedule_slots slot
      set table_name = wanted.table_name, starts_at = wanted.starts_at, duration_minutes = wanted.duration_minutes, version = slot.version + 1
      from wanted where slot.event_id = ${eventId}::uuid and wanted.match = slot.round and wanted.team_id = slot.team_id
        and (wanted.table_name, wanted.starts_at, wanted.duration_minutes)
          is distinct from (slot.table_name, slot.starts_at, slot.duration_minutes)
      returning 1
    ), added as (
      insert into schedule_slots (id, event_id, team_id, round, table_name, starts_at, duration_minutes)
      select id, ${eventId}::uuid, team_id, match, table_name, starts_at, duration_minutes from wanted
      where not exists (select from existing where existing.round = wanted.match and existing.team_id = wanted.team_id)
      returning 1
    )
    select exists (select from removed) or exists (select from moved) or exists (select from added) as changed`)
  return rows[0]?.changed ?? false
}

/**
 * Gives the teams of an event with matches the slots of the matches that they play now. Returns whether a
 * slot changed. Do not call it while the ranking is frozen, because slots would tell who won a hidden match.
 */
export const syncTeamSlotsOfMatches = async (
  tx: Db,
  event: { id: string; ruleSet: RuleSet | null },
): Promise<boolean> => {
  if (!(await hasMatchSlots(tx, event.id))) return false
  const matches = await readDrawnMatches(tx, event, 'current')
  return matches !== null && lockAndSyncMatchTeamSlots(tx, event.id, toTeamIdsByPlayableMatch(matches))
}

/**
 * Gives the teams of an event the slots of their matches after its rule set changed. After rules without
 * matches they lose these slots; the matches keep their places for rules with matches. Returns whether a slot
 * changed.
 */
export const syncScheduleSlotsAfterRuleChange = async (
  tx: Db,
  eventId: string,
  before: RuleSet | null,
  after: RuleSet | null,
): Promise<boolean> =>
  before?.matches && !after?.matches
    ? (await hasMatchSlots(tx, eventId)) && lockAndSyncMatchTeamSlots(tx, eventId, new Map())
    : syncTeamSlotsOfMatches(tx, { id: eventId, ruleSet: after })
