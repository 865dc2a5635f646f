import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import { teamPeople, teams } from '#server/db/schema/teams.ts'
import type { PersonRow, TeamDbRow } from './rows.ts'

export type NewPerson = typeof teamPeople.$inferInsert

/** Inserts teams. Returns the rows in the order of `values`. */
export const insertTeams = async (tx: Db, values: (typeof teams.$inferInsert)[]): Promise<TeamDbRow[]> =>
  values.length === 0 ? [] : tx.insert(teams).values(values).returning()

export const insertPeople = async (tx: Db, values: NewPerson[]): Promise<PersonRow[]> =>
  values.length === 0 ? [] : tx.insert(teamPeople).values(values).returning()

/** Marks teams as complete, after their people were inserted. */
export const markTeamsComplete = async (tx: Db, ids: string[]): Promise<TeamDbRow[]> =>
  ids.length === 0 ? [] : tx.update(teams).set({ complete: true }).where(inArray(teams.id, ids)).returning()

/** Finds which of these hashed national IDs are members of a team, with the competition. */
export const findMembersByNationalIdHash = async (
  db: Db,
  indexes: readonly string[],
): Promise<{ competitionId: string; index: string }[]> => {
  const rows = await db
    .select({ competitionId: teamPeople.competitionId, index: teamPeople.nationalIdIndex })
    .from(teamPeople)
    .where(
      and(sql`${teamPeople.nationalIdIndex} = any(${sql.param(indexes)})`, eq(teamPeople.kind, 'member'), isNull(teamPeople.deletedAt)),
    )
  return rows.flatMap(({ competitionId, index }) => (index === null ? [] : [{ competitionId, index }]))
}
