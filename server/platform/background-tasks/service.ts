import type { BackgroundTask } from '#contract/platform/background-task.schema.ts'
import { type BackgroundTaskKind, backgroundTaskRetentionDays } from '#contract/platform/background-task.ts'
import type { Lang } from '#contract/platform/localized.ts'
import type { Core } from '#server/deps.ts'
import type { Actor } from '#server/platform/audit/service.ts'
import type { Paging } from '#server/platform/db/lists.ts'
import type { Db } from '#server/platform/db/open.ts'
import { getTranslator } from '#server/platform/http/language.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import {
  countRunningTasksOfUser,
  deleteOldTasks,
  insertTask,
  readTaskPageOfUser,
  requestCancelOfOwnTask,
  updateEndedTask,
  updateProgressAndCheckCancelled,
} from './queries.ts'

/** The time between two writes of the progress of a task. */
const progressIntervalMs = 1000

/** What the work of a background task may use. */
export type RunningTask = {
  id: string
  /** Reports that `done` of `total` steps are done. Throws `task-cancelled` when the user has cancelled the task. */
  reportProgress: (done: number, total: number) => Promise<void>
  /** Aborted when the user cancels the task. */
  signal: AbortSignal
}

type TaskOptions = { kind: BackgroundTaskKind; label: string; eventId: string | null; actor: Actor }

/**
 * Runs work that its user can watch, leave and cancel, and returns its result. The progress is stored outside of
 * the transactions of the work, at most about once a second, so that everybody sees it and a cancelled transaction
 * is rolled back. `reportProgress` with all steps done checks once more whether the user has cancelled: call it as
 * the last step before a commit. Throws `task-cancelled`, and what the work throws.
 */
export const runBackgroundTask = async <T>(
  { database: { db } }: Pick<Core, 'database'>,
  { kind, label, eventId, actor }: TaskOptions,
  work: (task: RunningTask) => Promise<T>,
): Promise<T> => {
  if (actor.userId === null) throw new TypeError('A background task belongs to a user')
  const id = await insertTask(db, { kind, label, eventId, createdBy: actor.userId })
  const cancelling = new AbortController()
  const { signal } = cancelling
  let progress = { done: 0, total: 0 }
  let lastWrite: Promise<void> = Promise.resolve()
  const write = () => {
    lastWrite = lastWrite.then(async () => {
      try {
        if (await updateProgressAndCheckCancelled(db, id, progress))
          cancelling.abort(new AppError('task-cancelled'))
      } catch {
        // the next write tries again, and what the work needs the database for fails by itself
      }
    })
    return lastWrite
  }
  const timer = setInterval(() => void write(), progressIntervalMs)
  const end = async (values: Parameters<typeof updateEndedTask>[2]) => {
    clearInterval(timer)
    await lastWrite
    // without this write the task is shown as failed, which its result does not depend on
    await updateEndedTask(db, id, values).catch(() => {})
  }
  const reportProgress = async (done: number, total: number) => {
    progress = { done, total }
    if (done >= total) await write()
    signal.throwIfAborted()
  }
  try {
    const result = await work({ id, reportProgress, signal })
    await end({ ...progress, state: 'finished', errorCode: null })
    return result
  } catch (error) {
    const errorCode = error instanceof AppError ? error.code : 'unexpected'
    if (!signal.aborted) {
      await end({ ...progress, state: 'failed', errorCode })
      throw error
    }
    await end({ ...progress, state: 'cancelled', errorCode: null })
    throw signal.reason
  }
}

/** Lists one page of the tasks that a user started, the newest first, and counts all. */
export const readOwnTaskPage = async (
  db: Db,
  userId: string,
  paging: Paging,
  lang: Lang,
): Promise<{ tasks: BackgroundTask[]; total: number }> => {
  const { rows, total } = await readTaskPageOfUser(db, userId, paging)
  const tasks = rows.map(
    ({ task, state, titleEn, titleAr }): BackgroundTask => ({
      id: task.id,
      kind: task.kind,
      label: task.label,
      event:
        task.eventId === null ? null : { id: task.eventId, title: { en: titleEn ?? '', ar: titleAr ?? '' } },
      state,
      done: task.done,
      total: task.total,
      reason:
        state === 'failed'
          ? getTranslator(lang)(`errors.${(task.errorCode ?? 'task-interrupted') as 'task-ended'}`)
          : '',
      isCancelRequested: task.cancelRequestedAt !== null,
      createdAt: task.createdAt.toISOString(),
      finishedAt: task.finishedAt?.toISOString() ?? null,
    }),
  )
  return { tasks, total }
}

/** Cancels an own task. It ends at its next step. Throws `not-found` and `task-ended`. */
export const cancelOwnTask = async (db: Db, id: string, userId: string): Promise<void> => {
  const result = await requestCancelOfOwnTask(db, id, userId)
  if (result === 'unknown') throw new AppError('not-found')
  if (result === 'ended') throw new AppError('task-ended')
}

/** Counts the tasks of a user that run. */
export const readRunningTaskCount = (db: Db, userId: string): Promise<number> =>
  countRunningTasksOfUser(db, userId)

/** Deletes the tasks that the list shows no longer. Returns how many. */
export const purgeOldTasks = (db: Db): Promise<number> => deleteOldTasks(db, backgroundTaskRetentionDays)
