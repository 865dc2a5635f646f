import { and, asc, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { TableSchedule } from '#contract/event/display.schema.ts'
import type {
  MatchEvents,
  NextSlot,
  PublicSchedule,
  TeamSchedule,
} from '#contract/event/schedule/schedule.schema.ts'
import { areSlotsOnSeveralDays, listNextSlots, toSlotRange } from '#contract/event/schedule/slot-times.ts'
import { defaultTimeZone } from '#contract/platform/time-zone.ts'
import type { Db } from '#server/platform/db/open.ts'
import { events } from '#server/platform/db/schema/events.ts'
import { publishedResults } from '#server/platform/db/schema/results.ts'
import { drawnEntries } from '#server/platform/db/schema/rule-sets.ts'
import { publishedSchedules, scheduleSlots } from '#server/platform/db/schema/schedule.ts'
import { teams } from '#server/platform/db/schema/teams.ts'
import { isSlotOfMatchSql } from './queries-matches.ts'
import { createPlayedLookup, mapPlayedRuns } from './queries-runs.ts'

/**
 * Selects slots of events with a published schedule, in the order of their time, without those of deleted
 * teams.
 */
const selectPublishedSlots = (db: Db, where: SQL | undefined) =>
  db
    .select({
      slot: scheduleSlots,
      isMatch: isSlotOfMatchSql,
      team: { id: teams.id, teamNo: teams.teamNo, name: teams.name, schoolName: teams.schoolName },
      event: {
        slug: events.slug,
        titleEn: events.titleEn,
        titleAr: events.titleAr,
        areResultsFinal: sql<boolean>`${publishedResults.status} is not distinct from 'final'`,
      },
    })
    .from(scheduleSlots)
    .innerJoin(publishedSchedules, eq(publishedSchedules.eventId, scheduleSlots.eventId))
    .innerJoin(events, eq(events.id, scheduleSlots.eventId))
    .leftJoin(publishedResults, eq(publishedResults.eventId, scheduleSlots.eventId))
    .innerJoin(teams, eq(teams.id, scheduleSlots.teamId))
    .where(and(isNull(teams.deletedAt), where))
    .orderBy(asc(scheduleSlots.startsAt), asc(scheduleSlots.tableName), asc(scheduleSlots.id))
    .$dynamic()

type PublishedSlot = Awaited<ReturnType<typeof selectPublishedSlots>>[number]
const toPublicSlot = (
  { slot, isMatch }: Pick<PublishedSlot, 'slot' | 'isMatch'>,
  isPlayed?: ReturnType<typeof createPlayedLookup>,
): TeamSchedule['slots'][number] => {
  const { id, round, tableName, startsAt, durationMinutes } = slot
  return {
    id,
    round,
    table: tableName,
    startsAt: startsAt.toISOString(),
    durationMinutes,
    ...(isMatch ? { isMatch } : {}),
    ...(isPlayed?.(slot, isMatch) ? { isPlayed: true } : {}),
  }
}

/** Which slots of an event are next, and whether its schedule is on several days. */
type NextSlotIds = { ids: string[][]; hasSeveralDays: boolean }

/**
 * Lists the ids of the slots of an event that are next (`listNextSlots`), those of the teams of a match
 * together, in the order of the schedule. With `limitOfTable` it lists so many at each table.
 */
const listNextSlotIds = async (
  db: Db,
  eventId: string,
  timeZone = defaultTimeZone,
  limitOfTable = Number.POSITIVE_INFINITY,
): Promise<NextSlotIds> => {
  const { id, teamId, round, tableName, startsAt, durationMinutes } = scheduleSlots
  const rows = await db
    .select({ id, teamId, round, table: tableName, startsAt, durationMinutes, isMatch: isSlotOfMatchSql })
    .from(scheduleSlots)
    .innerJoin(teams, eq(teams.id, teamId))
    .where(and(eq(scheduleSlots.eventId, eventId), isNull(teams.deletedAt)))
    .orderBy(asc(startsAt), asc(tableName), asc(id))
  const isPlayed = createPlayedLookup(await mapPlayedRuns(db, { eventId }, { isPublic: true }))
  const slots = rows.map((row) => ({
    ...row,
    startsAt: row.startsAt.toISOString(),
    isPlayed: isPlayed({ ...row, eventId }, row.isMatch),
  }))
  const next = listNextSlots(slots, { now: Date.now(), areResultsFinal: false })
  const counts = new Map<string, number>()
  const ids = [...Map.groupBy(next, (slot) => (slot.isMatch ? `${slot.round}` : slot.id)).values()].flatMap(
    (together) => {
      const { table } = together[0] as (typeof next)[number]
      const count = (counts.get(table) ?? 0) + 1
      counts.set(table, count)
      return count > limitOfTable ? [] : [together.map((slot) => slot.id)]
    },
  )
  return { ids, hasSeveralDays: areSlotsOnSeveralDays(slots, timeZone) }
}

/** Lists what is next in an event by its published schedule; nothing before it is published. */
export const readNextPublishedSlotsOfEvent = async (
  db: Db,
  eventId: string,
  timeZone: string,
  limit: number,
): Promise<{ slots: NextSlot[]; hasSeveralDays: boolean }> => {
  const { ids, hasSeveralDays } = await listNextSlotIds(db, eventId, timeZone)
  const rows = await selectPublishedSlots(db, inArray(scheduleSlots.id, ids.flat().slice(0, limit)))
  const slots = rows.map((row) => ({
    ...toPublicSlot(row),
    teamNo: row.team.teamNo,
    teamName: row.team.name,
  }))
  return { slots, hasSeveralDays }
}

/**
 * Lists the tables of an event by name, each with at most `limit` runs or matches that are on or next, a match
 * with a slot of each team; none before the schedule is published.
 */
export const readNextPublishedSlotsByTable = async (
  db: Db,
  eventId: string,
  timeZone: string,
  limit: number,
): Promise<{ tables: TableSchedule[]; hasSeveralDays: boolean }> => {
  const { ids, hasSeveralDays } = await listNextSlotIds(db, eventId, timeZone, limit)
  const rows = await selectPublishedSlots(db, inArray(scheduleSlots.id, ids.flat()))
  const compare = new Intl.Collator('en', { numeric: true }).compare
  const tables = [...Map.groupBy(rows, ({ slot }) => slot.tableName)]
    .toSorted(([one], [other]) => compare(one, other))
    .map(([table, ofTable]) => ({
      table,
      slots: ofTable.map((row) => {
        const { teamNo, name, schoolName } = row.team
        const { table: _, ...times } = toPublicSlot(row)
        return { ...times, teamNo, teamName: name, schoolName }
      }),
    }))
  return { tables, hasSeveralDays }
}

/** Reads the slots of an event with their teams; none before the schedule is published. */
export const readPublishedSlotsAndTeamsOfEvent = async (
  db: Db,
  eventId: string,
): Promise<Omit<PublicSchedule, 'isPublished'>> => {
  const rows = await selectPublishedSlots(db, eq(scheduleSlots.eventId, eventId))
  const isPlayed = createPlayedLookup(await mapPlayedRuns(db, { eventId }, { isPublic: true }))
  return {
    teams: [
      ...new Map(rows.map(({ team: { id, teamNo, name } }) => [id, { id, teamNo, name }])).values(),
    ].sort((one, other) => one.teamNo - other.teamNo),
    slots: rows.map((row) => ({ ...toPublicSlot(row, isPlayed), teamId: row.team.id })),
  }
}

/** Lists the slots of a team, grouped by events that visitors see and whose schedule is published. */
export const listPublishedSchedulesOfTeam = async (db: Db, teamId: string): Promise<TeamSchedule[]> => {
  const isVisible = and(eq(scheduleSlots.teamId, teamId), eq(events.active, true), isNull(events.deletedAt))
  const rows = await selectPublishedSlots(db, isVisible)
  const isPlayed = createPlayedLookup(await mapPlayedRuns(db, { teamId }, { isPublic: true }))
  const schedules: TeamSchedule[] = []
  for (const ofEvent of Map.groupBy(rows, ({ slot }) => slot.eventId).values()) {
    const [first] = ofEvent
    if (!first) continue
    const { slug, titleEn, titleAr, areResultsFinal } = first.event
    const slots = ofEvent.map((row) => toPublicSlot(row, isPlayed))
    const isOver = (slot: (typeof slots)[number]) => !slot.isPlayed && toSlotRange(slot).to <= Date.now()
    // whether a run is late follows from the runs of others, too
    const nextIds =
      !areResultsFinal && slots.some(isOver)
        ? new Set((await listNextSlotIds(db, first.slot.eventId)).ids.flat())
        : new Set<string>()
    schedules.push({
      event: {
        slug,
        title: { en: titleEn, ar: titleAr },
        ...(areResultsFinal ? { areResultsFinal } : {}),
      },
      slots: slots.map((slot) => (isOver(slot) && nextIds.has(slot.id) ? { ...slot, isLate: true } : slot)),
    })
  }
  return schedules
}

/** Lists the events that visitors see for whose matches a team is drawn, the newest first. */
export const listPublicEventsWithDrawnTeam = async (db: Db, teamId: string): Promise<MatchEvents> => {
  const rows = await db
    .select({ slug: events.slug, titleEn: events.titleEn, titleAr: events.titleAr })
    .from(drawnEntries)
    .innerJoin(events, eq(events.id, drawnEntries.eventId))
    .where(and(eq(drawnEntries.teamId, teamId), eq(events.active, true), isNull(events.deletedAt)))
    .orderBy(desc(events.id))
  return rows.map(({ slug, titleEn, titleAr }) => ({ slug, title: { en: titleEn, ar: titleAr } }))
}

/**
 * Reads what a calendar file of a team in an event needs; undefined for a team without slots that visitors
 * see.
 */
export const findPublishedTeamCalendar = async (db: Db, eventId: string, teamId: string) => {
  const rows = await selectPublishedSlots(
    db,
    and(eq(scheduleSlots.eventId, eventId), eq(scheduleSlots.teamId, teamId)),
  )
  const [first] = rows
  return (
    first && {
      team: first.team,
      event: first.event,
      slots: rows.map(({ slot, isMatch }) => ({ ...slot, isMatch })),
    }
  )
}
