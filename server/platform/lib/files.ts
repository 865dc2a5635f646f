import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { access, constants, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { uploadPartBytes } from '#contract/site/media.ts'
import type { Config } from '#server/config.ts'
import { createS3FileStore } from './files-s3.ts'
import { getMediaType, isValidFileName, streamWithAssertedSize } from './stored-files.ts'

const missingFileErrors = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'])

/**
 * Creates a file store in a local folder. A new file is written to a temporary file, synced and renamed, so
 * that no incomplete file is visible.
 */
const createLocalFileStore = (root: string): FileStore => {
  const temporaryFolder = join(root, 'unfinished')
  const getPath = (folder: UploadFolder, name: string) => join(root, folder, name)
  /** The file that grows with each part. */
  const getPartsPath = (name: string) => join(temporaryFolder, `${name}.parts`)
  const assertValidName = (name: string) => {
    if (!isValidFileName(name)) throw new TypeError(`Invalid name of a stored file: ${name}`)
  }

  const getStats = async (folder: UploadFolder, name: string): Promise<FileStats | null> => {
    if (!isValidFileName(name)) return null
    try {
      const found = await stat(getPath(folder, name))
      return found.isFile() ? { size: found.size, type: getMediaType(name), modified: found.mtime } : null
    } catch (error) {
      if (missingFileErrors.has((error as NodeJS.ErrnoException).code ?? '')) return null
      throw error
    }
  }

  const listNames = (path: string): Promise<string[]> =>
    readdir(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return []
      throw error
    })

  return {
    put: async (folder, name, bytes) => {
      assertValidName(name)
      await Promise.all([
        mkdir(join(root, folder), { recursive: true }),
        mkdir(temporaryFolder, { recursive: true }),
      ])
      const temporaryPath = join(temporaryFolder, `${randomUUID()}-${name}`.slice(0, 220))
      try {
        const file = await open(temporaryPath, 'wx', 0o640)
        try {
          await file.writeFile(bytes)
          await file.sync()
        } finally {
          await file.close()
        }
        await rename(temporaryPath, getPath(folder, name))
      } catch (error) {
        await rm(temporaryPath, { force: true })
        throw error
      }
    },
    startParts: async (_folder, name) => {
      assertValidName(name)
      await mkdir(temporaryFolder, { recursive: true })
      await writeFile(getPartsPath(name), '', { mode: 0o640 })
      return ''
    },
    putPart: async ({ name }, { number, size, source }) => {
      // a part is copied to its place when it is complete, so that a connection that breaks off leaves
      // nothing of it
      const partPath = `${getPartsPath(name)}-${randomUUID()}`
      // Opening the file first ensures that it exists when a failing source leads to its removal.
      const part = await open(partPath, 'wx', 0o640)
      try {
        await pipeline(streamWithAssertedSize(source, size), part.createWriteStream())
        const place = createWriteStream(getPartsPath(name), {
          flags: 'r+',
          start: (number - 1) * uploadPartBytes,
          flush: true,
        })
        await pipeline(createReadStream(partPath), place)
      } finally {
        await rm(partPath, { force: true })
      }
      return ''
    },
    completeParts: async ({ folder, name }) => {
      await mkdir(join(root, folder), { recursive: true })
      const file = await open(getPartsPath(name), 'r+')
      try {
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(getPartsPath(name), getPath(folder, name))
    },
    abortParts: async ({ name }) => {
      if (isValidFileName(name)) await rm(getPartsPath(name), { force: true })
    },
    removeUnfinished: async (before) => {
      let removed = 0
      for (const name of await listNames(temporaryFolder)) {
        const path = join(temporaryFolder, name)
        const modified = (await stat(path).catch(() => null))?.mtime
        if (!modified || modified >= before) continue
        await rm(path, { force: true })
        removed++
      }
      return removed
    },
    remove: async (folder, name) => {
      if (isValidFileName(name)) await rm(getPath(folder, name), { force: true })
    },
    stat: getStats,
    list: async function* (folder) {
      for (const name of await listNames(join(root, folder))) {
        const stats = await getStats(folder, name)
        if (stats) yield { name, modified: stats.modified }
      }
    },
    open: async (folder, name, range) => {
      const stats = await getStats(folder, name)
      return stats && { ...stats, stream: createReadStream(getPath(folder, name), range ?? {}) }
    },
    check: async () => {
      await mkdir(root, { recursive: true })
      await access(root, constants.W_OK)
    },
  }
}

/**
 * Folders of stored files. Those in `private` need a signed link; those in `simulator` and `prints` are served as
 * downloads. All others are public.
 */
export const uploadFolders = [
  'events',
  'partners',
  'users',
  'organizers',
  'teams',
  'site',
  'simulator',
  'private',
  'prints',
] as const
export type UploadFolder = (typeof uploadFolders)[number]

/** Size in bytes, media type (by the extension of the name) and modification time of a stored file. */
export type FileStats = { size: number; type: string; modified: Date }

/** An entry in the list of a folder. */
type StoredFile = { name: string; modified: Date }

/** A range of bytes with both ends included. Without `end` it ends at the last byte. */
export type ByteRange = { start: number; end?: number }

/** A file that is stored in parts. `partsId` is what `startParts` returned. */
export type PartedFile<Folder extends string = UploadFolder> = {
  folder: Folder
  name: string
  partsId: string
}

/** One part of a file. `number` counts from 1. All parts but the last have `uploadPartBytes` bytes. */
type FilePart = { number: number; size: number; source: AsyncIterable<Uint8Array> | Iterable<Uint8Array> }

/**
 * Uploaded files, on the disk under `DATA_DIR/files` or in S3. The server generates names and never reuses
 * them. A store of other files has other folders.
 */
export type FileStore<Folder extends string = UploadFolder> = {
  /**
   * Stores a file completely or not at all, and replaces a file of that name. Throws when `name` contains
   * other characters than letters, digits, `.`, `_` and `-`.
   */
  put: (folder: Folder, name: string, bytes: Uint8Array, type: string) => Promise<void>
  /**
   * Begins a file that is stored in parts and is not visible before `completeParts`. Returns its `partsId`.
   */
  startParts: (folder: Folder, name: string, type: string) => Promise<string>
  /**
   * Stores a part without holding it in memory, and replaces a part with that number. Returns a tag for
   * `completeParts`. Throws when the source fails or has another size.
   */
  putPart: (file: PartedFile<Folder>, part: FilePart) => Promise<string>
  /** Makes a file of its parts visible, given the tags of all parts in order. */
  completeParts: (file: PartedFile<Folder>, tags: readonly string[]) => Promise<void>
  /** Removes all parts of a file that was not completed. */
  abortParts: (file: PartedFile<Folder>) => Promise<void>
  /**
   * Removes unfinished files that nothing has written to since a time, as after a crash. Returns how many it
   * removed.
   */
  removeUnfinished: (before: Date) => Promise<number>
  /** Removes a file if it exists. */
  remove: (folder: Folder, name: string) => Promise<void>
  /** Returns null when the file does not exist. */
  stat: (folder: Folder, name: string) => Promise<FileStats | null>
  /** Lists the files of a folder in no particular order. A folder that does not exist has none. */
  list: (folder: Folder) => AsyncIterable<StoredFile>
  /** Returns null when the file does not exist. `range` must be within the size of the file (see `stat`). */
  open: (
    folder: Folder,
    name: string,
    range?: ByteRange,
  ) => Promise<(FileStats & { stream: Readable }) | null>
  /** Throws when files cannot be stored now: the folder is not writable, or the bucket cannot be reached. */
  check: () => Promise<void>
}

/** Returns the URL path of an uploaded file. */
export const getUploadUrlPath = (folder: UploadFolder, name: string): string =>
  `/public/uploads/${folder}/${name}`

/**
 * Creates the file store of an installation: in S3 if `STORAGE_URL` is set, else in the folder
 * `DATA_DIR/files`. It connects, or creates the folder, on first use.
 */
export const createFileStore = (config: Pick<Config, 'DATA_DIR' | 'STORAGE_URL'>): FileStore =>
  config.STORAGE_URL
    ? createS3FileStore(config.STORAGE_URL)
    : createLocalFileStore(`${config.DATA_DIR}/files`)
