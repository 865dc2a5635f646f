import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { getMediaType, isValidFileName } from './file-names.ts'
import type { FileStats, FileStore, UploadFolder } from './files.ts'

const missingFileErrors = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'])

/** Files in a folder of this machine. A new file is written aside, forced to the disk and renamed, so that its name never shows half of it. */
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
      if (!isValidFileName(name)) throw new TypeError(`Not a name for a stored file: ${name}`)
      const aside = join(root, 'unfinished')
      await Promise.all([mkdir(join(root, folder), { recursive: true }), mkdir(aside, { recursive: true })])
      const temporaryPath = join(aside, `${randomUUID()}-${name}`.slice(0, 220))
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
        const facts = await getStats(folder, name)
        if (facts) yield { name, modified: facts.modified }
      }
    },
    open: async (folder, name, range) => {
      const facts = await getStats(folder, name)
      return facts && { ...facts, stream: createReadStream(getPath(folder, name), range ?? {}) }
    },
  }
}
