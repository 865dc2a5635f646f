import type { AuditEntry } from '#contract/platform/audit.schema.ts'
import { type AuditEntity, getAuditEntityTraits, type RevertibleEntity } from './audit.ts'

export const isRevertibleEntity = (entity: AuditEntity): entity is RevertibleEntity =>
  getAuditEntityTraits(entity).revertPermission !== undefined

/**
 * Fields that a revert leaves unchanged: images, because their old files are deleted; values that a save
 * derives; the read-only mode, which has a call of its own; and fields that are no longer stored.
 */
const keptFields: ReadonlySet<string> = new Set([
  ...['image', 'flag', 'coverImage', 'bannerImage'],
  ...['id', 'slug', 'version', 'undoes', 'demo', 'deletedAt', 'teamCount', 'lastTeamNo', 'ruleSetVersion'],
  'readOnlyMode',
  // a setting of earlier versions
  'scoreLogWebhook',
])
/** Settings that are paths of files, by the setting that they are part of. */
const fileSettings: Readonly<Record<string, readonly string[]>> = {
  story: ['video', 'poster'],
  brand: ['logo'],
  certificateSigner: ['signature', 'seal'],
  simulator: ['win', 'mac', 'version'],
}

/** Returns the value of a setting without the files that it names. Other values stay as they are. */
export const removeFilesFromSettingValue = (field: string, value: unknown): unknown => {
  const files = fileSettings[field]
  if (!files || typeof value !== 'object' || value === null) return value ?? null
  return Object.fromEntries(Object.entries(value).filter(([key]) => !files.includes(key)))
}

/** Compares values of JSON; the order of keys does not count. */
export const isSameJsonValue = (one: unknown, other: unknown): boolean => {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null)
    return (one ?? null) === (other ?? null)
  const keys = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...keys].every((key) =>
    isSameJsonValue((one as Record<string, unknown>)[key], (other as Record<string, unknown>)[key]),
  )
}

/** Tells whether the log stores a value as it was: it masks secrets and cuts texts above 4,000 characters. */
const isStoredWhole = (value: unknown): boolean => {
  if (typeof value === 'string') return value !== '•••' && value.length <= 4000
  return typeof value !== 'object' || value === null || Object.values(value).every(isStoredWhole)
}

/** A field that a revert sets back: the value that the entry wrote, and the one before it. */
export type RevertedField = { field: string; written: unknown; restored: unknown }

/** Lists the fields that reverting an entry sets back; empty when the entry cannot be reverted. */
export const listFieldsToRevert = ({
  action,
  entity,
  before,
  after,
}: Pick<AuditEntry, 'action' | 'entity' | 'before' | 'after'>): RevertedField[] => {
  if (action !== 'update' || !isRevertibleEntity(entity) || !before || !after) return []
  const { revertibleFields } = getAuditEntityTraits(entity)
  const fields = Object.keys(after)
    .filter((field) => !keptFields.has(field) && (revertibleFields?.includes(field) ?? true))
    .map((field) => ({
      field,
      written: removeFilesFromSettingValue(field, after[field]),
      restored: removeFilesFromSettingValue(field, before[field]),
    }))
    .filter(({ written, restored }) => !isSameJsonValue(written, restored))
  return fields.every(
    ({ field, written, restored }) => field in before && isStoredWhole(written) && isStoredWhole(restored),
  )
    ? fields
    : []
}
