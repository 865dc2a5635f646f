import { eq } from 'drizzle-orm'
import type { PublishedResults } from '#contract/results.ts'
import type { Db } from '#server/db/open.ts'
import { publishedResults } from '#server/db/schema/results.ts'

export const toPublishedResults = ({
  status,
  publishedAt,
  logSequence,
  logHash,
}: typeof publishedResults.$inferSelect): PublishedResults => ({
  status,
  publishedAt: publishedAt.toISOString(),
  logSequence,
  logHash,
})

/** Finds the published results of an event. */
export const findPublishedResults = async (db: Db, eventId: string): Promise<PublishedResults | undefined> => {
  const [row] = await db.select().from(publishedResults).where(eq(publishedResults.eventId, eventId))
  return row && toPublishedResults(row)
}

/** Stores the published results of an event in place of earlier ones. */
export const upsertPublishedResults = async (tx: Db, values: typeof publishedResults.$inferInsert): Promise<void> => {
  await tx.insert(publishedResults).values(values).onConflictDoUpdate({ target: publishedResults.eventId, set: values })
}

export const deletePublishedResults = async (tx: Db, eventId: string): Promise<void> => {
  await tx.delete(publishedResults).where(eq(publishedResults.eventId, eventId))
}
