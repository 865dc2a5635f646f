import type { Db } from '#server/db/open.ts'
import { auditLog } from '#server/db/schema/desk.ts'

export const insertAudit = async (db: Db, row: typeof auditLog.$inferInsert): Promise<void> => {
  await db.insert(auditLog).values(row)
}
