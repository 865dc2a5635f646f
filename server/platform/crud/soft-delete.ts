import { isRecordWithinRestorePeriod } from '#contract/accounts/retention.ts'
import type { AuditAction, AuditEntity } from '#contract/platform/audit.ts'
import { type Actor, writeAudit, writeAudits } from '#server/platform/audit/service.ts'
import type { Db } from '#server/platform/db/open.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import {
  type Condition,
  deleteAndReturnRowsPastRestorePeriod,
  lockRow,
  type SoftDeleteTable,
  updateRow,
} from './queries.ts'

/** A table with soft delete, its entity in the audit log, and the fields that the log stores. */
export type SoftDelete<T extends SoftDeleteTable> = {
  table: T
  entity: AuditEntity
  toAudit: (row: T['$inferSelect']) => Record<string, unknown>
}

const systemActor: Actor = { userId: null, name: 'system' }

/** Locks a row that is not deleted. Throws `not-found`. */
export const lockUndeletedRowOrThrow = async <T extends SoftDeleteTable>(
  tx: Db,
  { table }: { table: T },
  id: string,
): Promise<T['$inferSelect']> => {
  const row = await lockRow(tx, table, id)
  if (!row || row.deletedAt) throw new AppError('not-found')
  return row
}

/** Locks a row, deleted or not. Throws `not-found` when it was deleted too long ago to be restored. */
export const lockUndeletedOrRestorableRowOrThrow = async <T extends SoftDeleteTable>(
  tx: Db,
  { table }: { table: T },
  id: string,
): Promise<T['$inferSelect']> => {
  const row = await lockRow(tx, table, id)
  if (!row || (row.deletedAt && !isRecordWithinRestorePeriod(row.deletedAt))) throw new AppError('not-found')
  return row
}

/** Updates a locked row and writes the difference to the audit log. */
export const updateRowWithAudit = async <T extends SoftDeleteTable>(
  tx: Db,
  { table, entity, toAudit }: SoftDelete<T>,
  before: T['$inferSelect'],
  values: Partial<T['$inferInsert']>,
  action: AuditAction,
  actor: Actor,
): Promise<T['$inferSelect']> => {
  const after = await updateRow(tx, table, before.id, values)
  await writeAudit(tx, {
    actor,
    action,
    entity,
    entityId: before.id,
    before: toAudit(before),
    after: toAudit(after),
  })
  return after
}

/** Deletes a locked row and writes this to the audit log; `restoreRowWithAudit` undoes it for 30 days. */
export const softDeleteLockedRowWithAudit = <T extends SoftDeleteTable>(
  tx: Db,
  target: SoftDelete<T>,
  before: T['$inferSelect'],
  actor: Actor,
  deletedAt = new Date(),
): Promise<T['$inferSelect']> =>
  updateRowWithAudit(tx, target, before, { deletedAt } as Partial<T['$inferInsert']>, 'delete', actor)

/**
 * Restores a deleted row; a row that is not deleted stays as it is. `check` may throw before anything is
 * written. Throws `not-found` after 30 days.
 */
export const restoreRowWithAudit = async <T extends SoftDeleteTable>(
  tx: Db,
  target: SoftDelete<T>,
  id: string,
  actor: Actor,
  check?: (row: T['$inferSelect']) => Promise<void>,
): Promise<T['$inferSelect']> => {
  const before = await lockUndeletedOrRestorableRowOrThrow(tx, target, id)
  if (!before.deletedAt) return before
  await check?.(before)
  return updateRowWithAudit(
    tx,
    target,
    before,
    { deletedAt: null } as Partial<T['$inferInsert']>,
    'restore',
    actor,
  )
}

/**
 * Deletes the rows that can no longer be restored and writes this to the audit log, except those that `keep`
 * selects. Returns the removed rows.
 */
export const purgeExpiredRowsWithAudit = async <T extends SoftDeleteTable>(
  tx: Db,
  { table, entity, toAudit }: SoftDelete<T>,
  keep?: Condition,
): Promise<T['$inferSelect'][]> => {
  const rows = await deleteAndReturnRowsPastRestorePeriod(tx, table, keep)
  await writeAudits(
    tx,
    rows.map((row) => ({
      actor: systemActor,
      action: 'purge',
      entity,
      entityId: row.id,
      before: toAudit(row),
    })),
  )
  return rows
}
