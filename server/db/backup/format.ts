import { createHash } from 'node:crypto'
import type { Table } from './tables.ts'
import type { WaitingJobs } from './waiting-jobs.ts'

/** The first entry describes the backup. A restore checks it before it writes anything. */
export const headEntryName = 'botola.json'
/** The first entry of the copies of the embedded server that earlier versions made. */
export const formerHeadEntryName = 'botola-backup.json'
export type BackupHead = {
  format: 1
  createdAt: string
  /** Timestamp of the newest migration; both installations must have the same. */
  migration: number
  /** Fingerprint of `SECRET_KEY` (`computeKeyFingerprint`). */
  key: string
  /** `s3` when the uploads are in a bucket, which the backup does not contain. */
  files: 'included' | 's3'
  tables: Table[]
  sequences: Record<string, string | null>
  work: WaitingJobs
}

/** The last entry contains the checksums of everything before it. */
export const tailEntryName = 'end.json'
export type BackupTail = {
  tables: Record<string, { rows: number; bytes: number; sha256: string }>
  files: Record<string, { size: number; sha256: string }>
}

/** Builds the name of the entry with a chunk of a table, in PostgreSQL's COPY text format; a row may span two chunks. */
export const buildChunkEntryName = (table: string, number: number): string => `tables/${table}/${String(number).padStart(6, '0')}.copy`
export const parseTableOfChunkEntry = (name: string): string | undefined => /^tables\/([^/]+)\/\d{6,}\.copy$/.exec(name)?.[1]
export const buildFileEntryName = (folder: string, name: string): string => `files/${folder}/${name}`
export const parseFileEntryName = (name: string): { folder: string; name: string } | undefined => {
  const [, folder, file] = /^files\/([^/]+)\/([^/]+)$/.exec(name) ?? []
  return folder && file ? { folder, name: file } : undefined
}

/** Identifies the key that encrypts personal data without revealing it. */
export const computeKeyFingerprint = (secret: string): string =>
  createHash('sha256').update(`botola export ${secret}`).digest('hex').slice(0, 16)
