import { and, asc, eq, isNull, or, sql } from 'drizzle-orm'
import type { ListSortKey } from '#contract/list-sort.ts'
import type { Region } from '#contract/region.ts'
import type { Db } from '#server/db/open.ts'
import type { GetSortColumns } from '#server/db/paging.ts'
import { regions } from '#server/db/schema/geography.ts'

const isVisible = and(isNull(regions.deletedAt), eq(regions.active, true))
export const toRegion = (row: typeof regions.$inferSelect): Region => ({
  id: row.id,
  slug: row.slug,
  name: { en: row.nameEn, ar: row.nameAr },
  country: row.country,
  email: row.email,
  phone: row.phone,
})

/** Lists the regions that visitors see, in their order. */
export const listPublicRegions = async (db: Db): Promise<Region[]> => {
  const rows = await db.select().from(regions).where(isVisible).orderBy(asc(regions.position), asc(regions.id))
  return rows.map(toRegion)
}

/** Lists all regions that are not deleted, active or not, in their order. */
export const listAllRegions = async (db: Db): Promise<Region[]> => {
  const rows = await db.select().from(regions).where(isNull(regions.deletedAt)).orderBy(asc(regions.position), asc(regions.id))
  return rows.map(toRegion)
}

/** The text that the search of the list uses; there are too few rows for an index. */
export const regionSearchText = sql`search_form(${regions.nameEn} || E'\\n' || ${regions.nameAr} || E'\\n' || ${regions.country})`

/** Returns true when a region exists and is not deleted, active or not. */
export const hasRegion = async (db: Db, id: string): Promise<boolean> => (await findRegionId(db, id)) !== undefined

/** Finds the id of a region that is not deleted, active or not, by its id or slug. */
export const findRegionId = async (db: Db, idOrSlug: string): Promise<string | undefined> => {
  const [row] = await db
    .select({ id: regions.id })
    .from(regions)
    .where(and(or(eq(sql`${regions.id}::text`, idOrSlug), eq(regions.slug, idOrSlug)), isNull(regions.deletedAt)))
  return row?.id
}

/** Tells whether there is a region with a slug that is not deleted. */
export const hasRegionSlug = async (db: Db, slug: string): Promise<boolean> => {
  const found = await db
    .select({ id: regions.id })
    .from(regions)
    .where(and(eq(regions.slug, slug), isNull(regions.deletedAt)))
  return found.length > 0
}

/** Returns the columns by which the list of the back office can be sorted. */
export const getRegionSortColumns: GetSortColumns<ListSortKey<'regions'>> = (lang) => ({
  name: sql`lower(${lang === 'ar' ? regions.nameAr : regions.nameEn})`,
  country: regions.country,
  email: sql`lower(${regions.email})`,
  phone: regions.phone,
  active: regions.active,
})
