import { createHash } from 'node:crypto'
import { v7 as randomUUIDv7 } from 'uuid'
import { msPerDay } from '#contract/platform/time.ts'
import type { MediaState, ResumableUpload } from '#contract/site/media.schema.ts'
import { type UploadTarget, uploadExtensions, uploadPartBytes } from '#contract/site/media.ts'
import {
  getExtensionOfFileName,
  hasSignatureOfExtension,
  mediaSignatureBytes,
} from '#contract/site/media-format.ts'
import type { Core } from '#server/deps.ts'
import type { Actor } from '#server/platform/audit/service.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import type { ByteRange, FileStore, PartedFile, UploadFolder } from '#server/platform/lib/files.ts'
import { getMediaType } from '#server/platform/lib/stored-files.ts'
import {
  changeUploadStateIfComplete,
  deleteAndReturnUpload,
  deleteAndReturnUploadsUnchangedSince,
  findUploadById,
  insertUpload,
  recordUploadPartIfReceivingAtOffset,
  type UploadRow,
  updateUploadPartsId,
} from './queries.ts'
import { getMaxUploadBytes, getUploadFolder, type MediaService } from './service.ts'

/**
 * Reads a stored file from its beginning to its end. Returns its SHA-256 checksum, or null when its first and
 * last bytes do not fit `extension`.
 */
export const hashFileIfTypeMatches = async (
  files: FileStore,
  { folder, name, size, extension }: { folder: UploadFolder; name: string; size: number; extension: string },
): Promise<{ sha256: string } | null> => {
  const open = async (range?: ByteRange): Promise<AsyncIterable<Uint8Array>> => {
    const file = await files.open(folder, name, range)
    if (!file) throw new Error('A stored file is missing')
    return file.stream
  }
  const readBytes = async (range: ByteRange): Promise<Uint8Array> => {
    const pieces: Uint8Array[] = []
    for await (const piece of await open(range)) pieces.push(piece)
    return Buffer.concat(pieces)
  }
  const head = await readBytes({ start: 0, end: Math.min(mediaSignatureBytes.head, size) - 1 })
  const tail = await readBytes({ start: Math.max(0, size - mediaSignatureBytes.tail), end: size - 1 })
  if (!hasSignatureOfExtension(extension, head, tail)) return null
  const hash = createHash('sha256')
  for await (const piece of await open()) hash.update(piece)
  return { sha256: hash.digest('hex') }
}

type StartUploadRequest = { target: UploadTarget; fileName: string; size: number; version: string }

const createWrongFileError = (target: UploadTarget) =>
  new AppError('bad-file', [
    { field: 'file', code: 'bad-file', values: { limit: uploadExtensions[target].join(', ') } },
  ])

const toResumableUpload = ({ id, received }: UploadRow): ResumableUpload => ({
  id,
  received,
  partBytes: uploadPartBytes,
})
const toPartedFile = ({ target, storedName, partsId }: UploadRow): PartedFile => ({
  folder: getUploadFolder(target),
  name: storedName,
  partsId: partsId ?? '',
})

/** Removes characters from a file name that not every system allows in one. */
const sanitizeFileName = (name: string) =>
  name
    .replace(/^.*[\\/]/, '')
    .replace(/[^\w. -]+/g, '_')
    .replace(/^[. ]+/, '')

/**
 * Creates the service of uploads in parts. An upload has an id; its parts arrive in order and are stored as
 * they arrive, so that an upload continues after a lost connection, in any process. The file is checked when
 * it is complete, and only then replaces the previous file.
 */
