import { type Actor, writeAudit } from '#server/platform/audit/service.ts'
import type { Db } from '#server/platform/db/open.ts'
import { AppError, type ErrorCode } from '#server/platform/lib/app-error.ts'
import { type Condition, deleteRowUnlessConditionHolds, lockRow, type SoftDeleteTable } from './queries.ts'
import type { SoftDelete } from './soft-delete.ts'

export { type DeletedListQuery, readRestorableRecordPage } from './queries.ts'

/** Locks a deleted row. Throws `not-found` when there is none. */
export const lockDeletedRowOrThrow = async <T extends SoftDeleteTable>(
  tx: Db,
  { table }: { table: T },
  id: string,
): Promise<T['$inferSelect']> => {
  const row = await lockRow(tx, table, id)
  if (!row?.deletedAt) throw new AppError('not-found')
  return row
}

/**
 * Deletes a deleted row permanently, in the caller's transaction. Throws `not-found`, and the code of `keep`
 * when its condition selects the row.
 */
export const purgeDeletedRowWithAudit = async <T extends SoftDeleteTable>(
  tx: Db,
  target: SoftDelete<T>,
  id: string,
  actor: Actor,
  keep?: { condition: Condition; code: ErrorCode },
): Promise<T['$inferSelect']> => {
  const { table, entity, toAudit } = target
  const row = await lockDeletedRowOrThrow(tx, target, id)
  if (!(await deleteRowUnlessConditionHolds(tx, table, id, keep?.condition)))
    throw new AppError(keep?.code ?? 'not-found')
  await writeAudit(tx, { actor, action: 'purge', entity, entityId: id, before: toAudit(row) })
  return row
}
