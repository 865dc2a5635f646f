import { and, count, eq, gt, sql } from 'drizzle-orm'
import { mostFound, type Registrant } from '#contract/domain/desk.ts'
import type { Db } from '#server/db/open.ts'
import { downloads } from '#server/db/schema/desk.ts'
import { totals } from '#server/db/schema/totals.ts'
import { matching } from '#server/lib/search.ts'

export const insertDownload = async (db: Db, values: typeof downloads.$inferInsert): Promise<void> => {
  await db.insert(downloads).values(values)
}

export type RegistrantFilter = {
  search?: string | undefined
  country?: string | undefined
  platform?: 'win' | 'mac' | undefined
  userType?: 'student' | 'coach' | undefined
}

const toRegistrant = (row: typeof downloads.$inferSelect): Registrant => ({
  id: row.id,
  name: row.name,
  email: row.email,
  phone: row.phone,
  country: row.country,
  platform: row.platform,
  userType: row.userType,
  createdAt: row.createdAt.toISOString(),
})

const where = ({ search, country, platform, userType }: RegistrantFilter) =>
  and(
    country ? eq(downloads.country, country) : undefined,
    platform ? eq(downloads.platform, platform) : undefined,
    userType ? eq(downloads.userType, userType) : undefined,
    ...matching(downloads.search, search),
  )

/** One page of the registrants, the newest first, and how many match: from the kept counts where nothing filters, else counted up to `mostFound`. */
export const listRegistrants = async (
  db: Db,
  { page, perPage, ...filter }: RegistrantFilter & { page: number; perPage: number },
): Promise<{ registrants: Registrant[]; total: number }> => {
  const condition = where(filter)
  const rows = db
    .select()
    .from(downloads)
    .where(condition)
    .orderBy(sql`${downloads.createdAt} desc nulls last, ${downloads.id} desc nulls last`)
    .limit(perPage)
    .offset((page - 1) * perPage)
  const counted = condition
    ? db.select({ total: count() }).from(
        db
          .select({ one: sql`1`.as('one') })
          .from(downloads)
          .where(condition)
          .limit(mostFound)
          .as('found'),
      )
    : db
        .select({ total: sql`coalesce(sum(${totals.count}), 0)`.mapWith(Number) })
        .from(totals)
        .where(and(eq(totals.subject, 'downloads'), eq(totals.facet, 'user-type')))
  const [found, [sum]] = await Promise.all([rows, counted])
  return { registrants: found.map(toRegistrant), total: sum?.total ?? 0 }
}

/** All that match, in parts, the oldest first, as of when each part is read. */
export const eachRegistrant = async function* (db: Db, filter: RegistrantFilter): AsyncGenerator<Registrant[]> {
  const condition = where(filter)
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

export const deleteRegistrant = async (tx: Db, id: string): Promise<boolean> =>
  (await tx.delete(downloads).where(eq(downloads.id, id)).returning({ id: downloads.id })).length > 0
