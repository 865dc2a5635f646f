import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { v7 as randomUUIDv7 } from 'uuid'
import { hasPermission } from '#contract/accounts/permissions.ts'
import type { PrintSelection } from '#contract/event/print.schema.ts'
import type { PrintFile } from '#contract/event/print-file.schema.ts'
import { listPermissionsToPrint, printFileLimits } from '#contract/event/print-file.ts'
import type { Lang } from '#contract/platform/localized.ts'
import { uploadPartBytes } from '#contract/site/media.ts'
import type { Core } from '#server/deps.ts'
import type { Actor } from '#server/platform/audit/service.ts'
import {
  cancelOwnTask,
  type RunningTask,
  runBackgroundTaskToEnd,
  toTaskProgress,
} from '#server/platform/background-tasks/service.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError, type ErrorCode } from '#server/platform/lib/app-error.ts'
import type { AuthenticatedUser } from '#server/platform/lib/authenticated-user.ts'
import { createConcurrencyLimiter } from '#server/platform/lib/limiters.ts'
import type { writePrintPdfToTemporaryFile } from '../print-documents/service.ts'
import { getRankingEvent } from '../scores/service.ts'
import {
  completePrintFileAndGetMaker,
  countUnexpiredFilesOfUser,
  deleteExpiredPrintFileRows,
  deleteOwnPrintFileRowAndFindTaskId,
  filterFileNamesWithoutRow,
  findUnexpiredCompleteOwnFile,
  insertPrintFile,
  listUnexpiredFilesOfUser,
} from './queries.ts'

export { lockAndDeleteAllPrintFileRows, lockAndDeleteCertificatePrintFileRowsOfEvent } from './queries.ts'

/** The folder of the file store. */
export const printFolder = 'prints'
const mediaType = 'application/pdf'

/** Removes the stored files that have no row: each row exists before its file. Returns how many it removed. */
const removeStoredFilesWithoutRow = async ({
  database,
  files,
}: {
  database: Pick<Core['database'], 'db'>
  files: Core['files']
}): Promise<number> => {
  const names: string[] = []
  for await (const { name } of files.list(printFolder)) names.push(name)
  const removed = await filterFileNamesWithoutRow(database.db, names)
  await Promise.all(removed.map((name) => files.remove(printFolder, name)))
  return removed.length
}

/**
 * Removes the stored files of print files whose rows a transaction has deleted. What cannot be removed now, because
 * the file store is away, the hourly job removes; nobody reaches it.
 */
export const removeFilesOfDeletedPrints = async (
  core: Parameters<typeof removeStoredFilesWithoutRow>[0],
): Promise<void> => {
  await removeStoredFilesWithoutRow(core).catch(() => {})
}

/** Deletes the print files that have expired. Returns how many stored files it removed. */
export const purgeExpiredPrintFiles = async (core: Pick<Core, 'database' | 'files'>): Promise<number> => {
  await deleteExpiredPrintFileRows(core.database.db)
  return removeStoredFilesWithoutRow(core)
}

/** Stores a file of this machine without holding it in memory. */
const storeFile = async ({ files }: Pick<Core, 'files'>, path: string, name: string): Promise<void> => {
  const { size } = await stat(path)
  const partsId = await files.startParts(printFolder, name, mediaType)
  const file = { folder: printFolder, name, partsId } as const
  const tags: string[] = []
  for (let start = 0; start < size; start += uploadPartBytes) {
    const end = Math.min(start + uploadPartBytes, size)
    const source = createReadStream(path, { start, end: end - 1 })
    tags.push(await files.putPart(file, { number: tags.length + 1, size: end - start, source }))
  }
  await files.completeParts(file, tags)
}

const rejectWhenAborted = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  })

type OwnPrintFile = Omit<PrintFile, 'reason'> & { errorCode: ErrorCode | null }
type FileUser = Pick<AuthenticatedUser, 'userId' | 'permissions' | 'regionLimit'>
type FileAddress = { eventId: string; fileId: string }

/** The number of the progress of a task that is not finished: `createDocument` reports a share. */
const progressSteps = 100

/**
 * Creates the service with which users make and download PDF files of printed documents. `createDocument` writes
 * the file; one runs at once in a process, the others wait.
 */
