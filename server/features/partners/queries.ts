import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Partner } from '#contract/content.ts'
import type { Db } from '#server/db/open.ts'
import { partners } from '#server/db/schema/content.ts'

/** Where a partner's picture is, as it is published. */
export const partnerImage = (name: string): string => `/uploads/partners/${name}`

/** The partners that visitors see, in their order. */
export const publicPartners = async (db: Db): Promise<Partner[]> => {
  const rows = await db
    .select()
    .from(partners)
    .where(and(isNull(partners.deletedAt), eq(partners.active, true)))
    .orderBy(asc(partners.position), asc(partners.id))
  return rows.map(({ id, name, image, link }) => ({ id, name, image: partnerImage(image), link }))
}
