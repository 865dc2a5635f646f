import type { Readable } from 'node:stream'
import type { Config } from '#server/config.ts'
import { localFiles } from './files-local.ts'
import { s3Files } from './files-s3.ts'

/** Folders of uploaded files; what is in them may be seen by everybody, except `private`. */
export const folders = ['events', 'partners', 'users', 'organizers', 'teams', 'site', 'private'] as const
export type Folder = (typeof folders)[number]

/** What is known of a stored file. `type` follows from the name's ending, `size` counts bytes. */
export type FileFacts = { size: number; type: string; modified: Date }

/** A file in the list of a folder. */
export type StoredFile = { name: string; modified: Date }

/** Bytes of a file, both ends included; without `end` up to the last one. */
export type ByteRange = { start: number; end?: number }

/** Uploaded files, on the disk under `DATA_DIR/files` or in S3. Names are made by the server and never used twice. */
export type FileStore = {
  /** Stores whole or not at all; a file of that name is replaced. Throws where `name` has more than letters, digits, `.`, `_` and `-`. */
  put: (folder: Folder, name: string, bytes: Uint8Array, type: string) => Promise<void>
  /** Forgets a file; one that is not there is no error. */
  remove: (folder: Folder, name: string) => Promise<void>
  /** Null where there is no such file. */
  stat: (folder: Folder, name: string) => Promise<FileFacts | null>
  /** Every file of a folder, in no order; a folder that does not exist has none. */
  list: (folder: Folder) => AsyncIterable<StoredFile>
  /** Null where there is no such file. A `range` must lie within the file's size (`stat` tells it). */
  open: (folder: Folder, name: string, range?: ByteRange) => Promise<(FileFacts & { stream: Readable }) | null>
}

/** Where a browser finds an uploaded file. */
export const publicPath = (folder: Folder, name: string): string => `/public/uploads/${folder}/${name}`

/** The file store of an installation: S3 where `STORAGE_URL` is set, else the folder `DATA_DIR/files`. Nothing is connected or made before the first use. */
export const openFiles = (config: Pick<Config, 'DATA_DIR' | 'STORAGE_URL'>): FileStore =>
  config.STORAGE_URL ? s3Files(config.STORAGE_URL) : localFiles(`${config.DATA_DIR}/files`)
