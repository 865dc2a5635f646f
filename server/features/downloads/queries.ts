import type { Db } from '#server/db/open.ts'
import { downloads } from '#server/db/schema/desk.ts'

export const insertDownload = async (db: Db, values: typeof downloads.$inferInsert): Promise<void> => {
  await db.insert(downloads).values(values)
}