export const createUploadService = (
  { config, database, files }: Core,
  media: Pick<MediaService, 'read' | 'publishUpload' | 'finishReplacing'>,
) => {
  const { db } = database
  const getUpload = async (id: string): Promise<UploadRow> => {
    const row = await findUploadById(db, id)
    if (!row) throw new AppError('not-found')
    return row
  }

  /** Removes everything that the file store has of an upload whose row is deleted. */
  const removeStored = async (row: UploadRow) => {
    const file = toPartedFile(row)
    const results = await Promise.allSettled([
      row.partsId === null ? undefined : files.abortParts(file),
      files.remove(file.folder, file.name),
    ])
    for (const result of results) if (result.status === 'rejected') throw result.reason
  }

  /**
   * Moves the complete file from its parts to its folder, unless an earlier attempt has already done so, and
   * checks its content. Throws `bad-file`.
   */
  const completeFile = async (row: UploadRow): Promise<string> => {
    const file = toPartedFile(row)
    if ((await files.stat(file.folder, file.name))?.size !== row.size)
      await files.completeParts(file, row.partTags)
    const inspected = await hashFileIfTypeMatches(files, {
      ...file,
      size: row.size,
      extension: getExtensionOfFileName(row.storedName),
    })
    if (!inspected) throw createWrongFileError(row.target)
    return inspected.sha256
  }

  return {
    /**
     * Begins an upload. Throws `bad-file` for another file name extension, `file-too-large`, and `bad-input`
     * for a simulator without a version.
     */
    start: async ({ target, fileName, size, version }: StartUploadRequest): Promise<ResumableUpload> => {
      const extension = getExtensionOfFileName(fileName)
      if (!uploadExtensions[target].includes(extension)) throw createWrongFileError(target)
      const maxBytes = getMaxUploadBytes(config, target)
      if (size > maxBytes)
        throw new AppError('file-too-large', [
          { field: 'file', code: 'too-large', values: { limit: `${Math.floor(maxBytes / 1024 / 1024)} MB` } },
        ])
      if (target !== 'storyVideo' && version === '')
        throw new AppError('bad-input', [{ field: 'version', code: 'required' }])
      const id = randomUUIDv7()
      const storedName = `${id}.${extension}`
      // the row comes first: after a crash, the job finds everything that was stored
      await insertUpload(db, { id, target, storedName, fileName: sanitizeFileName(fileName), version, size })
      await updateUploadPartsId(
        db,
        id,
        await files.startParts(getUploadFolder(target), storedName, getMediaType(storedName)),
      )
      return { id, received: 0, partBytes: uploadPartBytes }
    },

    find: async (id: string): Promise<ResumableUpload> => toResumableUpload(await getUpload(id)),

    /**
     * Stores the part at `offset`, which ends after `uploadPartBytes` or at the end of the file. Returns how
     * far the upload is. Throws `upload-offset` when the server expects another offset, and `not-found` when
     * the upload was cancelled.
     */
    putPart: async (
      id: string,
      offset: number,
      source: AsyncIterable<Uint8Array>,
    ): Promise<ResumableUpload> => {
      const row = await getUpload(id)
      if (offset !== row.received || row.received === row.size || row.partsId === null)
        throw new AppError('upload-offset', [], { received: row.received })
      const size = Math.min(uploadPartBytes, row.size - offset)
      const tag = await files
        .putPart(toPartedFile(row), { number: offset / uploadPartBytes + 1, size, source })
        .catch(async (error: unknown) => {
          if (error instanceof RangeError)
            throw new AppError('bad-input', [{ field: 'offset', code: 'bad-format' }], undefined, {
              cause: error,
            })
          // a cancelled upload has no parts any more
          await getUpload(id)
          throw error
        })
      const changed = await recordUploadPartIfReceivingAtOffset(db, id, { offset, size, tag })
      if (!changed) throw new AppError('upload-offset', [], { received: (await getUpload(id)).received })
      return toResumableUpload(changed)
    },

    /**
     * Checks the complete file and makes it the current one of its kind. Throws `bad-file` and removes the
     * file when its content has another type, `upload-offset` when bytes are missing, `upload-busy` while
     * another request completes this upload. After any other error the call can be repeated.
     */
    complete: async (id: string, actor: Actor): Promise<MediaState> => {
      const row = await changeUploadStateIfComplete(db, id, 'receiving', 'completing')
      if (!row) {
        const { state, received } = await getUpload(id)
        throw state === 'completing'
          ? new AppError('upload-busy')
          : new AppError('upload-offset', [], { received })
      }
      let replaced: Awaited<ReturnType<MediaService['publishUpload']>>
      try {
        const sha256 = await completeFile(row)
        replaced = await inTransaction(db, async (tx) => {
          if (!(await deleteAndReturnUpload(tx, id))) throw new AppError('not-found')
          return media.publishUpload(tx, row, sha256, actor)
        })
      } catch (error) {
        if (error instanceof AppError) {
          await deleteAndReturnUpload(db, id)
          await removeStored(row)
        } else await changeUploadStateIfComplete(db, id, 'completing', 'receiving').catch(() => {})
        throw error
      }
      await media.finishReplacing(row.target, replaced)
      return media.read()
    },

    /** Removes an upload and everything that was stored of it. Throws `not-found`. */
    cancel: async (id: string): Promise<void> => {
      const row = await deleteAndReturnUpload(db, id)
      if (!row) throw new AppError('not-found')
      await removeStored(row)
    },

    /**
     * Removes uploads that have received nothing for a day, and what a crash has left in the file store.
     * Returns how many files it removed.
     */
    purge: async (): Promise<number> => {
      const before = new Date(Date.now() - msPerDay)
      const rows = await deleteAndReturnUploadsUnchangedSince(db, before)
      const results = await Promise.allSettled(rows.map(removeStored))
      const failed = results.find((result) => result.status === 'rejected')
      if (failed) throw failed.reason
      return rows.length + (await files.removeUnfinished(before))
    },
  }
}
