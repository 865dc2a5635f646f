import { and, desc, eq, sql } from 'drizzle-orm'
import type { AuditEntity } from '#contract/audit.ts'
import type { DeletedRecord } from '#contract/crud.ts'
import type { Db } from '#server/db/open.ts'
import { auditLog } from '#server/db/schema/audit-log.ts'
import { currentActorName } from './queries-names.ts'

/** Finds who deleted each of these records last, by the id of the record. A record without an entry in the audit log is missing. */
export const mapDeletersByRecordId = async (
  db: Db,
  entity: AuditEntity,
  ids: readonly string[],
): Promise<Map<string, DeletedRecord['deletedBy']>> => {
  const rows = await db
    .selectDistinctOn([auditLog.entityId], { recordId: auditLog.entityId, id: auditLog.actorId, name: currentActorName })
    .from(auditLog)
    .where(and(eq(auditLog.entity, entity), eq(auditLog.action, 'delete'), sql`${auditLog.entityId} = any(${sql.param(ids)}::text[])`))
    .orderBy(auditLog.entityId, desc(auditLog.at), desc(auditLog.id))
  return new Map(rows.map(({ recordId, id, name }) => [recordId, { id, name }]))
}
