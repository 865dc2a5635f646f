import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import { events } from '#server/db/schema/events.ts'
import { eventKeys } from '#server/db/schema/scores.ts'

type KeyRow = typeof eventKeys.$inferSelect

/** Newest first, the revoked ones too. */
export const keysOf = (db: Db, eventId: string): Promise<KeyRow[]> =>
  db.select().from(eventKeys).where(eq(eventKeys.eventId, eventId)).orderBy(desc(eventKeys.id))

export const insertKey = async (tx: Db, values: typeof eventKeys.$inferInsert): Promise<KeyRow> => {
  const [row] = await tx.insert(eventKeys).values(values).returning()
  return row as KeyRow
}

export const revokeKey = async (tx: Db, eventId: string, id: string): Promise<{ row: KeyRow; changed: boolean } | undefined> => {
  const own = and(eq(eventKeys.id, id), eq(eventKeys.eventId, eventId))
  const [revoked] = await tx
    .update(eventKeys)
    .set({ revokedAt: new Date() })
    .where(and(own, isNull(eventKeys.revokedAt)))
    .returning()
  if (revoked) return { row: revoked, changed: true }
  const [row] = await tx.select().from(eventKeys).where(own)
  return row && { row, changed: false }
}

export const keyByHash = async (db: Db, hash: string) => {
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

export const markUsed = async (db: Db, id: string): Promise<void> => {
  await db.update(eventKeys).set({ lastUsedAt: sql`now()` }).where(eq(eventKeys.id, id))
}
