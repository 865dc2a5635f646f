import { and, count, desc, eq, lt, sql } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import { teamDrafts } from '#server/db/schema/teams.ts'

export type DraftRow = typeof teamDrafts.$inferSelect

/** Lists the drafts of an account, last changed first. */
export const listDraftsOfAccount = (db: Db, userId: string): Promise<DraftRow[]> =>
  db.select().from(teamDrafts).where(eq(teamDrafts.userId, userId)).orderBy(desc(teamDrafts.updatedAt), desc(teamDrafts.id))

/** Counts the drafts of an account except one. Other requests for the same account wait until the transaction ends. */
export const lockAndCountOtherDrafts = async (tx: Db, userId: string, id: string): Promise<number> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('team drafts ' || ${userId}, 0))`)
  const [row] = await tx
    .select({ there: count() })
    .from(teamDrafts)
    .where(and(eq(teamDrafts.userId, userId), sql`${teamDrafts.id} <> ${id}`))
  return row?.there ?? 0
}

/** Stores a draft under its id. Returns false when another account has that id. */
export const upsertDraft = async (tx: Db, values: { id: string; userId: string; data: string }): Promise<boolean> => {
  const stored = await tx
    .insert(teamDrafts)
    .values(values)
    .onConflictDoUpdate({
      target: teamDrafts.id,
      set: { data: values.data, updatedAt: new Date() },
      setWhere: eq(teamDrafts.userId, values.userId),
    })
    .returning({ id: teamDrafts.id })
  return stored.length > 0
}

export const deleteDraft = (db: Db, userId: string, id: string) =>
  db.delete(teamDrafts).where(and(eq(teamDrafts.id, id), eq(teamDrafts.userId, userId)))

/** Deletes drafts that were not changed for 90 days, because they hold personal data of minors. */
export const deleteExpiredDrafts = async (db: Db): Promise<number> =>
  (await db.delete(teamDrafts).where(lt(teamDrafts.updatedAt, sql`now() - interval '90 days'`)).returning({ id: teamDrafts.id })).length
