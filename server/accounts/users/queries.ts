import { and, arrayContains, desc, eq, inArray, isNotNull, isNull, lt, ne, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { v7 as randomUUIDv7 } from 'uuid'
import type { RegionLimit } from '#contract/accounts/permissions.ts'
import type { Gender, UserFilter, UserRecord } from '#contract/accounts/user.ts'
import type { MissionType } from '#contract/event/event.ts'
import { getAgeOn } from '#contract/people/teams/age.ts'
import type { ListSort, ListSortKey } from '#contract/platform/list-sort.ts'
import {
  buildSearchConditions,
  orderByNewest,
  orderBySearchMatch,
  orderBySort,
  type Paging,
  selectPageWithTotal,
} from '#server/platform/db/lists.ts'
import type { Db } from '#server/platform/db/open.ts'
import { buildUserRegionCondition } from '#server/platform/db/region-conditions.ts'
import { users } from '#server/platform/db/schema/users.ts'
import { buildPastRestorePeriodCondition, buildRestorableCondition } from '#server/platform/db/soft-delete.ts'
import { getUploadUrlPath } from '#server/platform/lib/files.ts'

export type UserRow = typeof users.$inferSelect
/** The users whom a user of the back office may see, and who match a filter. */
export type RegionalUserFilter = UserFilter & { regionLimit: RegionLimit }
export type UserListQuery = RegionalUserFilter &
  Paging & { deleted?: boolean | undefined; sort?: ListSort<'users'> | undefined }

const sortColumns: Record<ListSortKey<'users'>, PgColumn | SQL> = {
  name: sql`lower(${users.firstName} || ' ' || ${users.lastName})`,
  email: users.email,
  type: users.role,
  // a later birth date is a lower age
  age: sql`current_date - ${users.birthDate}`,
  school: sql`lower(${users.school})`,
  lastSignIn: users.lastSignInAt,
  created: users.createdAt,
  active: users.active,
}

/** SQL for the full name of a user. */
export const fullName = sql<string>`trim(${users.firstName} || ' ' || ${users.lastName})`

/**
 * Converts a row to a user; the national ID is still encrypted. The age on the day `today` follows from the
 * date of birth where there is one.
 */
export const toUserRecordWithEncryptedId = (row: UserRow, today: string): UserRecord => ({
  id: row.id,
  firstName: row.firstName,
  lastName: row.lastName,
  email: row.email,
  phone: row.phone,
  gender: row.gender as Gender | null,
  age: row.birthDate === null ? row.age : getAgeOn(row.birthDate, today),
  avatar: row.avatar && getUploadUrlPath('users', row.avatar),
  role: row.role,
  permissions: row.permissions,
  regionIds: row.regionIds,
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

const filterConditions = ({
  search,
  role,
  active,
  erasureReason,
  regionLimit,
}: RegionalUserFilter): (SQL | undefined)[] => [
  buildUserRegionCondition(regionLimit),
  ...(erasureReason === undefined
    ? []
    : [isNotNull(erasureReason === 'asked' ? users.erasureRequestedAt : users.unusedNoticeAt)]),
  ...(role === undefined ? [] : [eq(users.role, role)]),
  ...(active === undefined ? [] : [eq(users.active, active)]),
  ...buildSearchConditions(users.search, search),
]

/**
 * Lists one page of users, the newest first, with the number of matches. `deleted` lists the users that can
 * be restored. Ages are those on the day `today`.
 */
export const readUserPage = async (
  db: Db,
  { page, perPage, deleted, sort, ...filter }: UserListQuery,
  today: string,
) => {
  const presence = deleted ? buildRestorableCondition(users.deletedAt) : isNull(users.deletedAt)
  const list = {
    select: db.select().from(users).$dynamic(),
    table: users,
    where: and(presence, ...filterConditions(filter)),
    orderBy: orderBySort(sort, sortColumns, users.id) ?? [
      ...orderBySearchMatch(users.search, filter.search),
      ...orderByNewest(users.createdAt, users.id),
    ],
  }
  const { rows, total } = await selectPageWithTotal(db, list, { page, perPage })
  return { records: rows.map((row) => toUserRecordWithEncryptedId(row, today)), total }
}

/** Iterates over all matching users in batches. Ages are those on the day `today`. */
export const iterateUsers = async function* (
  db: Db,
  filter: RegionalUserFilter,
  today: string,
): AsyncGenerator<UserRecord[]> {
  let after: string | undefined
  for (;;) {
    const rows = await db
      .select()
      .from(users)
      .where(
        and(isNull(users.deletedAt), after ? lt(users.id, after) : undefined, ...filterConditions(filter)),
      )
      .orderBy(desc(users.id))
      .limit(500)
    if (rows.length > 0) yield rows.map((row) => toUserRecordWithEncryptedId(row, today))
    if (rows.length < 500) return
    after = rows.at(-1)?.id
  }
}

/** Finds a user who is not deleted and, with `regionLimit`, who belongs to these regions. */
export const findUserById = async (
  db: Db,
  id: string,
  regionLimit: RegionLimit = null,
): Promise<UserRow | undefined> => {
  const [row] = await db
    .select()
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt), buildUserRegionCondition(regionLimit)))
  return row
}

