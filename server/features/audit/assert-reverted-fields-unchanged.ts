import { isSameJsonValue, omitSettingFiles, type RevertedField } from '#contract/rules/audit-revert.ts'
import { AppError } from '#server/lib/app-error.ts'

/** Throws `revert-changed` with the fields of a record that no longer have the value that the reverted entry wrote. */
export const assertRevertedFieldsUnchanged = (record: object, fields: readonly RevertedField[]): void => {
  // values in the form in which the log stores them
  const current = JSON.parse(JSON.stringify(record)) as Record<string, unknown>
  const changed = fields.filter(({ field, written }) => !isSameJsonValue(omitSettingFiles(field, current[field]), written))
  if (changed.length > 0) throw new AppError('revert-changed', [], { changedFields: changed.map(({ field }) => field) })
}
