import type { Readable } from 'node:stream'
import type { Config } from '#server/config.ts'
import { createLocalFileStore } from './files-local.ts'
import { createS3FileStore } from './files-s3.ts'

/** Folders of uploaded files. All files but those in `private` are public. */
export const uploadFolders = ['events', 'partners', 'users', 'organizers', 'teams', 'site', 'private'] as const
export type UploadFolder = (typeof uploadFolders)[number]

/** Size in bytes, media type (by the extension of the name) and modification time of a stored file. */
export type FileStats = { size: number; type: string; modified: Date }

/** An entry in the list of a folder. */
export type StoredFile = { name: string; modified: Date }

/** A range of bytes with both ends included. Without `end` it ends at the last byte. */
export type ByteRange = { start: number; end?: number }

/** Uploaded files, on the disk under `DATA_DIR/files` or in S3. The server generates names and never reuses them. */
export type FileStore = {
  /** Stores a file completely or not at all, and replaces a file of that name. Throws when `name` contains other characters than letters, digits, `.`, `_` and `-`. */
  put: (folder: UploadFolder, name: string, bytes: Uint8Array, type: string) => Promise<void>
  /** Removes a file if it exists. */
  remove: (folder: UploadFolder, name: string) => Promise<void>
  /** Returns null when the file does not exist. */
  stat: (folder: UploadFolder, name: string) => Promise<FileStats | null>
  /** Lists the files of a folder in no particular order. A folder that does not exist has none. */
  list: (folder: UploadFolder) => AsyncIterable<StoredFile>
  /** Returns null when the file does not exist. `range` must be within the size of the file (see `stat`). */
  open: (folder: UploadFolder, name: string, range?: ByteRange) => Promise<(FileStats & { stream: Readable }) | null>
  /** Throws when files cannot be stored now: the folder is not writable, or the bucket cannot be reached. */
  check: () => Promise<void>
}

/** Returns the URL path of an uploaded file. */
export const getUploadUrlPath = (folder: UploadFolder, name: string): string => `/public/uploads/${folder}/${name}`

/** Creates the file store of an installation: in S3 if `STORAGE_URL` is set, else in the folder `DATA_DIR/files`. It connects, or creates the folder, on first use. */
export const createFileStore = (config: Pick<Config, 'DATA_DIR' | 'STORAGE_URL'>): FileStore =>
  config.STORAGE_URL ? createS3FileStore(config.STORAGE_URL) : createLocalFileStore(`${config.DATA_DIR}/files`)