/** Lists and locks the users that can no longer be restored. */
export const lockUsersPastRestorePeriod = (tx: Db): Promise<UserRow[]> =>
  tx
    .select()
    .from(users)
    .where(buildPastRestorePeriodCondition(users.deletedAt))
    .orderBy(users.id)
    .for('update')

export const insertUser = async (tx: Db, values: typeof users.$inferInsert): Promise<UserRow> => {
  const [row] = await tx.insert(users).values(values).returning()
  return row as UserRow
}

export type NewUser = Pick<
  typeof users.$inferInsert,
  'firstName' | 'lastName' | 'email' | 'phone' | 'gender' | 'age' | 'role' | 'missionType' | 'active'
>

/**
 * Inserts users in batches, because a statement has a limit of values. The list of users, newest first, shows
 * them in the order given.
 */
export const insertUsers = async (
  tx: Db,
  newUsers: readonly NewUser[],
  reportInserted?: (count: number) => Promise<void>,
): Promise<UserRow[]> => {
  const inserted: UserRow[] = []
  const ids = newUsers
    .map(() => randomUUIDv7())
    .sort()
    .reverse()
  const rows = newUsers.map((user, at) => ({ ...user, id: ids[at] as string }))
  for (let at = 0; at < rows.length; at += 500) {
    await reportInserted?.(at)
    inserted.push(
      ...(await tx
        .insert(users)
        .values(rows.slice(at, at + 500))
        .returning()),
    )
  }
  return inserted
}

/** Returns those of the addresses that users have. */
export const readTakenEmailSet = async (db: Db, emails: readonly string[]): Promise<Set<string>> => {
  const rows = await db
    .select({ email: users.email })
    .from(users)
    .where(and(isNull(users.deletedAt), sql`${users.email} = any(${sql.param(emails)}::text[])`))
  return new Set(rows.map(({ email }) => email))
}

/**
 * Returns true when another active user has the permission `administration`. A lock until the transaction
 * ends keeps two administrators from deactivating each other.
 */
export const hasOtherAdministratorWithLock = async (tx: Db, id: string): Promise<boolean> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('administrators'))`)
  const found = await tx
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        arrayContains(users.permissions, ['administration']),
        eq(users.active, true),
        isNull(users.deletedAt),
        ne(users.id, id),
      ),
    )
    .limit(1)
  return found.length > 0
}

/**
 * Locks the users of an import and returns for each whether it was changed or used: signed in, has a
 * password, a team or a score.
 */
export const lockUsersAndListChangeStates = async (
  tx: Db,
  ids: readonly string[],
): Promise<{ name: string; isChanged: boolean }[]> => {
  await tx.execute(sql`select id from users where id = any(${sql.param(ids)}::uuid[]) order by id for update`)
  const { rows } = await tx.execute<{ name: string; changed: boolean }>(sql`
    select trim(u.first_name || ' ' || u.last_name) as name,
      u.version <> 1 or u.deleted_at is not null or u.last_sign_in_at is not null or u.password_hash is not null
      or exists (select 1 from teams t where t.user_id = u.id)
      or exists (select 1 from score_entries e where e.user_id = u.id) as changed
    from users u where u.id = any(${sql.param(ids)}::uuid[]) order by u.id`)
  return rows.map(({ name, changed }) => ({ name, isChanged: changed }))
}

/** Deletes locked users; they can be restored for 30 days. Returns the rows before. */
export const softDeleteUsers = async (
  tx: Db,
  ids: readonly string[],
  deletedAt: Date,
): Promise<UserRow[]> => {
  const before = await tx
    .select()
    .from(users)
    .where(inArray(users.id, [...ids]))
  await tx
    .update(users)
    .set({ deletedAt, version: sql`${users.version} + 1` })
    .where(inArray(users.id, [...ids]))
  return before
}
