import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Partner } from '#contract/partner.ts'
import type { Db } from '#server/db/open.ts'
import { partners } from '#server/db/schema/content.ts'

export const toPartner = ({ id, name, image, link }: typeof partners.$inferSelect): Partner => ({
  id,
  name,
  // the specification publishes partner images at this path
  image: `/uploads/partners/${image}`,
  link,
})

/** Lists the partners that visitors see, in their order. */
export const listPublicPartners = async (db: Db): Promise<Partner[]> => {
  const rows = await db
    .select()
    .from(partners)
    .where(and(isNull(partners.deletedAt), eq(partners.active, true)))
    .orderBy(asc(partners.position), asc(partners.id))
  return rows.map(toPartner)
}
