import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Continent } from '#contract/content.ts'
import type { Db } from '#server/db/open.ts'
import { continents, organizers } from '#server/db/schema/places.ts'

export const toContinent = (row: typeof continents.$inferSelect): Continent => ({
  id: row.id,
  slug: row.slug,
  name: { en: row.nameEn, ar: row.nameAr },
})

/** The tabs of the events screen, in their order. */
export const publicContinents = async (db: Db): Promise<Continent[]> => {
  const rows = await db.select().from(continents).where(isNull(continents.deletedAt)).orderBy(asc(continents.position), asc(continents.id))
  return rows.map(toContinent)
}

/** What the list's search looks at; there are too few for an index. */
export const searchedContinents = sql`search_form(${continents.nameEn} || ' ' || ${continents.nameAr})`

/** Every slug that was ever given. Others who look for a free one wait until the transaction ends. */
export const slugsOfContinents = async (tx: Db): Promise<Set<string>> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('continent slugs'))`)
  return new Set((await tx.select({ slug: continents.slug }).from(continents)).map(({ slug }) => slug))
}

/** Whether a continent has organizers that are not deleted. Nobody gives it one until the transaction ends: its row must be locked. */
export const hasOrganizers = async (tx: Db, id: string): Promise<boolean> => {
  const found = await tx
    .select({ id: organizers.id })
    .from(organizers)
    .where(and(eq(organizers.continentId, id), isNull(organizers.deletedAt)))
    .limit(1)
  return found.length > 0
}

/** Of a continent: that an organizer, deleted or not, belongs to it. */
export const anyOrganizer = sql`exists (select 1 from ${organizers} where ${organizers.continentId} = ${continents.id})`
