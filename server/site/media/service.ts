import { v7 as randomUUIDv7 } from 'uuid'
import type { Upload } from '#contract/platform/crud.schema.ts'
import type { DownloadRequest } from '#contract/site/download-registrant.schema.ts'
import type { MediaState, SimulatorFile } from '#contract/site/media.schema.ts'
import { type MediaItem, maxVideoMegabytes, type SiteImage, type UploadTarget } from '#contract/site/media.ts'
import type { Config } from '#server/config.ts'
import type { Core } from '#server/deps.ts'
import { type Actor, writeAudit } from '#server/platform/audit/service.ts'
import type { Db } from '#server/platform/db/open.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import { type FileStore, getUploadUrlPath, type UploadFolder } from '#server/platform/lib/files.ts'
import { type ImageFormat, validateAndEncodeAsWebp } from '#server/platform/lib/images.ts'
import { isValidFileName } from '#server/platform/lib/stored-files.ts'
import {
  getAllSettingsOrThrow,
  replaceSettingsFilePathsWithAudit,
  type SiteFiles,
} from '#server/platform/settings/service.ts'
import {
  findCurrentSimulatorFileByStoredName,
  incrementSimulatorFileDownloads,
  insertSimulatorFile,
  listCurrentSimulatorFiles,
  markAndReturnSimulatorFileRemoved,
  type SimulatorFileRow,
  sumSimulatorDownloadsByPlatform,
  type UploadRow,
} from './queries.ts'

export type Platform = DownloadRequest['platform']
const platforms: Partial<Record<MediaItem, Platform>> = { simulatorWin: 'win', simulatorMac: 'mac' }
const siteFileNames = {
  storyVideo: 'video',
  storyPoster: 'poster',
  logo: 'logo',
  signature: 'signature',
  seal: 'seal',
} as const satisfies Partial<Record<MediaItem, keyof SiteFiles>>
const getSiteFileName = (item: MediaItem): keyof SiteFiles | undefined =>
  (siteFileNames as Partial<Record<MediaItem, keyof SiteFiles>>)[item]
const imageFormats = {
  storyPoster: 'poster',
  logo: 'logo',
  signature: 'logo',
  seal: 'logo',
} as const satisfies Record<SiteImage, ImageFormat>

const megabyte = 1024 * 1024
/** Returns the largest file of a kind in bytes. */
export const getMaxUploadBytes = (
  { MAX_UPLOAD_MB }: Pick<Config, 'MAX_UPLOAD_MB'>,
  target: UploadTarget,
): number => (target === 'storyVideo' ? Math.min(maxVideoMegabytes, MAX_UPLOAD_MB) : MAX_UPLOAD_MB) * megabyte

/** Returns the folder of the files of a kind. */
export const getUploadFolder = (target: UploadTarget): UploadFolder =>
  target === 'storyVideo' ? 'site' : 'simulator'

/** Returns the URL path of a file of the simulator. */
export const getSimulatorUrlPath = (storedName: string): string =>
  `/downloads/${encodeURIComponent(storedName)}`

const toSimulatorFile = (row: SimulatorFileRow, allDownloads: number): SimulatorFile => ({
  id: row.id,
  fileName: row.fileName,
  version: row.version,
  size: row.size,
  sha256: row.sha256,
  url: getSimulatorUrlPath(row.storedName),
  downloads: row.downloads,
  allDownloads,
  uploadedAt: row.uploadedAt.toISOString(),
})

/** Returns the current uploaded file of the simulator for each system. */
export const mapCurrentSimulatorFilesByPlatform = async (
  db: Db,
): Promise<Partial<Record<Platform, SimulatorFileRow>>> =>
  Object.fromEntries((await listCurrentSimulatorFiles(db)).map((row) => [row.platform, row]))

/** Finds the current uploaded file of the simulator with this name in the file store. */
export const findCurrentSimulatorFileByName = async (
  db: Db,
  storedName: string,
): Promise<SimulatorFileRow | undefined> =>
  isValidFileName(storedName) ? findCurrentSimulatorFileByStoredName(db, storedName) : undefined

/** Counts one download of a file of the simulator. */
export const incrementSimulatorDownloads = (db: Db, id: string): Promise<void> =>
  incrementSimulatorFileDownloads(db, id)

/** A file that is no longer used. */
type ReplacedFile = { folder: UploadFolder; name: string } | null

const siteFolderPath = getUploadUrlPath('site', '')
const toReplacedSiteFile = (path: string | null): ReplacedFile =>
  path?.startsWith(siteFolderPath) ? { folder: 'site', name: path.slice(siteFolderPath.length) } : null

/** Returns the values that the audit log stores of a file of the simulator. */
const toAuditValues = (row: SimulatorFileRow) => ({
  name: row.fileName,
  platform: row.platform,
  version: row.version,
  size: row.size,
  sha256: row.sha256,
  downloads: row.downloads,
})

/**
 * Removes a file that was replaced. The write succeeded even if the file cannot be removed: the daily job
 * removes it later.
 */
const removeReplaced = async (files: FileStore, replaced: ReplacedFile) => {
  if (replaced) await files.remove(replaced.folder, replaced.name).catch(() => {})
}

