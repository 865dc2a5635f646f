import type { Readable } from 'node:stream'
import type { Config } from '#server/config.ts'
import { createLocalFileStore } from './files-local.ts'
import { createS3FileStore } from './files-s3.ts'

/** Folders of uploaded files; what is in them may be seen by everybody, except `private`. */
export const uploadFolders = ['events', 'partners', 'users', 'organizers', 'teams', 'site', 'private'] as const
export type UploadFolder = (typeof uploadFolders)[number]

/** What is known of a stored file. `type` follows from the name's ending, `size` counts bytes. */
export type FileStats = { size: number; type: string; modified: Date }

/** A file in the list of a folder. */
export type StoredFile = { name: string; modified: Date }

/** Bytes of a file, both ends included; without `end` up to the last one. */
export type ByteRange = { start: number; end?: number }

/** Uploaded files, on the disk under `DATA_DIR/files` or in S3. Names are made by the server and never used twice. */
export type FileStore = {
  /** Stores whole or not at all; a file of that name is replaced. Throws where `name` has more than letters, digits, `.`, `_` and `-`. */
  put: (folder: UploadFolder, name: string, bytes: Uint8Array, type: string) => Promise<void>
  /** Forgets a file; one that is not there is no error. */
  remove: (folder: UploadFolder, name: string) => Promise<void>
  /** Null where there is no such file. */
  stat: (folder: UploadFolder, name: string) => Promise<FileStats | null>
  /** Every file of a folder, in no order; a folder that does not exist has none. */
  list: (folder: UploadFolder) => AsyncIterable<StoredFile>
  /** Null where there is no such file. A `range` must lie within the file's size (`stat` tells it). */
  open: (folder: UploadFolder, name: string, range?: ByteRange) => Promise<(FileStats & { stream: Readable }) | null>
}

/** Where a browser finds an uploaded file. */
export const getUploadPath = (folder: UploadFolder, name: string): string => `/public/uploads/${folder}/${name}`

/** The file store of an installation: S3 where `STORAGE_URL` is set, else the folder `DATA_DIR/files`. Nothing is connected or made before the first use. */
export const createFileStore = (config: Pick<Config, 'DATA_DIR' | 'STORAGE_URL'>): FileStore =>
  config.STORAGE_URL ? createS3FileStore(config.STORAGE_URL) : createLocalFileStore(`${config.DATA_DIR}/files`)
