import type { Readable } from 'node:stream'
import type { Config } from '#server/config.ts'

/** Folders of uploaded files; what is in them may be seen by everybody, except `private`. */
export type Folder = 'events' | 'partners' | 'users' | 'organizers' | 'teams' | 'site' | 'private'

/** Uploaded files, on the disk under `DATA_DIR/files` or in S3. Names are made by the server and never used twice. */
export type FileStore = {
  /** Stores whole or not at all. */
  put: (folder: Folder, name: string, bytes: Uint8Array, type: string) => Promise<void>
  /** Forgets a file; one that is not there is no error. */
  remove: (folder: Folder, name: string) => Promise<void>
  /** Null where there is no such file. `range` counts bytes, both ends included. */
  open: (
    folder: Folder,
    name: string,
    range?: { start: number; end?: number },
  ) => Promise<{ size: number; type: string; modified: Date; stream: Readable } | null>
}

/** Where a browser finds an uploaded file. */
export const publicPath = (folder: Folder, name: string): string => `/public/uploads/${folder}/${name}`

export declare const openFiles: (config: Config) => FileStore