/**
 * Creates the service of the site's media: promo video, its poster, the logo, and the files of the simulator.
 */
export const createMediaService = ({ config, database, files, invalidator }: Core) => {
  const read = async (): Promise<MediaState> => {
    const [{ story, brand, certificateSigner }, current, downloads] = await Promise.all([
      getAllSettingsOrThrow(database.db, config.SITE_NAME),
      mapCurrentSimulatorFilesByPlatform(database.db),
      sumSimulatorDownloadsByPlatform(database.db),
    ])
    const toFile = (platform: Platform) => {
      const row = current[platform]
      return row ? toSimulatorFile(row, downloads[platform] ?? 0) : null
    }
    const maxBytes = (target: UploadTarget) => getMaxUploadBytes(config, target)
    return {
      story: { video: story.video, poster: story.poster },
      logo: brand.logo,
      signature: certificateSigner.signature,
      seal: certificateSigner.seal,
      simulator: { win: toFile('win'), mac: toFile('mac') },
      maxBytes: {
        storyVideo: maxBytes('storyVideo'),
        simulatorWin: maxBytes('simulatorWin'),
        simulatorMac: maxBytes('simulatorMac'),
      },
    }
  }

  const setSiteFile = async (
    tx: Db,
    name: keyof SiteFiles,
    path: string | null,
    actor: Actor,
  ): Promise<ReplacedFile> =>
    toReplacedSiteFile(
      (await replaceSettingsFilePathsWithAudit(tx, config.SITE_NAME, { [name]: path }, actor))[name],
    )

  const replaceSimulatorFile = async (
    tx: Db,
    platform: Platform,
    upload: UploadRow,
    sha256: string,
    actor: Actor,
  ): Promise<ReplacedFile> => {
    const before = await markAndReturnSimulatorFileRemoved(tx, platform)
    const { id, storedName, fileName, version, size } = upload
    const after = await insertSimulatorFile(tx, { id, platform, storedName, fileName, version, size, sha256 })
    await writeAudit(tx, {
      actor,
      action: before ? 'update' : 'create',
      entity: 'simulator-file',
      entityId: after.id,
      ...(before ? { before: toAuditValues(before) } : {}),
      after: toAuditValues(after),
    })
    return before ? { folder: 'simulator', name: before.storedName } : null
  }

  const invalidate = (item: MediaItem) =>
    invalidator.invalidate(getSiteFileName(item) ? 'settings' : 'simulator')

  return {
    read,

    /**
     * Makes a stored file the current one of its kind. Call `finishReplacing` with the result after the
     * transaction is committed.
     */
    publishUpload: (tx: Db, upload: UploadRow, sha256: string, actor: Actor): Promise<ReplacedFile> => {
      const platform = platforms[upload.target]
      return platform
        ? replaceSimulatorFile(tx, platform, upload, sha256, actor)
        : setSiteFile(tx, 'video', getUploadUrlPath('site', upload.storedName), actor)
    },

    /** Invalidates the cached replies that show the old file of a kind, and deletes that file. */
    finishReplacing: async (item: MediaItem, replaced: ReplacedFile): Promise<void> => {
      await invalidate(item)
      await removeReplaced(files, replaced)
    },

    /** Replaces an image of the site. Throws the errors of `validateAndEncodeAsWebp`. */
    saveImage: async (item: SiteImage, upload: Upload, actor: Actor): Promise<MediaState> => {
      const image = await validateAndEncodeAsWebp(upload, 'image', imageFormats[item])
      const name = `${randomUUIDv7()}.${image.extension}`
      let replaced: ReplacedFile
      try {
        await files.put('site', name, image.bytes, image.type)
        replaced = await inTransaction(database.db, (tx) =>
          setSiteFile(tx, siteFileNames[item], getUploadUrlPath('site', name), actor),
        )
      } catch (error) {
        await files.remove('site', name).catch(() => {})
        throw error
      }
      await invalidate(item)
      await removeReplaced(files, replaced)
      return read()
    },

    /** Removes the current file of a kind. Throws `not-found` when there is none. */
    remove: async (item: MediaItem, actor: Actor): Promise<MediaState> => {
      const replaced = await inTransaction(database.db, async (tx): Promise<ReplacedFile> => {
        const [platform, field] = [platforms[item], getSiteFileName(item)]
        if (field) {
          const before = await replaceSettingsFilePathsWithAudit(
            tx,
            config.SITE_NAME,
            { [field]: null },
            actor,
          )
          if (before[field] === null) throw new AppError('not-found')
          return toReplacedSiteFile(before[field])
        }
        const before = platform && (await markAndReturnSimulatorFileRemoved(tx, platform))
        if (!before) throw new AppError('not-found')
        await writeAudit(tx, {
          actor,
          action: 'delete',
          entity: 'simulator-file',
          entityId: before.id,
          before: toAuditValues(before),
        })
        return { folder: 'simulator', name: before.storedName }
      })
      await invalidate(item)
      await removeReplaced(files, replaced)
      return read()
    },
  }
}
export type MediaService = ReturnType<typeof createMediaService>
