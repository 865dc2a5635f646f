import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import { users } from '#server/db/schema/users.ts'

/** Finds the address and the first name of a user. */
export const findAccountContact = async (db: Db, userId: string): Promise<{ email: string; firstName: string } | undefined> => {
  const [row] = await db
    .select({ email: users.email, firstName: users.firstName })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
  return row
}