export const createPrintFileService = (core: Core, createDocument: typeof writePrintPdfToTemporaryFile) => {
  const { config, database, files, emails } = core
  const { db } = database
  const limitConcurrency = createConcurrencyLimiter({ running: 1 })

  /** Stores a document and tells its maker. Throws `print-outdated` when the file was deleted meanwhile. */
  const storeAndSendEmail = async (id: string, storedName: string, path: string, pageCount: number) => {
    await storeFile(core, path, storedName)
    const isKept = await inTransaction(db, async (tx) => {
      const completed = await completePrintFileAndGetMaker(tx, id, pageCount)
      if (!completed) return false
      const { titleEn, titleAr, firstName, email, lang } = completed
      await emails.send(
        {
          template: 'printFileReady',
          to: email,
          language: lang,
          values: {
            name: firstName,
            event: { en: titleEn, ar: titleAr },
            hours: printFileLimits.hours,
            link: `${config.SITE_URL}/admin/tasks`,
          },
        },
        tx,
      )
      return true
    })
    if (isKept) return
    await files.remove(printFolder, storedName)
    throw new AppError('print-outdated')
  }

  type PrintRequest = { eventId: string; selection: PrintSelection; lang: Lang; actor: Actor }
  const makeFile = async (
    request: PrintRequest,
    { id, storedName }: { id: string; storedName: string },
    { reportProgress, signal }: RunningTask,
  ) => {
    const { path, pageCount } = await createDocument(core, request, {
      signal,
      reportProgress: (share) =>
        // the last step is the stored file; a cancelled task ends by the signal
        void reportProgress(
          Math.min(Math.floor(share * progressSteps), progressSteps - 1),
          progressSteps,
        ).catch(() => {}),
    })
    try {
      signal.throwIfAborted()
      await storeAndSendEmail(id, storedName, path, pageCount)
    } finally {
      await rm(path, { force: true })
    }
  }

  return {
    /**
     * Starts to make a file, and returns its id; the work goes on after the reply, as a background task. Throws
     * `not-found`, `no-permission`, and `too-many-print-files`. `onError` gets an error that is no `AppError`.
     */
    start: async (request: PrintRequest, onError: (error: unknown) => void): Promise<string> => {
      const { eventId, selection, lang, actor } = request
      const permissions = listPermissionsToPrint(selection)
      if (!permissions.every((each) => hasPermission(actor.permissions ?? [], each)))
        throw new AppError('no-permission')
      await getRankingEvent(db, eventId)
      if ((await countUnexpiredFilesOfUser(db, actor.userId ?? '')) >= printFileLimits.perAccount)
        throw new AppError('too-many-print-files')
      const id = randomUUIDv7()
      const storedName = `${id}.pdf`
      const { document } = selection
      const stored = Promise.withResolvers<string>()
      runBackgroundTaskToEnd(core, { kind: 'print-file', label: document, eventId, actor }, async (task) => {
        await insertPrintFile(db, {
          id,
          taskId: task.id,
          eventId,
          createdBy: actor.userId ?? '',
          document,
          // the names of volunteers are stored nowhere
          selection: { ...selection, volunteers: undefined },
          permissions,
          regionIds: actor.regionLimit ? [...actor.regionLimit] : null,
          lang,
          storedName,
        })
        stored.resolve(id)
        const makeInTurn = limitConcurrency(async () => {
          task.signal.throwIfAborted()
          await makeFile(request, { id, storedName }, task)
        })
        await Promise.race([makeInTurn, rejectWhenAborted(task.signal)])
      }).catch((error: unknown) => {
        stored.reject(error)
        if (!(error instanceof AppError)) onError(error)
      })
      return stored.promise
    },

    /** Lists the files that a user made in the last day and may download, the newest first. */
    listOwn: async ({ userId, permissions, regionLimit }: FileUser): Promise<OwnPrintFile[]> => {
      const rows = await listUnexpiredFilesOfUser(db, userId, regionLimit)
      return rows
        .filter(({ file }) => file.permissions.every((each) => hasPermission(permissions, each)))
        .map(({ file, task, state, title }) => ({
          id: file.id,
          event: { id: file.eventId, title },
          document: file.document,
          lang: file.lang,
          taskId: file.taskId,
          ...toTaskProgress(task, state),
          pageCount: file.pageCount,
          createdAt: file.createdAt.toISOString(),
          expiresAt: file.expiresAt.toISOString(),
        }))
    },

    /**
     * Returns the names under which an own file is stored and downloaded. Throws `not-found` for a file of another
     * user, or one that was made with a wider limit to regions. Throws `no-permission` when the user has lost a
     * permission that its document needs.
     */
    getDownload: async (
      { eventId, fileId }: FileAddress,
      { userId, permissions, regionLimit }: FileUser,
    ): Promise<{ storedName: string; downloadName: string }> => {
      const found = await findUnexpiredCompleteOwnFile(db, { id: fileId, eventId, userId }, regionLimit)
      if (!found) throw new AppError('not-found')
      const { file, slug } = found
      if (!file.permissions.every((each) => hasPermission(permissions, each)))
        throw new AppError('no-permission')
      return { storedName: file.storedName, downloadName: `${slug}-${file.document}.pdf` }
    },

    /** Deletes an own file, and cancels its task if it runs. Throws `not-found`. */
    remove: async ({ eventId, fileId }: FileAddress, { userId }: Pick<FileUser, 'userId'>): Promise<void> => {
      const taskId = await deleteOwnPrintFileRowAndFindTaskId(db, { id: fileId, eventId, userId })
      if (taskId === undefined) throw new AppError('not-found')
      await cancelOwnTask(db, taskId, userId).catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error
      })
      await removeFilesOfDeletedPrints(core)
    },
  }
}
