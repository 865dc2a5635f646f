import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import { teamPeople, teams } from '#server/db/schema/teams.ts'
import type { PersonRow, TeamDbRow } from './rows.ts'

export type NewPerson = typeof teamPeople.$inferInsert
/** A statement takes at most so many values. */
const most = 10_000

/** Gives the rows in the order of `values`. */
export const insertTeams = async (tx: Db, values: (typeof teams.$inferInsert)[]): Promise<TeamDbRow[]> =>
  values.length === 0 ? [] : tx.insert(teams).values(values).returning()

export const insertPeople = async (tx: Db, values: NewPerson[]): Promise<PersonRow[]> =>
  values.length === 0 ? [] : tx.insert(teamPeople).values(values).returning()

/** Marks teams as complete; their people are there by now. */
export const markTeamsComplete = async (tx: Db, ids: string[]): Promise<TeamDbRow[]> =>
  ids.length === 0 ? [] : tx.update(teams).set({ complete: true }).where(inArray(teams.id, ids)).returning()

/** Who of these (hashes of national IDs) is a member of a team, and of which competition. */
export const findMembersByNationalIdHash = async (
  db: Db,
  indexes: readonly string[],
): Promise<{ competitionId: string; index: string }[]> => {
  const found: { competitionId: string; index: string }[] = []
  for (let from = 0; from < indexes.length; from += most) {
    const rows = await db
      .select({ competitionId: teamPeople.competitionId, index: teamPeople.nationalIdIndex })
      .from(teamPeople)
      .where(
        and(
          inArray(teamPeople.nationalIdIndex, indexes.slice(from, from + most)),
          eq(teamPeople.kind, 'member'),
          isNull(teamPeople.deletedAt),
        ),
      )
    found.push(...rows.flatMap(({ competitionId, index }) => (index === null ? [] : [{ competitionId, index }])))
  }
  return found
}
