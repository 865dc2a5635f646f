import type { RecordMetadata } from '#contract/platform/crud.ts'

/** Returns the metadata of a row. */
export const toRecordMetadata = (row: {
  version: number
  position: number
  createdAt: Date
  updatedAt: Date
  deletedAt: Date | null
}): RecordMetadata => ({
  version: row.version,
  position: row.position,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  deletedAt: row.deletedAt?.toISOString() ?? null,
})
