import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access, constants, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { getMediaType, isValidFileName } from './file-names.ts'
import type { FileStats, FileStore, UploadFolder } from './files.ts'

const missingFileErrors = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'])

/** Creates a file store in a local folder. A new file is written to a temporary file, synced and renamed, so that no incomplete file is visible. */
export const createLocalFileStore = (root: string): FileStore => {
  const getPath = (folder: UploadFolder, name: string) => join(root, folder, name)

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

  return {
    put: async (folder, name, bytes) => {
      if (!isValidFileName(name)) throw new TypeError(`Invalid name of a stored file: ${name}`)
      const temporaryFolder = join(root, 'unfinished')
      await Promise.all([mkdir(join(root, folder), { recursive: true }), mkdir(temporaryFolder, { recursive: true })])
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
    remove: async (folder, name) => {
      if (isValidFileName(name)) await rm(getPath(folder, name), { force: true })
    },
    stat: getStats,
    list: async function* (folder) {
      const names = await readdir(join(root, folder)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return []
        throw error
      })
      for (const name of names) {
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
