import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { DownloadRequest } from '#contract/download-registrant.ts'
import { getMediaType } from '#server/lib/file-names.ts'
import type { ByteRange } from '#server/lib/files.ts'

const extensions: Record<DownloadRequest['platform'], string> = { win: '.exe', mac: '.dmg' }

/** Creates the reader of the files that the operator puts into `DATA_DIR/downloads`: `*.exe` for Windows, `*.dmg` for Mac. Other files are never served. */
export const createSimulatorFileReader = (dataDir: string) => {
  const folder = join(dataDir, 'downloads')
  const listNames = async (): Promise<string[]> => {
    try {
      const entries = await readdir(folder, { withFileTypes: true })
      const allowed = Object.values(extensions)
      return entries
        .filter((entry) => !entry.isDirectory() && allowed.some((extension) => entry.name.toLowerCase().endsWith(extension)))
        .map(({ name }) => name)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
      throw error
    }
  }
  const findMetadata = async (name: string) => {
    // only listed names are accepted, so no name leads out of the folder
    if (!(await listNames()).includes(name)) return null
    const stats = await stat(join(folder, name))
    return stats.isFile() ? { size: stats.size, type: getMediaType(name), modified: stats.mtime } : null
  }
  return {
    /** Returns the name of the newest file for a system. */
    findNewest: async (platform: DownloadRequest['platform']): Promise<string | undefined> => {
      const matching = (await listNames()).filter((name) => name.toLowerCase().endsWith(extensions[platform]))
      const candidates = await Promise.all(matching.map(async (name) => ({ name, metadata: await findMetadata(name) })))
      return candidates
        .filter(({ metadata }) => metadata !== null && metadata.size > 0)
        .sort((one, other) => Number(other.metadata?.modified) - Number(one.metadata?.modified) || one.name.localeCompare(other.name))[0]
        ?.name
    },
    /** Returns a file for `sendFile`. */
    open: (name: string) => ({
      name,
      stat: () => findMetadata(name),
      open: async (range?: ByteRange) =>
        (await findMetadata(name)) ? { stream: createReadStream(join(folder, name), range ?? {}) } : null,
    }),
  }
}
