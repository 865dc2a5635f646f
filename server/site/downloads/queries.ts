import { and, eq, gt, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { ListSort, ListSortKey } from '#contract/platform/list-sort.ts'
import type { Lang } from '#contract/platform/localized.ts'
import type { Registrant, RegistrantFilter } from '#contract/site/download-registrant.schema.ts'
import {
  buildSearchConditions,
  orderByNewest,
  orderBySearchMatch,
  orderBySort,
  type Paging,
  selectPageWithTotal,
} from '#server/platform/db/lists.ts'
import type { Db } from '#server/platform/db/open.ts'
import { downloads } from '#server/platform/db/schema/media.ts'

export const insertRegistrant = async (db: Db, values: typeof downloads.$inferInsert): Promise<void> => {
  await db.insert(downloads).values(values)
}

/**
 * Marks at most `limit` waiting registrants of a system as notified, with all their registrations for it.
 * Returns the latest registration of each email address.
 */
export const markAndReturnWaitingAsNotified = async (
  tx: Db,
  platform: Registrant['platform'],
  limit: number,
): Promise<{ name: string; email: string; lang: Lang }[]> => {
  const waiting = and(isNull(downloads.deletedAt), downloads.waiting, eq(downloads.platform, platform))
  const addresses = tx
    .selectDistinct({ email: downloads.email })
    .from(downloads)
    .where(waiting)
    .orderBy(downloads.email)
    .limit(limit)
  const rows = await tx
    .update(downloads)
    .set({ waiting: false })
    .where(and(waiting, inArray(downloads.email, addresses)))
    .returning({ id: downloads.id, name: downloads.name, email: downloads.email, lang: downloads.lang })
  const latest = new Map(
    rows.toSorted((one, other) => (one.id < other.id ? -1 : 1)).map((row) => [row.email, row]),
  )
  return [...latest.values()]
}

export const toRegistrant = (row: typeof downloads.$inferSelect): Registrant => ({
  id: row.id,
  name: row.name,
  email: row.email,
  phone: row.phone,
  country: row.country,
  platform: row.platform,
  userType: row.userType,
  createdAt: row.createdAt.toISOString(),
})

const filterCondition = ({ search, country, platform, userType }: RegistrantFilter) =>
  and(
    isNull(downloads.deletedAt),
    country ? eq(downloads.country, country) : undefined,
    platform ? eq(downloads.platform, platform) : undefined,
    userType ? eq(downloads.userType, userType) : undefined,
    ...buildSearchConditions(downloads.search, search),
  )

const sortColumns: Record<ListSortKey<'registrants'>, PgColumn | SQL> = {
  name: sql`lower(${downloads.name})`,
  email: downloads.email,
  country: downloads.country,
  platform: downloads.platform,
  who: downloads.userType,
  at: downloads.createdAt,
}

/** Lists one page of registrants, the newest first, with the number of matches. */
export const readSimulatorRegistrantPage = async (
  db: Db,
  {
    page,
    perPage,
    sort,
    ...filter
  }: RegistrantFilter & Paging & { sort?: ListSort<'registrants'> | undefined },
): Promise<{ registrants: Registrant[]; total: number }> => {
  const list = {
    select: db.select().from(downloads).$dynamic(),
    table: downloads,
    where: filterCondition(filter),
    orderBy: orderBySort(sort, sortColumns, downloads.id) ?? [
      ...orderBySearchMatch(downloads.search, filter.search),
      ...orderByNewest(downloads.createdAt, downloads.id),
    ],
  }
  const { rows, total } = await selectPageWithTotal(db, list, { page, perPage })
  return { registrants: rows.map(toRegistrant), total }
}

/** Iterates over all matching registrants in batches, the oldest first. */
export const iterateRegistrants = async function* (
  db: Db,
  filter: RegistrantFilter,
): AsyncGenerator<Registrant[]> {
  const condition = filterCondition(filter)
  let after: string | undefined
  for (;;) {
    const rows = await db
      .select()
      .from(downloads)
      .where(and(condition, after ? gt(downloads.id, after) : undefined))
      .orderBy(downloads.id)
      .limit(1000)
    if (rows.length > 0) yield rows.map(toRegistrant)
    after = rows.at(-1)?.id
    if (rows.length < 1000) return
  }
}

/** Deletes the registrations for the simulator from an address. */
export const deleteSimulatorRegistrationsOfEmail = async (tx: Db, email: string): Promise<void> => {
  await tx.delete(downloads).where(eq(downloads.email, email))
}
