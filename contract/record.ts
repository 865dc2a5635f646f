/** What the back office knows of every record that it edits: `version` counts the saves, `deletedAt` is null for one that is there. */
export type RecordMetadata = { version: number; position: number; createdAt: string; updatedAt: string; deletedAt: string | null }

/** One page of a list; `page` counts from 1, `total` counts all records that match. */
export type RecordPage<R> = { records: R[]; page: number; perPage: number; total: number }
