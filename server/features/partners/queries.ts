import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { ListSortKey } from '#contract/list-sort.ts'
import type { Partner } from '#contract/partner.ts'
import type { Db } from '#server/db/open.ts'
import type { GetSortColumns } from '#server/db/paging.ts'
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

/** Returns the columns by which the list of the back office can be sorted. */
export const getPartnerSortColumns: GetSortColumns<ListSortKey<'partners'>> = () => ({
  name: sql`nullif(lower(${partners.name}), '')`,
  link: sql`lower(${partners.link})`,
  position: partners.position,
  active: partners.active,
})
