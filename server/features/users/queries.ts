import { and, count, desc, eq, gt, inArray, isNotNull, isNull, lt, ne, type SQL, sql } from 'drizzle-orm'
import type { MissionType } from '#contract/domain/event.ts'
import type { Gender, UserFilter, UserRecord } from '#contract/domain/user.ts'
import { ageOn, dayOf } from '#contract/rules/age.ts'
import type { Db } from '#server/db/open.ts'
import { totals } from '#server/db/schema/totals.ts'
import { users } from '#server/db/schema/users.ts'
import { publicPath } from '#server/lib/files.ts'
import { matching } from '#server/lib/search.ts'

export type UserRow = typeof users.$inferSelect
export type UserAt = UserFilter & { page: number; perPage: number; deleted?: boolean | undefined }

const undoTime = sql`interval '30 days'`

/** A row as administrators see it; the national ID is still sealed. The age follows from the date of birth where there is one. */
export const toUser = (row: UserRow): UserRecord => ({
  id: row.id,
  firstName: row.firstName,
  lastName: row.lastName,
  email: row.email,
  phone: row.phone,
  gender: row.gender as Gender | null,
  age: row.birthDate === null ? row.age : ageOn(row.birthDate, dayOf(new Date())),
  avatar: row.avatar && publicPath('users', row.avatar),
  role: row.role,
  missionType: row.missionType as MissionType,
  active: row.active,
  school: row.school ?? '',
  birthDate: row.birthDate,
  nationalId: row.nationalId,
  emailConfirmedAt: row.emailConfirmedAt?.toISOString() ?? null,
  guardian: row.guardian,
  erasureRequestedAt: row.erasureRequestedAt?.toISOString() ?? null,
  unusedNoticeAt: row.unusedNoticeAt?.toISOString() ?? null,
  secondFactor: row.totpSecret !== null,
  lastSignInAt: row.lastSignInAt?.toISOString() ?? null,
  version: row.version,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  deletedAt: row.deletedAt?.toISOString() ?? null,
})

const narrowed = ({ search, role, active, leaving }: UserFilter): SQL[] => [
  ...(leaving === undefined ? [] : [isNotNull(leaving === 'asked' ? users.erasureRequestedAt : users.unusedNoticeAt)]),
  ...(role === undefined ? [] : [eq(users.role, role)]),
  ...(active === undefined ? [] : [eq(users.active, active)]),
  ...matching(users.search, search),
]
const newestFirst = [sql`${users.createdAt} desc nulls last`, sql`${users.id} desc nulls last`]

/** How many match: from the kept counts, unless several conditions meet. */
const total = async (db: Db, { search, role, active, leaving }: UserFilter, where: SQL | undefined, deleted: boolean): Promise<number> => {
  const facet = active === undefined ? 'role' : 'active'
  if (!deleted && !leaving && !search?.trim() && (role === undefined || active === undefined)) {
    const key = role ?? active
    const [kept] = await db
      .select({ total: sql`coalesce(sum(${totals.count}), 0)`.mapWith(Number) })
      .from(totals)
      .where(and(eq(totals.subject, 'users'), eq(totals.facet, facet), key === undefined ? undefined : eq(totals.key, String(key))))
    return kept?.total ?? 0
  }
  const [counted] = await db.select({ total: count() }).from(users).where(where)
  return counted?.total ?? 0
}

/** One page, the newest first, and how many match. `deleted` lists what can still be brought back. */
export const listUsers = async (db: Db, { page, perPage, deleted = false, ...filter }: UserAt) => {
  const there = deleted ? and(isNotNull(users.deletedAt), gt(users.deletedAt, sql`now() - ${undoTime}`)) : isNull(users.deletedAt)
  const where = and(there, ...narrowed(filter))
  // the rows before a late page are passed in the index alone
  const ids = db
    .select({ id: users.id })
    .from(users)
    .where(where)
    .orderBy(...newestFirst)
    .limit(perPage)
    .offset((page - 1) * perPage)
  const [rows, found] = await Promise.all([
    db
      .select()
      .from(users)
      .where(inArray(users.id, ids))
      .orderBy(...newestFirst),
    total(db, filter, where, deleted),
  ])
  return { records: rows.map(toUser), total: found }
}

/** All that match, some hundred at a time. */
export const eachUser = async function* (db: Db, filter: UserFilter): AsyncGenerator<UserRecord[]> {
  let after: string | undefined
  for (;;) {
    const rows = await db
      .select()
      .from(users)
      .where(and(isNull(users.deletedAt), after ? lt(users.id, after) : undefined, ...narrowed(filter)))
      .orderBy(desc(users.id))
      .limit(500)
    if (rows.length > 0) yield rows.map(toUser)
    if (rows.length < 500) return
    after = rows.at(-1)?.id
  }
}

/** Undefined for a deleted one. */
export const userOf = async (db: Db, id: string): Promise<UserRow | undefined> => {
  const [row] = await db
    .select()
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)))
  return row
}

/** Deleted or not; kept from other writers until the transaction ends. */
export const lockUser = async (tx: Db, id: string): Promise<UserRow | undefined> => {
  const [row] = await tx.select().from(users).where(eq(users.id, id)).for('update')
  return row
}

export const insertUser = async (tx: Db, values: typeof users.$inferInsert): Promise<UserRow> => {
  const [row] = await tx.insert(users).values(values).returning()
  return row as UserRow
}

export const updateUser = async (tx: Db, id: string, values: Partial<typeof users.$inferInsert>): Promise<UserRow> => {
  const [row] = await tx.update(users).set(values).where(eq(users.id, id)).returning()
  return row as UserRow
}

/** Whether somebody else is an administrator who can sign in. Others who ask wait until the transaction ends, so that two never take each other away. */
export const otherAdminThere = async (tx: Db, id: string): Promise<boolean> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('administrators'))`)
  const found = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'admin'), eq(users.active, true), isNull(users.deletedAt), ne(users.id, id)))
    .limit(1)
  return found.length > 0
}

/** Takes away for good who was deleted more than 30 days ago. */
export const deleteExpiredUsers = (tx: Db): Promise<UserRow[]> =>
  tx
    .delete(users)
    .where(and(isNotNull(users.deletedAt), sql`${users.deletedAt} < now() - ${undoTime}`))
    .returning()
