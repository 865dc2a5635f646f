import { and, desc, eq, isNull } from 'drizzle-orm'
import type { SeasonRecord } from '#contract/season-record.ts'
import type { Db } from '#server/db/open.ts'
import { seasons, teams } from '#server/db/schema/teams.ts'

const toSeasonRecord = (row: typeof seasons.$inferSelect): SeasonRecord => ({
  id: row.id,
  type: row.type,
  teamId: row.teamId,
  ref: row.ref,
  data: row.data,
  createdAt: row.createdAt.toISOString(),
})

export const insertSeasonRecord = async (tx: Db, values: typeof seasons.$inferInsert): Promise<SeasonRecord> => {
  const [row] = await tx.insert(seasons).values(values).returning()
  return toSeasonRecord(row as typeof seasons.$inferSelect)
}

/** Finds the newest season record of a team. */
export const findLatestSeasonRecord = async (db: Db, teamId: string): Promise<SeasonRecord | undefined> => {
  const [row] = await db
    .select()
    .from(seasons)
    .where(eq(seasons.teamId, teamId))
    .orderBy(desc(seasons.createdAt), desc(seasons.id))
    .limit(1)
  return row && toSeasonRecord(row)
}

export const findSeasonRecord = async (db: Db, id: string): Promise<SeasonRecord | undefined> => {
  const [row] = await db.select().from(seasons).where(eq(seasons.id, id))
  return row && toSeasonRecord(row)
}

export const deleteSeasonRecord = (tx: Db, id: string) => tx.delete(seasons).where(eq(seasons.id, id))

/** Finds the account that registered a team; undefined for a deleted or unknown team. */
export const findTeamOwner = async (db: Db, teamId: string): Promise<{ userId: string | null } | undefined> => {
  const [row] = await db
    .select({ userId: teams.userId })
    .from(teams)
    .where(and(eq(teams.id, teamId), isNull(teams.deletedAt)))
  return row
}
