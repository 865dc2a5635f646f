import { and, desc, eq, isNull, lt, sql } from 'drizzle-orm'
import type { SimulatorKey } from '#contract/simulator-key.schema.ts'
import type { Db } from '#server/db/open.ts'
import { events } from '#server/db/schema/events.ts'
import { idempotencyKeys, simulatorKeys } from '#server/db/schema/scores.ts'
import type { WrittenEntry } from './queries-entries.ts'

/** The result of a write, as a repeat with the same `Idempotency-Key` gets it. */
type IdempotentResult = { entries: WrittenEntry[]; createdCount: number }
/** The JSON of an `IdempotentResult` in the database. */
type StoredResult = { entries: WrittenEntry[]; made: number }

/**
 * Claims an `Idempotency-Key` for this transaction. Returns undefined for a new key, else the hash of the request that used it and its result. Waits for
 * a transaction that has claimed the same key.
 */
export const claimIdempotencyKey = async (
  tx: Db,
  scope: string,
  { key, requestHash }: { key: string; requestHash: string },
): Promise<{ requestHash: string; result: IdempotentResult } | undefined> => {
  const claimed = await tx
    .insert(idempotencyKeys)
    .values({ scope, key, requestHash, reply: {} })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key })
  if (claimed.length > 0) return undefined
  const [row] = await tx
    .select()
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.scope, scope), eq(idempotencyKeys.key, key)))
  if (!row) return undefined
  const { entries, made: createdCount } = row.reply as StoredResult
  return { requestHash: row.requestHash, result: { entries, createdCount } }
}
export const saveIdempotentResult = async (tx: Db, scope: string, key: string, result: IdempotentResult): Promise<void> => {
  const reply: StoredResult = { entries: result.entries, made: result.createdCount }
  await tx
    .update(idempotencyKeys)
    .set({ reply })
    .where(and(eq(idempotencyKeys.scope, scope), eq(idempotencyKeys.key, key)))
}
/** Deletes the idempotency keys older than 7 days. Returns how many. */
export const purgeOldIdempotencyKeys = async (db: Db): Promise<number> =>
  (await db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, sql`now() - interval '7 days'`))).rowCount ?? 0

type KeyRow = typeof simulatorKeys.$inferSelect

export const toSimulatorKey = (row: KeyRow): SimulatorKey => ({
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

export const insertSimulatorKey = async (tx: Db, values: typeof simulatorKeys.$inferInsert): Promise<KeyRow> => {
  const [row] = await tx.insert(simulatorKeys).values(values).returning()
  return row as KeyRow
}

/** Revokes a key; `isChanged` is false when it was revoked before. */
export const revokeSimulatorKey = async (tx: Db, eventId: string, id: string): Promise<{ row: KeyRow; isChanged: boolean } | undefined> => {
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
export const findSimulatorKeyByHash = async (db: Db, hash: string) => {
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
