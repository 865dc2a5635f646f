import { and, asc, count, desc, eq, gt, gte, lt, or, sql } from 'drizzle-orm'
import type { AuditFilter } from '#contract/domain/audit.ts'
import type { Db } from '#server/db/open.ts'
import { auditLog } from '#server/db/schema/desk.ts'
import { matching } from '#server/lib/search.ts'

export const insertAudit = async (db: Db, row: typeof auditLog.$inferInsert): Promise<string> => {
  const [made] = await db.insert(auditLog).values(row).returning({ id: auditLog.id })
  return made?.id as string
}

const line = {
  id: auditLog.id,
  at: auditLog.at,
  actorId: auditLog.actorId,
  actorName: auditLog.actorName,
  action: auditLog.action,
  entity: auditLog.entity,
  entityId: auditLog.entityId,
  label: auditLog.label,
  before: auditLog.before,
  after: auditLog.after,
}
const startOf = (day: string) => new Date(`${day}T00:00:00Z`)

/** One page of the log, the newest first, and how many lines match. */
export const auditPage = async (db: Db, filter: AuditFilter, { page, perPage }: { page: number; perPage: number }) => {
  const { search, entity, action, from, to } = filter
  const where = and(
    ...matching(auditLog.search, search),
    entity ? eq(auditLog.entity, entity) : undefined,
    action ? eq(auditLog.action, action) : undefined,
    from ? gte(auditLog.at, startOf(from)) : undefined,
    to ? lt(auditLog.at, sql`${startOf(to).toISOString()}::timestamptz + interval '1 day'`) : undefined,
  )
  const [rows, [counted]] = await Promise.all([
    db
      .select(line)
      .from(auditLog)
      .where(where)
      .orderBy(sql`${desc(auditLog.at)} nulls last`, sql`${desc(auditLog.id)} nulls last`)
      .limit(perPage)
      .offset((page - 1) * perPage),
    db.select({ total: count() }).from(auditLog).where(where),
  ])
  return { rows, total: counted?.total ?? 0 }
}
export type AuditRow = Awaited<ReturnType<typeof auditPage>>['rows'][number]

/** What the log says about an account, or what its owner did, the oldest first, some hundred lines at a time. */
export const eachLineOf = async function* (db: Db, userId: string) {
  let after: string | undefined
  for (;;) {
    const about = or(eq(auditLog.actorId, userId), and(eq(auditLog.entity, 'user'), eq(auditLog.entityId, userId)))
    const rows = await db
      .select(line)
      .from(auditLog)
      .where(and(about, after ? gt(auditLog.id, after) : undefined))
      .orderBy(asc(auditLog.id))
      .limit(500)
    if (rows.length > 0) yield rows
    if (rows.length < 500) return
    after = rows.at(-1)?.id
  }
}

/** Takes out of the log who an account was: what was said of it and of its score entries (removed ones, too), and its owner's name. That something was done stays. */
export const forgetInLog = async (tx: Db, userId: string, entryIds: readonly string[]): Promise<void> => {
  const nothing = { label: '', before: null, after: null }
  await tx
    .update(auditLog)
    .set(nothing)
    .where(and(eq(auditLog.entity, 'user'), eq(auditLog.entityId, userId)))
  await tx
    .update(auditLog)
    .set(nothing)
    .where(
      and(
        eq(auditLog.entity, 'score'),
        or(sql`${auditLog.entityId} = any(${sql.param(entryIds)}::text[])`, sql`${auditLog.before}->'entry'->>'userId' = ${userId}`),
      ),
    )
  await tx.update(auditLog).set({ actorName: '•••' }).where(eq(auditLog.actorId, userId))
}
