import { and, desc, eq, gt, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import { auditLog } from '#server/db/schema/desk.ts'
import type { RemovedRecord } from './removed.ts'

/** Removals of an event's scores that can still be undone: the audit log keeps what was removed, and which removal a restore undid. */
const undoable = (eventId: string): SQL =>
  and(
    eq(auditLog.entity, 'score'),
    eq(auditLog.action, 'delete'),
    gt(auditLog.at, sql`now() - interval '30 days'`),
    sql`${auditLog.before}->>'event' = ${eventId}`,
    sql`not exists (select 1 from audit_log back where back.entity = 'score' and back.action = 'restore' and back.after->>'undoes' = ${auditLog.id}::text)`,
  ) as SQL

export type Removal = { id: string; at: Date; by: string; record: RemovedRecord }
const columns = { id: auditLog.id, at: auditLog.at, by: auditLog.actorName, before: auditLog.before }
const toRemoval = ({ before, ...row }: { id: string; at: Date; by: string; before: unknown }): Removal => ({
  ...row,
  record: before as RemovedRecord,
})

/** The last removals, newest first. */
export const listRemoved = async (db: Db, eventId: string): Promise<Removal[]> => {
  const rows = await db.select(columns).from(auditLog).where(undoable(eventId)).orderBy(desc(auditLog.at), desc(auditLog.id)).limit(100)
  return rows.map(toRemoval)
}

/** One removal; who wants the same one waits until the transaction ends. */
export const findRemoved = async (tx: Db, eventId: string, id: string): Promise<Removal | undefined> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`restore ${id}`}, 0))`)
  const [row] = await tx
    .select(columns)
    .from(auditLog)
    .where(and(undoable(eventId), eq(auditLog.id, id)))
  return row && toRemoval(row)
}
