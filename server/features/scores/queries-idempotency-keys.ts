import { and, eq, lt, sql } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import { idempotencyKeys } from '#server/db/schema/scores.ts'
import type { WrittenEntry } from './queries-write-entries.ts'

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
