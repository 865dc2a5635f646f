import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { SimulatorKey } from '#contract/event/scores/simulator-key.schema.ts'
import type { Db } from '#server/platform/db/open.ts'
import { events } from '#server/platform/db/schema/events.ts'
import { simulatorKeys } from '#server/platform/db/schema/scores.ts'

type KeyRow = typeof simulatorKeys.$inferSelect

export const toSimulatorKeyRecord = (row: KeyRow): SimulatorKey => ({
  id: row.id,
  label: row.label,
  hint: row.hint,
  createdAt: row.createdAt.toISOString(),
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  revokedAt: row.revokedAt?.toISOString() ?? null,
})

/** Lists the keys of an event, the newest first, revoked ones included. */
export const listSimulatorKeysOfEvent = (db: Db, eventId: string): Promise<KeyRow[]> =>
  db.select().from(simulatorKeys).where(eq(simulatorKeys.eventId, eventId)).orderBy(desc(simulatorKeys.id))

export const insertSimulatorKey = async (
  tx: Db,
  values: typeof simulatorKeys.$inferInsert,
): Promise<KeyRow> => {
  const [row] = await tx.insert(simulatorKeys).values(values).returning()
  return row as KeyRow
}

/** Revokes a key; `isChanged` is false when it was revoked before. */
export const revokeSimulatorKey = async (
  tx: Db,
  eventId: string,
  id: string,
): Promise<{ row: KeyRow; isChanged: boolean } | undefined> => {
  const condition = and(eq(simulatorKeys.id, id), eq(simulatorKeys.eventId, eventId))
  const [revoked] = await tx
    .update(simulatorKeys)
    .set({ revokedAt: new Date() })
    .where(and(condition, isNull(simulatorKeys.revokedAt)))
    .returning()
  if (revoked) return { row: revoked, isChanged: true }
  const [row] = await tx.select().from(simulatorKeys).where(condition)
  return row && { row, isChanged: false }
}

/** Finds a key by its hash, also a revoked one, unless its event is deleted. */
export const findSimulatorKeyIncludingRevoked = async (db: Db, hash: string) => {
  const [row] = await db
    .select({
      id: simulatorKeys.id,
      eventId: simulatorKeys.eventId,
      label: simulatorKeys.label,
      hint: simulatorKeys.hint,
      revokedAt: simulatorKeys.revokedAt,
      lastUsedAt: simulatorKeys.lastUsedAt,
      eventCode: events.eventCode,
      slug: events.slug,
    })
    .from(simulatorKeys)
    .innerJoin(events, eq(events.id, simulatorKeys.eventId))
    .where(and(eq(simulatorKeys.keyHash, hash), isNull(events.deletedAt)))
  return row
}

export const setSimulatorKeyLastUsed = async (db: Db, id: string): Promise<void> => {
  await db.update(simulatorKeys).set({ lastUsedAt: sql`now()` }).where(eq(simulatorKeys.id, id))
}
