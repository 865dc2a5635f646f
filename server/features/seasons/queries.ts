import { and, desc, eq, isNull } from 'drizzle-orm'
import type { Season } from '#contract/season.ts'
import type { Db } from '#server/db/open.ts'
import { seasons, teams } from '#server/db/schema/teams.ts'

const toSeason = (row: typeof seasons.$inferSelect): Season => ({
  id: row.id,
  type: row.type,
  teamId: row.teamId,
  ref: row.ref,
  data: row.data,
  createdAt: row.createdAt.toISOString(),
})

export const insertSeason = async (tx: Db, values: typeof seasons.$inferInsert): Promise<Season> => {
  const [row] = await tx.insert(seasons).values(values).returning()
  return toSeason(row as typeof seasons.$inferSelect)
}

/** The newest record of a team; undefined for none. */
export const newestSeason = async (db: Db, teamId: string): Promise<Season | undefined> => {
  const [row] = await db
    .select()
    .from(seasons)
    .where(eq(seasons.teamId, teamId))
    .orderBy(desc(seasons.createdAt), desc(seasons.id))
    .limit(1)
  return row && toSeason(row)
}

export const seasonOf = async (db: Db, id: string): Promise<Season | undefined> => {
  const [row] = await db.select().from(seasons).where(eq(seasons.id, id))
  return row && toSeason(row)
}

export const deleteSeason = (tx: Db, id: string) => tx.delete(seasons).where(eq(seasons.id, id))

/** Who registered a team; undefined where there is no such team. */
export const ownerOf = async (db: Db, teamId: string): Promise<{ userId: string | null } | undefined> => {
  const [row] = await db
    .select({ userId: teams.userId })
    .from(teams)
    .where(and(eq(teams.id, teamId), isNull(teams.deletedAt)))
  return row
}
