import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { access, constants, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { uploadPartBytes } from '#contract/media.ts'
import { getMediaType, isValidFileName } from './file-names.ts'
import { assertSourceSize } from './file-parts.ts'
import type { FileStats, FileStore, UploadFolder } from './files.ts'

const missingFileErrors = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'])

/** Creates a file store in a local folder. A new file is written to a temporary file, synced and renamed, so that no incomplete file is visible. */
export const createLocalFileStore = (root: string): FileStore => {
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
    startParts: async (_folder, name) => {
      assertValidName(name)
      await mkdir(temporaryFolder, { recursive: true })
      await writeFile(getPartsPath(name), '', { mode: 0o640 })
      return ''
    },
    putPart: async ({ name }, { number, size, source }) => {
      // a part is copied to its place when it is complete, so that a connection that breaks off leaves nothing of it
      const partPath = `${getPartsPath(name)}-${randomUUID()}`
      // Opening the file first ensures that it exists when a failing source leads to its removal.
      const part = await open(partPath, 'wx', 0o640)
      try {
        await pipeline(assertSourceSize(source, size), part.createWriteStream())
        const place = createWriteStream(getPartsPath(name), { flags: 'r+', start: (number - 1) * uploadPartBytes, flush: true })
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
