import { createReadStream, createWriteStream } from 'node:fs'
import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { uploadPartBytes } from '#contract/site/media.ts'
import { StartError } from '#server/platform/db/errors.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import type { FileStore } from '#server/platform/lib/files.ts'
import { createS3FileStore } from '#server/platform/lib/files-s3.ts'

/** A backup that can be read, with its name in messages. */
export type BackupSource = { name: string; open: () => Promise<AsyncIterable<Buffer>> }

/**
 * Stores a backup under a name, completely or not at all. Throws a `StartError` when the place cannot be
 * written.
 */
type WriteBackupFile = (name: string, bytes: AsyncIterable<Buffer>) => Promise<void>

/** A folder or a bucket with backups. */
type BackupPlace = {
  getSource: (name: string) => BackupSource
  write: WriteBackupFile
  /** Lists the names of the files that may be backups. */
  list: () => Promise<string[]>
  remove: (name: string) => Promise<void>
  /** Removes what a killed process left more than a day ago. */
  removeUnfinished: () => Promise<void>
}

const targetProblems: Record<string, string> = {
  ENOENT: 'the folder does not exist',
  ENOTDIR: 'the folder does not exist',
  EISDIR: 'it is a folder',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  EFBIG: 'the file would be too large for the file system',
}

/** Converts the errors of writing the file `path` to a `StartError` with one sentence. */
const toBackupError = (path: string, error: unknown) => {
  const { code = '', syscall, path: failedPath } = error as NodeJS.ErrnoException
  const problem = targetProblems[code]
  // errors of a write have no path; those of reading an uploaded file have another one
  const isOfTarget = failedPath?.startsWith(path) || (failedPath === undefined && syscall === 'write')
  return problem && isOfTarget
    ? new StartError(`The backup ${path} cannot be written: ${problem}.`, { cause: error })
    : error
}

const unfinishedEnding = '.part'

/**
 * Writes a file that only its owner can read. The name ends in `.part` until the file is complete and on the
 * disk.
 */
const writeLocalFile = async (path: string, bytes: AsyncIterable<Buffer>): Promise<void> => {
  // the rename would notice it only after everything is written
  if ((await stat(path).catch(() => undefined))?.isDirectory())
    throw new StartError(`The backup ${path} cannot be written: ${targetProblems.EISDIR}.`)
  const part = `${path}${unfinishedEnding}`
  try {
    await pipeline(bytes, createWriteStream(part, { mode: 0o600, flush: true }))
    await rename(part, path)
    const folder = await open(dirname(path), 'r')
    await folder.sync().finally(() => folder.close())
  } catch (error) {
    // without its folder, there is no unfinished file to remove
    await rm(part, { force: true }).catch(() => {})
    throw toBackupError(path, error)
  }
}

const createFolderPlace = (folder: string): BackupPlace => ({
  getSource: (name) => ({ name: join(folder, name), open: async () => createReadStream(join(folder, name)) }),
  write: (name, bytes) => writeLocalFile(join(folder, name), bytes),
  list: () => readdir(folder),
  remove: (name) => rm(join(folder, name), { force: true }),
  removeUnfinished: async () => {
    const dayAgo = Date.now() - 24 * 3600 * 1000
    for (const name of await readdir(folder)) {
      if (!name.endsWith(unfinishedEnding) || !isBackupName(name.slice(0, -unfinishedEnding.length))) continue
      const path = join(folder, name)
      if ((await stat(path)).mtimeMs < dayAgo) await rm(path, { force: true })
    }
  },
})

/** Returns the folder and the name of a file that the operator named. */
export const toBackupFolderAndName = (path: string): { place: BackupPlace; name: string } => ({
  place: createFolderPlace(dirname(path)),
  name: basename(path),
})

const bucketFolder = 'backups'

/** Uploads a stream of unknown length in parts, and holds one part in memory. */
const storeStream = async (
  files: FileStore<typeof bucketFolder>,
  name: string,
  bytes: AsyncIterable<Buffer>,
): Promise<void> => {
  const file = {
    folder: bucketFolder,
    name,
    partsId: await files.startParts(bucketFolder, name, 'application/octet-stream'),
  } as const
  try {
    const tags: string[] = []
    let pieces: Buffer[] = []
    let length = 0
    const flush = async (size: number) => {
      const all = Buffer.concat(pieces, length)
      tags.push(await files.putPart(file, { number: tags.length + 1, size, source: [all.subarray(0, size)] }))
      pieces = [all.subarray(size)]
      length -= size
    }
    for await (const piece of bytes) {
      pieces.push(piece)
      length += piece.length
      if (length >= uploadPartBytes) await flush(uploadPartBytes)
    }
    if (length > 0 || tags.length === 0) await flush(length)
    await files.completeParts(file, tags)
  } catch (error) {
    // the first error says more
    await files.abortParts(file).catch(() => {})
    throw error
  }
}

const createBucketPlace = (url: string): BackupPlace => {
  const files = createS3FileStore<typeof bucketFolder>(url)
  return {
    getSource: (name) => ({
      name,
      open: async () => {
        const found = await files.open(bucketFolder, name)
        if (!found)
          throw new StartError(`The file ${name} cannot be restored: there is no such file in the bucket.`)
        return found.stream
      },
    }),
    write: (name, bytes) =>
      storeStream(files, name, bytes).catch((error: unknown) => {
        const cause = error instanceof AppError ? error.cause : error
        // the client of S3 gives its errors this property
        if (!(cause instanceof Error && '$metadata' in cause)) throw error
        throw new StartError(`The backup ${name} cannot be stored in the bucket: ${cause.name}.`, { cause })
      }),
    list: async () => {
      const names: string[] = []
      for await (const { name } of files.list(bucketFolder)) names.push(name)
      return names
    },
    remove: (name) => files.remove(bucketFolder, name),
    // a lifecycle rule of the bucket does it
    removeUnfinished: async () => {},
  }
}

/** Opens the place of `BACKUP_URL`. */
export const createBackupPlace = (url: string): BackupPlace =>
  url.startsWith('s3://') ? createBucketPlace(url) : createFolderPlace(url)

const backupName = /^botola-\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z-[0-9a-f]{8}\.backup$/
/** Returns true for the names that `buildBackupName` makes. */
export const isBackupName = (name: string): boolean => backupName.test(name)
/**
 * Builds the name of a new file in a place. Two installations that share a place have different ones by
 * `random`, eight hexadecimal digits.
 */
export const buildBackupName = (at: Date, random: string): string =>
  `botola-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z-${random}.backup`
