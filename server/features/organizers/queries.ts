import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Organizer } from '#contract/domain/content.ts'
import type { Db } from '#server/db/open.ts'
import { organizers } from '#server/db/schema/places.ts'

/** The organizers of a continent, or of all, in their order. Inactive ones are among them: visitors see them greyed. */
export const publicOrganizers = async (db: Db, continentId: string | undefined): Promise<Organizer[]> => {
  const rows = await db
    .select()
    .from(organizers)
    .where(and(isNull(organizers.deletedAt), continentId === undefined ? undefined : eq(organizers.continentId, continentId)))
    .orderBy(asc(organizers.position), asc(organizers.id))
  return rows.map((row) => ({
    id: row.id,
    name: { en: row.nameEn, ar: row.nameAr },
    link: row.link,
    flag: row.flag,
    country: row.country,
    active: row.active,
    continentId: row.continentId,
  }))
}

/** Whether a continent still has organizers. */
export const anyOrganizerOf = async (db: Db, continentId: string): Promise<boolean> => {
  const found = await db
    .select({ id: organizers.id })
    .from(organizers)
    .where(and(eq(organizers.continentId, continentId), isNull(organizers.deletedAt)))
    .limit(1)
  return found.length > 0
}
