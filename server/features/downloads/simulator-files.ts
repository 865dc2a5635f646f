import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { DownloadRequest } from '#contract/registrant.ts'
import { getMediaType } from '#server/lib/file-names.ts'
import type { ByteRange } from '#server/lib/files.ts'

const endings: Record<DownloadRequest['platform'], string> = { win: '.exe', mac: '.dmg' }

/** The simulator's files that an operator has put into `DATA_DIR/downloads`: `*.exe` for Windows, `*.dmg` for Mac. Nothing else there is ever shown. */
export const simulatorFiles = (dataDir: string) => {
  const folder = join(dataDir, 'downloads')
  const names = async (): Promise<string[]> => {
    try {
      const entries = await readdir(folder, { withFileTypes: true })
      const allowed = Object.values(endings)
      return entries
        .filter((entry) => !entry.isDirectory() && allowed.some((ending) => entry.name.toLowerCase().endsWith(ending)))
        .map(({ name }) => name)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
      throw error
    }
  }
  const factsOf = async (name: string) => {
    // only a name of the list is ever looked up, so no name leads out of the folder
    if (!(await names()).includes(name)) return null
    const found = await stat(join(folder, name))
    return found.isFile() ? { size: found.size, type: getMediaType(name), modified: found.mtime } : null
  }
  return {
    /** The newest file for a system. */
    newest: async (platform: DownloadRequest['platform']): Promise<string | undefined> => {
      const fitting = (await names()).filter((name) => name.toLowerCase().endsWith(endings[platform]))
      const known = await Promise.all(fitting.map(async (name) => ({ name, facts: await factsOf(name) })))
      return known
        .filter(({ facts }) => facts !== null && facts.size > 0)
        .sort((one, other) => Number(other.facts?.modified) - Number(one.facts?.modified) || one.name.localeCompare(other.name))[0]?.name
    },
    file: (name: string) => ({
      name,
      stat: () => factsOf(name),
      open: async (range?: ByteRange) => ((await factsOf(name)) ? { stream: createReadStream(join(folder, name), range ?? {}) } : null),
    }),
  }
}
export type SimulatorFiles = ReturnType<typeof simulatorFiles>
