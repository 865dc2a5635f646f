import { and, desc, eq, inArray, isNull } from 'drizzle-orm'
import type { SeasonRecord } from '#contract/season-year.ts'
import type { Db } from '#server/db/open.ts'
import { seasons, teams } from '#server/db/schema/teams.ts'
import { redactPersonObjects } from '#server/lib/redact-personal-data.ts'

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

/** Deletes the season records of these teams. */
export const eraseSeasonRecordsOfTeams = async (tx: Db, teamIds: string[]): Promise<void> => {
  await tx.delete(seasons).where(inArray(seasons.teamId, teamIds))
}

/** Removes people from the data of the season records of their teams. An empty name or address finds nobody. */
export const erasePeopleInSeasonRecords = async (
  tx: Db,
  people: readonly { id: string; teamId: string; name: string; email: string }[],
): Promise<void> => {
  const byTeam = Map.groupBy(people, ({ teamId }) => teamId)
  const rows = await tx
    .select({ id: seasons.id, teamId: seasons.teamId, data: seasons.data })
    .from(seasons)
    .where(inArray(seasons.teamId, [...byTeam.keys()]))
  for (const { id, teamId, data } of rows)
    await tx
      .update(seasons)
      .set({ data: (byTeam.get(teamId) ?? []).reduce(redactPersonObjects, data) })
      .where(eq(seasons.id, id))
}

/** Clears type and reference of the season records of these teams that people wrote, because both are free texts. Those of a move to another season stay. */
export const eraseTextsOfSeasonRecords = async (tx: Db, teamIds: string[]): Promise<void> => {
  await tx
    .update(seasons)
    .set({ type: '', ref: '' })
    .where(and(inArray(seasons.teamId, teamIds), isNull(seasons.moveId)))
}
