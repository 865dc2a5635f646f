import { and, asc, eq, inArray, isNull, ne } from 'drizzle-orm'
import type { RegionLimit } from '#contract/accounts/permissions.ts'
import type { BadgeSelection } from '#contract/event/print.schema.ts'
import type { Db } from '#server/platform/db/open.ts'
import { buildTeamRegionCondition } from '#server/platform/db/region-conditions.ts'
import { competitions } from '#server/platform/db/schema/competitions.ts'
import { judges } from '#server/platform/db/schema/judging.ts'
import { eventTeams } from '#server/platform/db/schema/schedule.ts'
import { teamPeople, teams } from '#server/platform/db/schema/teams.ts'

/**
 * Lists the coaches and members of the selected teams of an event. The teams have the order of their badges; the
 * coaches of a team come before its members.
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
