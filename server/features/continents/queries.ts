import { asc, isNull } from 'drizzle-orm'
import type { Continent } from '#contract/domain/content.ts'
import type { Db } from '#server/db/open.ts'
import { continents } from '#server/db/schema/places.ts'

/** The tabs of the events screen, in their order. */
export const publicContinents = async (db: Db): Promise<Continent[]> => {
  const rows = await db.select().from(continents).where(isNull(continents.deletedAt)).orderBy(asc(continents.position), asc(continents.id))
  return rows.map((row) => ({ id: row.id, slug: row.slug, name: { en: row.nameEn, ar: row.nameAr } }))
}
