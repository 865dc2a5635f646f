import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { SimulatorKey } from '#contract/score.ts'
import type { Db } from '#server/db/open.ts'
import { events } from '#server/db/schema/events.ts'
import { eventKeys } from '#server/db/schema/scores.ts'

type KeyRow = typeof eventKeys.$inferSelect

export const toSimulatorKey = (row: KeyRow): SimulatorKey => ({
  id: row.id,
  label: row.label,
  hint: row.hint,
  createdAt: row.createdAt.toISOString(),
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  revokedAt: row.revokedAt?.toISOString() ?? null,
})

/** The keys of an event, the newest first, revoked ones included. */
export const listKeys = (db: Db, eventId: string): Promise<KeyRow[]> =>
  db.select().from(eventKeys).where(eq(eventKeys.eventId, eventId)).orderBy(desc(eventKeys.id))

export const insertKey = async (tx: Db, values: typeof eventKeys.$inferInsert): Promise<KeyRow> => {
  const [row] = await tx.insert(eventKeys).values(values).returning()
  return row as KeyRow
}

/** Revokes a key; `isChanged` is false when it was revoked before. */
export const revokeKey = async (tx: Db, eventId: string, id: string): Promise<{ row: KeyRow; isChanged: boolean } | undefined> => {
  const condition = and(eq(eventKeys.id, id), eq(eventKeys.eventId, eventId))
  const [revoked] = await tx
    .update(eventKeys)
    .set({ revokedAt: new Date() })
    .where(and(condition, isNull(eventKeys.revokedAt)))
    .returning()
  if (revoked) return { row: revoked, isChanged: true }
  const [row] = await tx.select().from(eventKeys).where(condition)
  return row && { row, isChanged: false }
}

/** A key of an event that is not deleted. */
export const findKeyByHash = async (db: Db, hash: string) => {
  const [row] = await db
    .select({
      id: eventKeys.id,
      eventId: eventKeys.eventId,
      label: eventKeys.label,
      hint: eventKeys.hint,
      revokedAt: eventKeys.revokedAt,
      lastUsedAt: eventKeys.lastUsedAt,
      eventCode: events.eventCode,
      slug: events.slug,
    })
    .from(eventKeys)
    .innerJoin(events, eq(events.id, eventKeys.eventId))
    .where(and(eq(eventKeys.keyHash, hash), isNull(events.deletedAt)))
  return row
}

export const setKeyLastUsed = async (db: Db, id: string): Promise<void> => {
  await db.update(eventKeys).set({ lastUsedAt: sql`now()` }).where(eq(eventKeys.id, id))
}
