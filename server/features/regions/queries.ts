import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Region } from '#contract/content.ts'
import type { Db } from '#server/db/open.ts'
import { regions } from '#server/db/schema/places.ts'

const visible = and(isNull(regions.deletedAt), eq(regions.active, true))
export const toRegion = (row: typeof regions.$inferSelect): Region => ({
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

/** All regions that are there, shown or not, in their order. */
export const presentRegions = async (db: Db): Promise<Region[]> => {
  const rows = await db.select().from(regions).where(isNull(regions.deletedAt)).orderBy(asc(regions.position), asc(regions.id))
  return rows.map(toRegion)
}

/** What the list's search looks at; there are too few for an index. */
export const searchedRegions = sql`search_form(${regions.nameEn} || ' ' || ${regions.nameAr} || ' ' || ${regions.country})`

/** Every slug that was ever given. Others who look for a free one wait until the transaction ends. */
export const slugsOfRegions = async (tx: Db): Promise<Set<string>> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('region slugs'))`)
  return new Set((await tx.select({ slug: regions.slug }).from(regions)).map(({ slug }) => slug))
}

/** Whether a region is there, shown or not. */
export const regionIsThere = async (db: Db, id: string): Promise<boolean> => {
  const found = await db
    .select({ id: regions.id })
    .from(regions)
    .where(and(eq(regions.id, id), isNull(regions.deletedAt)))
  return found.length > 0
}
