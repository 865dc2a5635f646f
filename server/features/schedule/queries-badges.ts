import { and, asc, eq, inArray, isNull, ne } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import { competitions } from '#server/db/schema/competitions.ts'
import { eventTeams, judges } from '#server/db/schema/judging.ts'
import { teamPeople, teams } from '#server/db/schema/teams.ts'

/** Lists the coaches and members of the teams of an event, in the order of the badges of teams, coaches first. */
export const listPeopleOfEventTeams = (db: Db, eventId: string, kinds: ('coach' | 'member')[]) =>
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
    .where(and(eq(eventTeams.eventId, eventId), inArray(teamPeople.kind, kinds)))
    .orderBy(
      ...[asc(competitions.position), asc(competitions.id), asc(teams.teamNo)],
      ...[asc(teamPeople.kind), asc(teamPeople.position), asc(teamPeople.id)],
    )

/** Lists the judges of an event whose codes are valid. */
export const listJudgesWithBadge = (db: Db, eventId: string) =>
  db
    .select({ name: judges.name, isHead: judges.isHead })
    .from(judges)
    .where(and(eq(judges.eventId, eventId), ne(judges.name, ''), isNull(judges.revokedAt)))
    .orderBy(asc(judges.createdAt), asc(judges.name))
