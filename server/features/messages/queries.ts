import { and, eq, isNull } from 'drizzle-orm'
import type { Localized } from '#contract/domain/localized.ts'
import type { Db } from '#server/db/open.ts'
import { messages } from '#server/db/schema/desk.ts'
import { regions } from '#server/db/schema/places.ts'

export const insertMessage = async (tx: Db, values: typeof messages.$inferInsert): Promise<void> => {
  await tx.insert(messages).values(values)
}

/** Whom a region's messages go to; undefined for a region that visitors do not see. */
export const regionContact = async (tx: Db, id: string): Promise<{ name: Localized; email: string | null } | undefined> => {
  const [row] = await tx
    .select()
    .from(regions)
    .where(and(eq(regions.id, id), isNull(regions.deletedAt), eq(regions.active, true)))
  return row && { name: { en: row.nameEn, ar: row.nameAr }, email: row.email }
}
