import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Continent } from '#contract/continent.ts'
import type { ListSortKey } from '#contract/list-sort.ts'
import type { Db } from '#server/db/open.ts'
import type { GetSortColumns } from '#server/db/paging.ts'
import { continents, organizers } from '#server/db/schema/geography.ts'

export const toContinent = (row: typeof continents.$inferSelect): Continent => ({
  id: row.id,
  slug: row.slug,
  name: { en: row.nameEn, ar: row.nameAr },
})

/** Lists the continents, in their order. */
export const listPublicContinents = async (db: Db): Promise<Continent[]> => {
  const rows = await db.select().from(continents).where(isNull(continents.deletedAt)).orderBy(asc(continents.position), asc(continents.id))
  return rows.map(toContinent)
}

/** The text that the search of the list uses; there are too few rows for an index. */
export const continentSearchText = sql`search_form(${continents.nameEn} || E'\\n' || ${continents.nameAr})`

/** Returns true when a continent has organizers that are not deleted. The continent's row must be locked, so that it gets none until the transaction ends. */
export const hasOrganizers = async (tx: Db, id: string): Promise<boolean> => {
  const found = await tx
    .select({ id: organizers.id })
    .from(organizers)
    .where(and(eq(organizers.continentId, id), isNull(organizers.deletedAt)))
    .limit(1)
  return found.length > 0
}

/** SQL condition: the continent has organizers, deleted ones included. */
export const matchesHasOrganizers = sql`exists (select 1 from ${organizers} where ${organizers.continentId} = ${continents.id})`

/** Returns the columns by which the list of the back office can be sorted. */
export const getContinentSortColumns: GetSortColumns<ListSortKey<'continents'>> = (lang) => ({
  name: sql`lower(${lang === 'ar' ? continents.nameAr : continents.nameEn})`,
  position: continents.position,
})
