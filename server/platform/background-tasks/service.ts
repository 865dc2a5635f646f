import type { BackgroundTask } from '#contract/platform/background-task.schema.ts'
import {
  type BackgroundTaskKind,
  type BackgroundTaskState,
  backgroundTaskRetentionDays,
} from '#contract/platform/background-task.ts'
import type { Core } from '#server/deps.ts'
import type { Actor } from '#server/platform/audit/service.ts'
import type { Paging } from '#server/platform/db/lists.ts'
import type { Db } from '#server/platform/db/open.ts'
import { AppError, type ErrorCode } from '#server/platform/lib/app-error.ts'
import {
  countRunningTasksOfUser,
  deleteOldTasks,
  insertTask,
  readTaskPageOfUser,
  requestTaskCancelAndGetOutcome,
  type TaskRow,
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

type TaskOptions<T> = {
  kind: BackgroundTaskKind
  /** What the task works on: the kind of an import, the document of a print file. Never a name. */
  label: string
  eventId: string | null
  actor: Actor
  /** Returns the error that a result without an exception means, for work that changes nothing then. */
  findErrorCode?: (result: NoInfer<T>) => ErrorCode | null
}

/**
 * Runs work that its user can watch, leave and cancel, and returns its result. The progress is stored outside of
 * the transactions of the work, at most about once a second, so that everybody sees it and a cancelled transaction
 * is rolled back. `reportProgress` with all steps done checks once more whether the user has cancelled: call it as
 * the last step before a commit. Throws `task-cancelled`, and what the work throws.
 */
export const runBackgroundTaskToEnd = async <T>(
  { database: { db } }: Pick<Core, 'database'>,
  { kind, label, eventId, actor, findErrorCode }: TaskOptions<T>,
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
  const timer = setInterval(() => void write(), progressIntervalMs).unref()
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
    const errorCode = findErrorCode?.(result) ?? null
    await end({ ...progress, state: errorCode === null ? 'finished' : 'failed', errorCode })
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

/** How far a task is; `errorCode` says why it failed. */
type TaskProgress = Pick<BackgroundTask, 'state' | 'done' | 'total' | 'isCancelRequested'> & {
  errorCode: ErrorCode | null
}
type OwnTask = Omit<BackgroundTask, 'reason'> & TaskProgress

/** Returns how far a stored task is. `state` is that of `shownTaskState`. */
export const toTaskProgress = (task: TaskRow, state: BackgroundTaskState): TaskProgress => ({
  state,
  done: task.done,
  total: task.total,
  isCancelRequested: task.cancelRequestedAt !== null,
  // a task whose process ended has no error
  errorCode: state === 'failed' ? ((task.errorCode ?? 'task-interrupted') as ErrorCode) : null,
})

/** Lists one page of the tasks that a user started, the newest first, and counts all. */
export const readOwnTaskPage = async (
  db: Db,
  userId: string,
  paging: Paging,
): Promise<{ tasks: OwnTask[]; total: number }> => {
  const { rows, total } = await readTaskPageOfUser(db, userId, paging)
  const tasks = rows.map(
    ({ task, state, titleEn, titleAr }): OwnTask => ({
      id: task.id,
      kind: task.kind,
      label: task.label,
      event:
        task.eventId === null ? null : { id: task.eventId, title: { en: titleEn ?? '', ar: titleAr ?? '' } },
      ...toTaskProgress(task, state),
      createdAt: task.createdAt.toISOString(),
      finishedAt: task.finishedAt?.toISOString() ?? null,
    }),
  )
  return { tasks, total }
}

/** Cancels an own task. It ends at its next step. Throws `not-found` and `task-ended`. */
export const cancelOwnTask = async (db: Db, id: string, userId: string): Promise<void> => {
  const result = await requestTaskCancelAndGetOutcome(db, id, userId)
  if (result === 'unknown') throw new AppError('not-found')
  if (result === 'ended') throw new AppError('task-ended')
}

export { shownTaskState } from './queries.ts'

/** Counts the tasks of a user that run. */
export const readOwnRunningTaskCount = (db: Db, userId: string): Promise<number> =>
  countRunningTasksOfUser(db, userId)

/** Deletes the tasks that the list shows no longer. Returns how many. */
export const purgeOldTasks = (db: Db): Promise<number> => deleteOldTasks(db, backgroundTaskRetentionDays)
