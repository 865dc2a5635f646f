import { inArray, sql } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import { users } from '#server/db/schema/users.ts'
import type { UserRow } from './queries.ts'

/** Locks the users of an import and returns for each whether it was changed or used: signed in, has a password, a team or a score. */
export const lockUsersForImportUndo = async (tx: Db, ids: readonly string[]): Promise<{ name: string; isChanged: boolean }[]> => {
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
export const softDeleteUsers = async (tx: Db, ids: readonly string[], deletedAt: Date): Promise<UserRow[]> => {
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
