import { existsSync, mkdirSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { findSqlStateOrSystemCode, StartError } from '#server/platform/db/errors.ts'

/** Errors of the system for a folder that this process cannot create or use. */
const folderErrors = new Set([
  'EACCES',
  'EPERM',
  'EROFS',
  'ENOTDIR',
  'EEXIST',
  'ENOENT',
  'ELOOP',
  'ENAMETOOLONG',
  'ENOSPC',
  'EDQUOT',
])

/**
 * Converts an error of the system about the data folder to a `StartError` that names `DATA_DIR`. Returns
 * other errors unchanged.
 */
export const toDataFolderErrorOrUnchanged = (dataDir: string, error: unknown): unknown => {
  const { code, path } = error as NodeJS.ErrnoException
  if (!code || !folderErrors.has(code)) return error
  return new StartError(
    `The data folder cannot be used (${code} at ${path ?? dataDir}): make it writable, or set DATA_DIR to another one.`,
    {
      cause: error,
    },
  )
}

/**
 * Creates a folder and those above it. Below `/proc`, where a new folder is not found, Node's own recursive
 * call never ends.
 */
const createFolders = (folder: string) => {
  if (existsSync(folder)) return
  createFolders(dirname(folder))
  try {
    mkdirSync(folder)
  } catch (error) {
    // another process created it at the same time
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** Creates `DATA_DIR` if it does not exist. Throws a `StartError` when that fails. */
export const ensureDataFolder = (dataDir: string): void => {
  try {
    createFolders(dataDir)
  } catch (error) {
    throw toDataFolderErrorOrUnchanged(dataDir, error)
  }
}

/** The folder of files that no reply or record needs when their work has ended, with a folder for each process. */
export const getTemporaryFolder = (dataDir: string): string => join(dataDir, 'temporary-uploads')
/** Returns the part of a temporary folder that is emptied when this process ends, or when a later one finds it. */
export const getTemporaryFolderOfProcess = (temporaryFolder: string): string =>
  join(temporaryFolder, `${hostname()}-${process.pid}`)

/**
 * Bytes without which nothing more can be stored reliably: the embedded database takes up its log in files of
 * this size.
 */
const minFreeDiskBytes = 16 * 1024 * 1024

/** Free and total bytes of a file system; `isFull` means that this process is not ready to store anything. */
type DiskSpace = { free: number; total: number; isFull: boolean }

/**
 * Reads the space of the file systems of the data folder: of the embedded database, if there is one, and of
 * the uploads. When they have different ones, the one with the least free space counts. With a bucket,
 * `DATA_DIR` still has the files of forms until their request is answered.
 */
export const readLowestDiskSpace = async (dataDir: string): Promise<DiskSpace> => {
  const folders = [dataDir, join(dataDir, 'pg'), join(dataDir, 'files')].filter((folder) =>
    existsSync(folder),
  )
  const spaces = await Promise.all(
    folders.map(async (folder) => {
      const { bavail, blocks, bsize } = await statfs(folder)
      return { free: bavail * bsize, total: blocks * bsize, isFull: bavail * bsize < minFreeDiskBytes }
    }),
  )
  const [least] = spaces.toSorted((a, b) => a.free - b.free)
  if (!least) throw new StartError(`The data folder ${dataDir} does not exist.`)
  return least
}

/** SQLSTATE and codes of the system for a disk without space. */
const diskFullCodes = ['53100', 'ENOSPC', 'EDQUOT']

/**
 * Converts an error to a `StartError` that names the full disk of `DATA_DIR`, if the disk is full. Returns other
 * errors unchanged.
 */
export const wrapErrorIfDiskIsFull = async (dataDir: string, error: unknown): Promise<unknown> => {
  if (error instanceof StartError) return error
  const isFull =
    diskFullCodes.includes(findSqlStateOrSystemCode(error) ?? '') ||
    (await readLowestDiskSpace(dataDir)).isFull
  if (!isFull) return error
  return new StartError(
    `The disk of the data folder ${dataDir} is full: free some space, or set DATA_DIR to a folder on a larger disk.`,
    { cause: error },
  )
}
