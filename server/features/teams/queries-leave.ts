import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import { competitions } from '#server/db/schema/competitions.ts'
import { teams } from '#server/db/schema/teams.ts'

/** Lists the teams with an open request to leave their competition, the oldest request first. */
export const listTeamsWithLeaveRequest = (db: Db) =>
  db
    .select({
      id: teams.id,
      name: teams.name,
      teamNo: teams.teamNo,
      nameEn: competitions.nameEn,
      nameAr: competitions.nameAr,
      requestedAt: teams.leaveRequestedAt,
    })
    .from(teams)
    .innerJoin(competitions, eq(competitions.id, teams.competitionId))
    .where(and(isNotNull(teams.leaveRequestedAt), isNull(teams.leaveRefusedAt), isNull(teams.deletedAt)))
    .orderBy(asc(teams.leaveRequestedAt), asc(teams.id))
    .limit(500)
