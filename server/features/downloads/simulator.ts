import { downloadPlatforms, type SimulatorDownload, type SimulatorDownloads } from '#contract/download-registrant.ts'
import type { Core } from '#server/deps.ts'
import { findCurrentSimulatorFilesByPlatform, getSimulatorUrlPath, type Platform } from '#server/features/media/service.ts'
import { requireSiteSettings } from '#server/features/settings/service.ts'
import { createSimulatorFileReader } from './simulator-files.ts'

type Download = { url: string; file: SimulatorDownload }
const unknownFile: SimulatorDownload = { version: null, size: null, sha256: null }

/** Creates the service that finds the simulator for each system: the uploaded file, else the link of the settings, else the newest file in the server's folder, else the file of the demo content. */
export const createSimulatorService = ({ config, database }: Pick<Core, 'config' | 'database'>) => {
  const folderFiles = createSimulatorFileReader(config.DATA_DIR)

  /** Finds the simulator for each system. It is undefined while the download is switched off. */
  const findDownloads = async (): Promise<Record<Platform, Download | null> | undefined> => {
    const { simulator, features } = await requireSiteSettings(database.db, config.SITE_NAME)
    if (!features.simulator) return undefined
    const uploaded = await findCurrentSimulatorFilesByPlatform(database.db)
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
      if (name) return { url: getSimulatorUrlPath(name), file: { ...unknownFile, version: simulator.version || null } }
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
export type SimulatorService = ReturnType<typeof createSimulatorService>
