import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Region } from '#contract/domain/content.ts'
import type { Db } from '#server/db/open.ts'
import { regions } from '#server/db/schema/places.ts'

const visible = and(isNull(regions.deletedAt), eq(regions.active, true))
const toRegion = (row: typeof regions.$inferSelect): Region => ({
  id: row.id,
  slug: row.slug,
  name: { en: row.nameEn, ar: row.nameAr },
  country: row.country,
  email: row.email,
  phone: row.phone,
})

/** The regions that visitors see, in their order. */
export const publicRegions = async (db: Db): Promise<Region[]> => {
  const rows = await db.select().from(regions).where(visible).orderBy(asc(regions.position), asc(regions.id))
  return rows.map(toRegion)
}
