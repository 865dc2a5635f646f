import { createHash } from 'node:crypto'
import type { WaitingWork } from './queue.ts'
import type { Table } from './tables.ts'

/** The first entry: what is to come, checked before anything is written. */
export const headName = 'botola.json'
export type Head = {
  format: 1
  made: string
  /** Time stamp of the newest migration: both sides must be alike. */
  migration: number
  /** Says whether two keys are the same without telling them (`keyMark`). */
  key: string
  /** `s3` when the uploaded files stay where they are and are not in the archive. */
  files: 'included' | 's3'
  tables: Table[]
  sequences: Record<string, string | null>
  work: WaitingWork
}

/** The last entry: what must have come. */
export const tailName = 'end.json'
export type Tail = {
  tables: Record<string, { rows: number; bytes: number; sha256: string }>
  files: Record<string, { size: number; sha256: string }>
}

/** A piece of a table: its rows as PostgreSQL's COPY text, cut anywhere. */
export const pieceName = (table: string, number: number): string => `tables/${table}/${String(number).padStart(6, '0')}.copy`
export const tableOfPiece = (name: string): string | undefined => /^tables\/([^/]+)\/\d{6,}\.copy$/.exec(name)?.[1]
export const fileEntry = (folder: string, name: string): string => `files/${folder}/${name}`
export const fileOfEntry = (name: string): { folder: string; name: string } | undefined => {
  const [, folder, file] = /^files\/([^/]+)\/([^/]+)$/.exec(name) ?? []
  return folder && file ? { folder, name: file } : undefined
}

/** Sealed personal data can only be read with the key that sealed it: the archive says which one it was, not the key. */
export const keyMark = (secret: string): string => createHash('sha256').update(`botola export ${secret}`).digest('hex').slice(0, 16)
