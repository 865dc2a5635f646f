import { and, asc, desc, eq, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm'
import type { TableSchedule } from '#contract/display.schema.ts'
import type { MatchEvents, NextSlot, PublicSchedule, TeamSchedule } from '#contract/schedule.schema.ts'
import type { Db } from '#server/db/open.ts'
import { events } from '#server/db/schema/events.ts'
import { publishedSchedules, scheduleSlots } from '#server/db/schema/judging.ts'
import { drawnEntries } from '#server/db/schema/scores.ts'
import { teams } from '#server/db/schema/teams.ts'
import { isSlotOfMatchSql } from './queries-matches.ts'

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
      event: { slug: events.slug, titleEn: events.titleEn, titleAr: events.titleAr },
    })
    .from(scheduleSlots)
    .innerJoin(publishedSchedules, eq(publishedSchedules.eventId, scheduleSlots.eventId))
    .innerJoin(events, eq(events.id, scheduleSlots.eventId))
    .innerJoin(teams, eq(teams.id, scheduleSlots.teamId))
    .where(and(isNull(teams.deletedAt), where))
    .orderBy(asc(scheduleSlots.startsAt), asc(scheduleSlots.tableName), asc(scheduleSlots.id))
    .$dynamic()

type PublishedSlot = Awaited<ReturnType<typeof selectPublishedSlots>>[number]
const toPublicSlot = ({
  slot,
  isMatch,
}: Pick<PublishedSlot, 'slot' | 'isMatch'>): TeamSchedule['slots'][number] => {
  const { id, round, tableName, startsAt, durationMinutes } = slot
  return {
    id,
    round,
    table: tableName,
    startsAt: startsAt.toISOString(),
    durationMinutes,
    ...(isMatch ? { isMatch } : {}),
  }
}

/**
 * Lists the slots of an event that begin from now on, the next one first; none before the schedule is
 * published.
 */
export const listNextPublishedSlots = async (db: Db, eventId: string, limit: number): Promise<NextSlot[]> => {
  const isNext = and(eq(scheduleSlots.eventId, eventId), sql`${scheduleSlots.startsAt} >= now()`)
  return (await selectPublishedSlots(db, isNext).limit(limit)).map((row) => ({
    ...toPublicSlot(row),
    ...{ teamNo: row.team.teamNo, teamName: row.team.name },
  }))
}

/**
 * Lists the tables of an event by name, each with at most `limit` runs or matches that are running or come
 * next, a match with a slot of each team; none before the schedule is published.
 */
export const listCurrentAndNextSlotsByTable = async (
  db: Db,
  eventId: string,
  limit: number,
): Promise<TableSchedule[]> => {
  const { id, eventId: ofEvent, tableName, startsAt, durationMinutes } = scheduleSlots
  const next = db
    .select({
      id,
      position: sql<number>`dense_rank() over (partition by ${tableName} order by ${startsAt})`.as(
        'position',
      ),
    })
    .from(scheduleSlots)
    .innerJoin(teams, eq(teams.id, scheduleSlots.teamId))
    .where(
      and(
        eq(ofEvent, eventId),
        isNull(teams.deletedAt),
        sql`${startsAt} + ${durationMinutes} * interval '1 minute' > now()`,
      ),
    )
    .as('next')
  const rows = await selectPublishedSlots(
    db,
    inArray(id, db.select({ id: next.id }).from(next).where(lte(next.position, limit))),
  )
  const compare = new Intl.Collator('en', { numeric: true }).compare
  return [...Map.groupBy(rows, ({ slot }) => slot.tableName)]
    .toSorted(([one], [other]) => compare(one, other))
    .map(([table, ofTable]) => ({
      table,
      slots: ofTable.map((row) => {
        const { teamNo, name, schoolName } = row.team
        const { table: _, ...times } = toPublicSlot(row)
        return { ...times, teamNo, teamName: name, schoolName }
      }),
    }))
}

/** Reads the slots of an event with their teams; none before the schedule is published. */
export const readPublishedSlotsAndTeams = async (
  db: Db,
  eventId: string,
): Promise<Omit<PublicSchedule, 'isPublished'>> => {
  const rows = await selectPublishedSlots(db, eq(scheduleSlots.eventId, eventId))
  return {
    teams: [
      ...new Map(rows.map(({ team: { id, teamNo, name } }) => [id, { id, teamNo, name }])).values(),
    ].sort((one, other) => one.teamNo - other.teamNo),
    slots: rows.map((row) => ({ ...toPublicSlot(row), teamId: row.team.id })),
  }
}

/** Lists the slots of a team, grouped by events that visitors see and whose schedule is published. */
export const listPublishedSchedulesOfTeam = async (db: Db, teamId: string): Promise<TeamSchedule[]> => {
  const isVisible = and(eq(scheduleSlots.teamId, teamId), eq(events.active, true), isNull(events.deletedAt))
  const rows = await selectPublishedSlots(db, isVisible)
  return [...Map.groupBy(rows, ({ slot }) => slot.eventId).values()].flatMap((ofEvent) => {
    const [first] = ofEvent
    if (!first) return []
    const { slug, titleEn, titleAr } = first.event
    return { event: { slug, title: { en: titleEn, ar: titleAr } }, slots: ofEvent.map(toPublicSlot) }
  })
}

/** Lists the events that visitors see for whose matches a team is drawn, the newest first. */
export const listMatchEventsOfTeam = async (db: Db, teamId: string): Promise<MatchEvents> => {
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
