import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type {
  DownloadRequest,
  SimulatorDownload,
  SimulatorDownloads,
} from '#contract/site/download-registrant.schema.ts'
import { downloadPlatforms } from '#contract/site/download-registrant.ts'
import type { Core } from '#server/deps.ts'
import type { ByteRange } from '#server/platform/lib/files.ts'
import { getMediaType } from '#server/platform/lib/stored-files.ts'
import { getAllSettingsOrThrow } from '#server/platform/settings/service.ts'
import { getSimulatorUrlPath, mapCurrentSimulatorFilesByPlatform, type Platform } from '../media/service.ts'

const extensions: Record<DownloadRequest['platform'], string> = { win: '.exe', mac: '.dmg' }

/**
 * Creates the reader of the files that the operator puts into `DATA_DIR/downloads`: `*.exe` for Windows,
 * `*.dmg` for Mac. Other files are never served.
 */
const createSimulatorFileReader = (dataDir: string) => {
  const folder = join(dataDir, 'downloads')
  const listNames = async (): Promise<string[]> => {
    try {
      const entries = await readdir(folder, { withFileTypes: true })
      const allowed = Object.values(extensions)
      return entries
        .filter(
          (entry) =>
            !entry.isDirectory() && allowed.some((extension) => entry.name.toLowerCase().endsWith(extension)),
        )
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
      const candidates = await Promise.all(
        matching.map(async (name) => ({ name, metadata: await findMetadata(name) })),
      )
      return candidates
        .filter(({ metadata }) => metadata !== null && metadata.size > 0)
        .sort(
          (one, other) =>
            Number(other.metadata?.modified) - Number(one.metadata?.modified) ||
            one.name.localeCompare(other.name),
        )[0]?.name
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

type Download = { url: string; file: SimulatorDownload }
const unknownFile: SimulatorDownload = { version: null, size: null, sha256: null }

/**
 * Creates the service that finds the simulator for each system: the uploaded file, else the link of the
 * settings, else the newest file in the server's folder, else the file of the demo content.
 */
export const createSimulatorFileFinder = ({ config, database }: Core) => {
  const folderFiles = createSimulatorFileReader(config.DATA_DIR)

  /** Finds the simulator for each system. It is undefined while the download is switched off. */
  const findDownloads = async (): Promise<Record<Platform, Download | null> | undefined> => {
    const { simulator, features } = await getAllSettingsOrThrow(database.db, config.SITE_NAME)
    if (!features.simulator) return undefined
    const uploaded = await mapCurrentSimulatorFilesByPlatform(database.db)
    const findDownload = async (platform: Platform): Promise<Download | null> => {
      const row = uploaded[platform]
      const uploadedFile = row && {
        url: getSimulatorUrlPath(row.storedName),
        file: { version: row.version, size: row.size, sha256: row.sha256 },
      }
      if (uploadedFile && !row.demo) return uploadedFile
      const link = simulator[platform]
      if (link) return { url: link, file: { ...unknownFile, version: simulator.version || null } }
      const name = await folderFiles.findNewest(platform)
      if (name)
        return {
          url: getSimulatorUrlPath(name),
          file: { ...unknownFile, version: simulator.version || null },
        }
      return uploadedFile ?? null
    }
    const [win, mac] = await Promise.all(downloadPlatforms.map(findDownload))
    return { win: win ?? null, mac: mac ?? null }
  }

  return {
    findDownloads,
    openFolderFile: folderFiles.open,
    /** Returns what visitors see of the simulator for each system. */
    listFiles: async (): Promise<SimulatorDownloads> => {
      const downloads = await findDownloads()
      return { win: downloads?.win?.file ?? null, mac: downloads?.mac?.file ?? null }
    },
  }
}
export type SimulatorService = ReturnType<typeof createSimulatorFileFinder>
