import { and, inArray, or, sql } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import { events } from '#server/db/schema/events.ts'
import { eventTeams } from '#server/db/schema/judging.ts'
import { scoreEntries } from '#server/db/schema/scores.ts'
import { teamScores, teams } from '#server/db/schema/teams.ts'

/** A published event with teams of the competition and season of the team. */
const hasBegunEvent = (today: string) => sql`exists (select from ${events}
  where ${events.deletedAt} is null and ${events.active} and coalesce(${events.startDate}, ${events.endDate}) <= ${today}
    and exists (select from ${eventTeams} join ${teams} other on other.id = ${eventTeams.teamId} and other.deleted_at is null
      where ${eventTeams.eventId} = ${events.id} and other.competition_id = ${teams.competitionId} and other.season_year_id = ${teams.seasonYearId}))`
const hasResult = sql`(exists (select from ${scoreEntries} where ${scoreEntries.teamId} = ${teams.id})
  or exists (select from ${teamScores} where ${teamScores.teamId} = ${teams.id}))`

/**
 * Lists those of these teams that compete: an event of their competition has begun by the day `today`, or they
 * have a result.
 */
export const listCompetingTeamIds = async (
  db: Db,
  teamIds: readonly string[],
  today: string,
): Promise<Set<string>> => {
  const rows = await db
    .select({ id: teams.id })
    .from(teams)
    .where(and(inArray(teams.id, [...teamIds]), or(hasBegunEvent(today), hasResult)))
  return new Set(rows.map(({ id }) => id))
}
