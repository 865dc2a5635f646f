import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { ListSortKey } from '#contract/list-sort.ts'
import type { Organizer } from '#contract/organizer.ts'
import type { Db } from '#server/db/open.ts'
import type { GetSortColumns } from '#server/db/paging.ts'
import { continents, organizers } from '#server/db/schema/geography.ts'

export const toOrganizer = (row: typeof organizers.$inferSelect): Organizer => ({
  id: row.id,
  name: { en: row.nameEn, ar: row.nameAr },
  link: row.link,
  flag: row.flag,
  country: row.country,
  active: row.active,
  continentId: row.continentId,
})

/** Lists the organizers of a continent, or of all, in their order. Inactive ones are included, because pages show them greyed. */
export const listPublicOrganizers = async (db: Db, continentId: string | undefined): Promise<Organizer[]> => {
  const rows = await db
    .select()
    .from(organizers)
    .where(and(isNull(organizers.deletedAt), continentId === undefined ? undefined : eq(organizers.continentId, continentId)))
    .orderBy(asc(organizers.position), asc(organizers.id))
  return rows.map(toOrganizer)
}

/** Locks a continent against deletion until the transaction ends. Returns whether it exists. */
export const tryLockContinent = async (tx: Db, id: string): Promise<boolean> => {
  const found = await tx
    .select({ id: continents.id })
    .from(continents)
    .where(and(eq(continents.id, id), isNull(continents.deletedAt)))
    .for('share')
  return found.length > 0
}

/** Returns the columns by which the list of the back office can be sorted. */
export const getOrganizerSortColumns: GetSortColumns<ListSortKey<'organizers'>> = (lang) => ({
  name: sql`lower(${lang === 'ar' ? organizers.nameAr : organizers.nameEn})`,
  continentId: sql`(select lower(${lang === 'ar' ? continents.nameAr : continents.nameEn}) from ${continents} where ${continents.id} = ${organizers.continentId})`,
  country: organizers.country,
  active: organizers.active,
})
