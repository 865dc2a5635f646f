import { and, asc, eq, isNull, or, sql } from 'drizzle-orm'
import { toWesternDigits } from '#contract/accounts/identity.ts'
import type { FoundPrintTeam } from '#contract/event/print.schema.ts'
import type { Localized } from '#contract/platform/localized.ts'
import { buildSearchConditions } from '#server/platform/db/lists.ts'
import type { Db } from '#server/platform/db/open.ts'
import { competitions } from '#server/platform/db/schema/competitions.ts'
import { regions } from '#server/platform/db/schema/content.ts'
import { eventTeams } from '#server/platform/db/schema/schedule.ts'
import { scoreEntries } from '#server/platform/db/schema/scores.ts'
import { teams } from '#server/platform/db/schema/teams.ts'

/** The names of the competition and the region of a team; a deleted region has none. */
type TeamPlaces = {
  teamId: string
  competitionId: string
  competition: Localized
  regionId: string | null
  region: Localized | null
}

/** Lists the competitions and regions of the teams of an event, in the order of competitions and regions. */
export const listTeamCompetitionsAndRegions = async (db: Db, eventId: string): Promise<TeamPlaces[]> =>
  db
    .select({
      teamId: teams.id,
      competitionId: competitions.id,
      competition: { en: competitions.nameEn, ar: competitions.nameAr },
      regionId: regions.id,
      region: { en: regions.nameEn, ar: regions.nameAr },
    })
    .from(eventTeams)
    .innerJoin(teams, and(eq(teams.id, eventTeams.teamId), isNull(teams.deletedAt)))
    .innerJoin(competitions, eq(competitions.id, teams.competitionId))
    .leftJoin(regions, eq(regions.id, teams.regionId))
    .where(eq(eventTeams.eventId, eventId))
    .orderBy(asc(competitions.position), asc(competitions.id), asc(regions.position), asc(regions.id))

const maxFoundTeams = 20

/**
 * Finds teams that take part in an event or have a result in it, by number, name or school; one with exactly the
 * searched number comes first.
 */
export const searchTeamsOfEvent = async (
  db: Db,
  eventId: string,
  search: string,
): Promise<FoundPrintTeam[]> => {
  const digits = toWesternDigits(search.trim())
  const hasNumber = /^\d{1,9}$/.test(digits) ? eq(teams.teamNo, Number(digits)) : undefined
  const text = sql`search_form(${teams.name} || ' ' || ${teams.schoolName})`
  return db
    .select({ id: teams.id, teamNo: teams.teamNo, name: teams.name })
    .from(teams)
    .where(
      and(
        isNull(teams.deletedAt),
        sql`${teams.id} in (select ${eventTeams.teamId} from ${eventTeams} where ${eventTeams.eventId} = ${eventId}
          union select ${scoreEntries.teamId} from ${scoreEntries} where ${scoreEntries.eventId} = ${eventId})`,
        or(hasNumber, and(...buildSearchConditions(text, search))),
      ),
    )
    .orderBy(...(hasNumber ? [sql`${hasNumber} desc`] : []), asc(teams.teamNo), asc(teams.id))
    .limit(maxFoundTeams)
}
