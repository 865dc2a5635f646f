import { and, asc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Localized } from '#contract/platform/localized.ts'
import type { Db } from '#server/platform/db/open.ts'
import { events } from '#server/platform/db/schema/events.ts'
import { eventTeams } from '#server/platform/db/schema/schedule.ts'
import { scoreEntries } from '#server/platform/db/schema/scores.ts'
import { teamScores, teams } from '#server/platform/db/schema/teams.ts'

/** Drafts and deleted events do not count. */
const isPublished = sql`${events.deletedAt} is null and ${events.active}`

/** A published event that has begun by the day `today`, and in which a participant is drawn or has a result. */
const buildHasBegunEvent = (isParticipant: SQL, today: string): SQL => sql`exists (select from ${events}
  where ${isPublished} and coalesce(${events.startDate}, ${events.endDate}) <= ${today}::date
    and (exists (select from ${eventTeams} join ${teams} participant on participant.id = ${eventTeams.teamId}
        where ${eventTeams.eventId} = ${events.id} and ${isParticipant})
      or exists (select from ${scoreEntries} join ${teams} participant on participant.id = ${scoreEntries.teamId}
        where ${scoreEntries.eventId} = ${events.id} and ${isParticipant})))`
const isTeam = sql`participant.id = ${teams.id}`
/** Teams of the competition and season of the team. */
const isOfCompetition = sql`participant.deleted_at is null and participant.competition_id = ${teams.competitionId} and participant.season_year_id = ${teams.seasonYearId}`
const hasResult = sql`(exists (select from ${scoreEntries} join ${events} on ${events.id} = ${scoreEntries.eventId}
    where ${scoreEntries.teamId} = ${teams.id} and ${isPublished})
  or exists (select from ${teamScores} where ${teamScores.teamId} = ${teams.id}))`

/** Returns whether an event of a team has begun by the day `today`. */
export const hasTeamEventBegun = async (db: Db, teamId: string, today: string): Promise<boolean> => {
  const rows = await db
    .select({ id: teams.id })
    .from(teams)
    .where(and(eq(teams.id, teamId), buildHasBegunEvent(isTeam, today)))
  return rows.length > 0
}

/**
 * Lists those of these teams that compete: an event of their competition has begun by the day `today`, or they
 * have a result.
 */
export const filterCompetingTeamIdSet = async (
  db: Db,
  teamIds: readonly string[],
  today: string,
): Promise<Set<string>> => {
  const rows = await db
    .select({ id: teams.id })
    .from(teams)
    .where(and(inArray(teams.id, [...teamIds]), or(buildHasBegunEvent(isOfCompetition, today), hasResult)))
  return new Set(rows.map(({ id }) => id))
}

/** Lists the titles of the events in which a team is drawn, drafts included. */
export const listEventTitlesOfTeam = (db: Db, teamId: string): Promise<Localized[]> =>
  db
    .select({ en: events.titleEn, ar: events.titleAr })
    .from(eventTeams)
    .innerJoin(events, eq(events.id, eventTeams.eventId))
    .where(and(eq(eventTeams.teamId, teamId), isNull(events.deletedAt)))
    .orderBy(asc(events.startDate), asc(events.id))
