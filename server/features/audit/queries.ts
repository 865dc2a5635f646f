import type { Db } from '#server/db/open.ts'
import { auditLog } from '#server/db/schema/desk.ts'

export const insertAudit = async (db: Db, row: typeof auditLog.$inferInsert): Promise<string> => {
  const [made] = await db.insert(auditLog).values(row).returning({ id: auditLog.id })
  return made?.id as string
}
