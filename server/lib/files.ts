import type { Readable } from 'node:stream'
import type { Config } from '#server/config.ts'
import { createLocalFileStore } from './files-local.ts'
import { createS3FileStore } from './files-s3.ts'

/** Folders of uploaded files. Those in `private` need a signed link; those in `simulator` are served as downloads. All others are public. */
export const uploadFolders = ['events', 'partners', 'users', 'organizers', 'teams', 'site', 'simulator', 'private'] as const
export type UploadFolder = (typeof uploadFolders)[number]

/** Size in bytes, media type (by the extension of the name) and modification time of a stored file. */
export type FileStats = { size: number; type: string; modified: Date }

/** An entry in the list of a folder. */
export type StoredFile = { name: string; modified: Date }

/** A range of bytes with both ends included. Without `end` it ends at the last byte. */
export type ByteRange = { start: number; end?: number }

/** A file that is stored in parts. `partsId` is what `startParts` returned. */
export type PartedFile = { folder: UploadFolder; name: string; partsId: string }

/** One part of a file. `number` counts from 1. All parts but the last have `uploadPartBytes` bytes. */
export type FilePart = { number: number; size: number; source: AsyncIterable<Uint8Array> }

/** Uploaded files, on the disk under `DATA_DIR/files` or in S3. The server generates names and never reuses them. */
export type FileStore = {
  /** Stores a file completely or not at all, and replaces a file of that name. Throws when `name` contains other characters than letters, digits, `.`, `_` and `-`. */
  put: (folder: UploadFolder, name: string, bytes: Uint8Array, type: string) => Promise<void>
  /** Begins a file that is stored in parts and is not visible before `completeParts`. Returns its `partsId`. */
  startParts: (folder: UploadFolder, name: string, type: string) => Promise<string>
  /** Stores a part without holding it in memory, and replaces a part with that number. Returns a tag for `completeParts`. Throws when the source fails or has another size. */
  putPart: (file: PartedFile, part: FilePart) => Promise<string>
  /** Makes a file of its parts visible, given the tags of all parts in order. */
  completeParts: (file: PartedFile, tags: readonly string[]) => Promise<void>
  /** Removes all parts of a file that was not completed. */
  abortParts: (file: PartedFile) => Promise<void>
  /** Removes unfinished files that nothing has written to since a time, as after a crash. Returns how many it removed. */
  removeUnfinished: (before: Date) => Promise<number>
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
