import { and, desc, eq, gt, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import { auditLog } from '#server/db/schema/audit-log.ts'
import { restorePeriod } from '#server/db/soft-delete.ts'
import type { RemovedRecord } from './removed-scores.ts'

/** Removals of scores of an event that can be undone. The audit log has what was removed, and which removal a restore undid. */
const isRestorable = (eventId: string): SQL =>
  and(
    eq(auditLog.entity, 'score'),
    eq(auditLog.action, 'delete'),
    gt(auditLog.at, sql`now() - ${restorePeriod}`),
    sql`${auditLog.before}->>'event' = ${eventId}`,
    sql`not exists (select 1 from audit_log restored where restored.entity = 'score' and restored.action = 'restore' and restored.after->>'undoes' = ${auditLog.id}::text)`,
  ) as SQL

export type Removal = { id: string; removedAt: Date; removedBy: string; record: RemovedRecord }
const columns = { id: auditLog.id, removedAt: auditLog.at, removedBy: auditLog.actorName, before: auditLog.before }
type StoredRecord = Omit<RemovedRecord, 'entry'> & { entry: RemovedRecord['entry'] & { school?: string } }
const toRemoval = ({ before, ...row }: Omit<Removal, 'record'> & { before: unknown }): Removal => {
  const record = before as StoredRecord
  const { school = '', ...entry } = record.entry
  // some stored entries call the name of the school `school`
  return { ...row, record: { ...record, entry: { ...entry, schoolName: entry.schoolName ?? school } } }
}

/** The last 100 removals, the newest first. */
export const listRemoved = async (db: Db, eventId: string): Promise<Removal[]> => {
  const rows = await db.select(columns).from(auditLog).where(isRestorable(eventId)).orderBy(desc(auditLog.at), desc(auditLog.id)).limit(100)
  return rows.map(toRemoval)
}

/** One removal. Another transaction that reads the same one waits until this one ends. */
export const findRemoved = async (tx: Db, eventId: string, id: string): Promise<Removal | undefined> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`restore ${id}`}, 0))`)
  const [row] = await tx
    .select(columns)
    .from(auditLog)
    .where(and(isRestorable(eventId), eq(auditLog.id, id)))
  return row && toRemoval(row)
}
