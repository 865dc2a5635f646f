import { and, eq, exists, isNull, ne, or, sql } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import { payments } from '#server/db/schema/payments.ts'
import { seasonMoves, seasonYears } from '#server/db/schema/season-years.ts'
import { seasons, teams } from '#server/db/schema/teams.ts'

export type SeasonYearRow = typeof seasonYears.$inferSelect

/** The text that a search matches. */
export const seasonYearSearchText = sql`search_form(${seasonYears.nameEn} || E'\\n' || ${seasonYears.nameAr} || E'\\n' || ${seasonYears.year}::text)`

/** Returns true when another season that is not deleted has the year. */
export const isYearTaken = async (tx: Db, year: number, exceptId: string | undefined): Promise<boolean> =>
  (await tx.$count(
    seasonYears,
    and(eq(seasonYears.year, year), isNull(seasonYears.deletedAt), exceptId === undefined ? undefined : ne(seasonYears.id, exceptId)),
  )) > 0

/** Counts the teams that are not deleted, by season. */
export const countTeamsBySeasonYear = async (db: Db): Promise<Map<string, number>> => {
  const rows = await db
    .select({ id: teams.seasonYearId, count: sql`count(*)`.mapWith(Number) })
    .from(teams)
    .where(isNull(teams.deletedAt))
    .groupBy(teams.seasonYearId)
  return new Map(rows.map(({ id, count }) => [id, count]))
}

/** Returns true when teams, season records, payments or moves belong to a season. */
export const isSeasonYearUsed = async (tx: Db, id: string): Promise<boolean> => {
  const found = await tx
    .select({ id: seasonYears.id })
    .from(seasonYears)
    .where(
      and(
        eq(seasonYears.id, id),
        or(
          exists(tx.select().from(teams).where(eq(teams.seasonYearId, id))),
          exists(tx.select().from(seasons).where(eq(seasons.seasonYearId, id))),
          exists(tx.select().from(payments).where(eq(payments.seasonYearId, id))),
          exists(
            tx
              .select()
              .from(seasonMoves)
              .where(or(eq(seasonMoves.fromId, id), eq(seasonMoves.toId, id))),
          ),
        ),
      ),
    )
  return found.length > 0
}

/** Deactivates the active season. */
export const deactivateActiveSeasonYear = (tx: Db) => tx.update(seasonYears).set({ active: false }).where(eq(seasonYears.active, true))
