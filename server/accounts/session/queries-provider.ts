import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import { providerLinks, providerRequests } from '#server/platform/db/schema/sign-in-providers.ts'
import { users } from '#server/platform/db/schema/users.ts'

export type ProviderLinkRow = typeof providerLinks.$inferSelect

/** Inserts a request to the provider, and deletes expired ones, at most 200 so that a sign-in stays fast. */
export const insertRequestAndDeleteExpired = async (
  db: Db,
  { minutes, ...row }: Omit<typeof providerRequests.$inferInsert, 'expiresAt'> & { minutes: number },
): Promise<void> => {
  await db
    .delete(providerRequests)
    .where(sql`ctid in (select ctid from ${providerRequests} where expires_at < now() limit 200)`)
  await db
    .insert(providerRequests)
    .values({ ...row, expiresAt: sql`now() + make_interval(mins => ${minutes})` })
}

/**
 * Deletes an unexpired request and returns it; only one of several concurrent calls gets it. A call with the hash of
 * another browser deletes nothing.
 */
export const deleteAndReturnRequest = async (db: Db, stateHash: string, browserHash: string) => {
  const [consumed] = await db
    .delete(providerRequests)
    .where(
      and(
        eq(providerRequests.stateHash, stateHash),
        eq(providerRequests.browserHash, browserHash),
        gt(providerRequests.expiresAt, sql`now()`),
      ),
    )
    .returning()
  return consumed
}

/**
 * Finds the link that an account at the provider (`issuer` and `subject`) has, and the user who signs in with it. The
 * user may be inactive or of any role, and is not deleted.
 */
export const findLinkWithUser = async (db: Db, issuer: string, subject: string) => {
  const [found] = await db
    .select({
      id: providerLinks.id,
      isProven: providerLinks.isProven,
      userId: users.id,
      role: users.role,
      active: users.active,
      totpSecret: users.totpSecret,
    })
    .from(providerLinks)
    .innerJoin(users, eq(users.id, providerLinks.userId))
    .where(and(eq(providerLinks.issuer, issuer), eq(providerLinks.subject, subject), isNull(users.deletedAt)))
  return found
}

export const listLinksOfUser = (db: Db, userId: string): Promise<ProviderLinkRow[]> =>
  db
    .select()
    .from(providerLinks)
    .where(eq(providerLinks.userId, userId))
    .orderBy(asc(providerLinks.createdAt), asc(providerLinks.id))

/** Inserts a link; false when the account at the provider is linked already, to this user or another. */
export const insertLinkIfNew = async (
  db: Db,
  row: Pick<ProviderLinkRow, 'userId' | 'issuer' | 'subject' | 'isProven'>,
): Promise<boolean> => {
  const inserted = await db
    .insert(providerLinks)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: providerLinks.id })
  return inserted.length > 0
}

/**
 * Stores that a link was used and, with `isProven`, that the own second factor of the user was checked after it. Returns
 * false when the link was removed.
 */
export const setLinkUsedIfExists = async (
  db: Db,
  linkId: string,
  { isProven = false }: { isProven?: boolean } = {},
): Promise<boolean> => {
  const updated = await db
    .update(providerLinks)
    .set({ lastUsedAt: new Date(), ...(isProven ? { isProven } : {}) })
    .where(eq(providerLinks.id, linkId))
    .returning({ id: providerLinks.id })
  return updated.length > 0
}

/** Stores that the own second factor of a user, which is new, was checked after no link yet. */
export const setLinksOfUserUnproven = async (db: Db, userId: string): Promise<void> => {
  await db.update(providerLinks).set({ isProven: false }).where(eq(providerLinks.userId, userId))
}

/** Deletes a link of a user; undefined when the user has no such link. */
export const deleteAndReturnLinkOfUser = async (db: Db, userId: string, linkId: string) => {
  const [deleted] = await db
    .delete(providerLinks)
    .where(and(eq(providerLinks.userId, userId), eq(providerLinks.id, linkId)))
    .returning()
  return deleted
}

/** Deletes all links of a user. */
export const deleteLinksOfUser = async (db: Db, userId: string): Promise<void> => {
  await db.delete(providerLinks).where(eq(providerLinks.userId, userId))
}
