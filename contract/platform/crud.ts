import type { Localized } from './localized.ts'

/**
 * Metadata of every record that the back office edits: `version` counts the saves, `deletedAt` is null unless
 * the record is deleted.
 */
export type RecordMetadata = {
  version: number
  position: number
  createdAt: string
  updatedAt: string
  deletedAt: string | null
}

/**
 * A deleted record that can be restored. `deletedBy.id` is null when the user no longer exists; its name
 * is then empty or the one in the audit log.
 */
export type DeletedRecord = {
  id: string
  name: Localized
  deletedAt: string
  restorableUntil: string
  deletedBy: { id: string | null; name: string }
}

/** One page of a list; `page` counts from 1, `total` counts all records that match. */
export type RecordPage<R> = { records: R[]; page: number; perPage: number; total: number }

type EditedField<V> = V extends Localized ? { [L in keyof V]?: V[L] | undefined } : V

/**
 * The values of a form: `id` names the record to change; without it a record is created. Undefined fields
 * stay as they are. `version` is the one that was read: when another user has saved since, the save fails
 * with `stale-version`. `position` is the place in the list; a new record without it comes last.
 */
export type RecordEdit<Fields> = {
  id?: string | undefined
  version?: number | undefined
  position?: number | undefined
} & { [K in keyof Fields]?: EditedField<Fields[K]> | undefined }

/** The path of a field in an error: `country`, `name.en`. */
export type FieldPath<Fields> = {
  [K in keyof Fields & string]: Fields[K] extends Localized ? `${K}.${keyof Localized}` : K
}[keyof Fields & string]

/** The highest position in a list. */
export const maxPosition = 1_000_000
