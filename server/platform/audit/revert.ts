import { getAuditEntityTraits, type RevertibleEntity } from '#contract/platform/audit.ts'
import {
  isRevertibleEntity,
  isSameJsonValue,
  listFieldsToRevert,
  type RevertedField,
  removeFilesFromSettingValue,
} from '#contract/platform/audit-revert.ts'
import type { Core } from '#server/deps.ts'
import { AppError, type ErrorCode } from '#server/platform/lib/app-error.ts'
import { assertPermission } from '#server/platform/lib/authenticated-user.ts'
import { findAuditRow } from './queries.ts'
import { type Actor, toAuditEntry } from './service.ts'

/**
 * Throws `revert-changed` with the fields of a record that no longer have the value that the reverted entry
 * wrote.
 */
export const assertRevertedFieldsUnchanged = (record: object, fields: readonly RevertedField[]): void => {
  // values in the form in which the log stores them
  const current = JSON.parse(JSON.stringify(record)) as Record<string, unknown>
  const changed = fields.filter(
    ({ field, written }) => !isSameJsonValue(removeFilesFromSettingValue(field, current[field]), written),
  )
  if (changed.length > 0)
    throw new AppError('revert-changed', [], { changedFields: changed.map(({ field }) => field) })
}

/** Sets fields of a record back to former values, with the save of its form. */
export type Revert = (recordId: string, fields: readonly RevertedField[], actor: Actor) => Promise<unknown>

/** What the errors of a save mean for a revert. */
const revertErrors: Partial<Record<ErrorCode, ErrorCode>> = {
  'not-found': 'revert-deleted',
  'stale-version': 'revert-changed',
  'bad-input': 'revert-invalid',
  'form-incomplete': 'revert-invalid',
  conflict: 'revert-invalid',
}

/**
 * Creates the service that reverts changes of the audit log. Each revert is a normal save of the record, with
 * its own entry in the log.
 */
export const createAuditRevertService = (
  { database }: Core,
  entities: Readonly<Record<RevertibleEntity, { revert: Revert }>>,
) => {
  const { db } = database
  return {
    /**
     * Sets the fields that an entry changed back to their former values. Throws `not-found`, also for an entry that
     * a user who is limited to regions may not read, `no-permission`,
     * `revert-impossible` for an entry that cannot be reverted, `revert-changed` when a field was changed
     * since, `revert-deleted`, and `revert-invalid` when a former value is no longer valid.
     */
    revert: async (entryId: string, actor: Actor): Promise<void> => {
      const { regionLimit = null, permissions = [] } = actor
      const row = await findAuditRow(db, entryId, { regionLimit, permissions })
      if (!row) throw new AppError('not-found')
      const entry = toAuditEntry(row)
      const { entity, entityId } = entry
      const { revertPermission } = getAuditEntityTraits(entity)
      if (!isRevertibleEntity(entity) || !revertPermission) throw new AppError('revert-impossible')
      assertPermission(actor, revertPermission)
      const fields = listFieldsToRevert(entry)
      if (fields.length === 0) throw new AppError('revert-impossible')
      try {
        await entities[entity].revert(entityId, fields, { ...actor, revertedEntryId: entryId })
      } catch (error) {
        const code = error instanceof AppError ? revertErrors[error.code] : undefined
        throw code && error instanceof AppError ? new AppError(code, error.fields) : error
      }
    },
  }
}
