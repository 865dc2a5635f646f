import { and, eq, lt, type SQL, sql } from 'drizzle-orm'
import type { BackgroundTaskState } from '#contract/platform/background-task.ts'
import { orderByNewest, type Paging, selectPageWithTotal } from '#server/platform/db/lists.ts'
import type { Db } from '#server/platform/db/open.ts'
import { backgroundTasks } from '#server/platform/db/schema/background-tasks.ts'
import { events } from '#server/platform/db/schema/events.ts'
import { printFiles } from '#server/platform/db/schema/print-files.ts'

export type TaskRow = typeof backgroundTasks.$inferSelect

/** The process of a running task that has not reported itself for so long has ended. */
const isStale = sql`${backgroundTasks.heartbeatAt} < now() - interval '30 seconds'`
const isRunning = and(eq(backgroundTasks.state, 'running'), sql`not ${isStale}`) as SQL
/** The state that people see. */
export const shownTaskState = sql<BackgroundTaskState>`case when ${backgroundTasks.state} = 'running' and ${isStale} then 'failed' else ${backgroundTasks.state} end`

/** Inserts a task that begins to run. Returns its id. */
export const insertTask = async (
  db: Db,
  values: Pick<typeof backgroundTasks.$inferInsert, 'kind' | 'label' | 'eventId' | 'createdBy'>,
): Promise<string> => {
  const [row] = await db.insert(backgroundTasks).values(values).returning({ id: backgroundTasks.id })
  return row?.id as string
}

/** Stores the progress of a running task and that its process is alive. Tells whether its user has cancelled it. */
export const updateProgressAndCheckCancelled = async (
  db: Db,
  id: string,
  progress: { done: number; total: number },
): Promise<boolean> => {
  const [row] = await db
    .update(backgroundTasks)
    .set({ ...progress, heartbeatAt: sql`now()` })
    .where(eq(backgroundTasks.id, id))
    .returning({ cancelRequestedAt: backgroundTasks.cancelRequestedAt })
  // a task also ends when it was deleted with its event or its user
  return row === undefined || row.cancelRequestedAt !== null
}

export const updateEndedTask = async (
  db: Db,
  id: string,
  values: Pick<TaskRow, 'state' | 'errorCode' | 'done' | 'total'>,
): Promise<void> => {
  await db
    .update(backgroundTasks)
    .set({ ...values, finishedAt: sql`now()` })
    .where(eq(backgroundTasks.id, id))
}

/** Lists one page of the tasks of a user, the newest first, and counts all, without those of print files. */
export const readTaskPageOfUser = async (db: Db, userId: string, paging: Paging) =>
  selectPageWithTotal(
    db,
    {
      select: db
        .select({
          task: backgroundTasks,
          state: shownTaskState,
          titleEn: events.titleEn,
          titleAr: events.titleAr,
        })
        .from(backgroundTasks)
        .leftJoin(events, eq(events.id, backgroundTasks.eventId))
        .$dynamic(),
      table: backgroundTasks,
      // a print file is listed with the state of its task
      where: and(
        eq(backgroundTasks.createdBy, userId),
        sql`not exists (select from ${printFiles} where ${printFiles.taskId} = ${backgroundTasks.id})`,
      ),
      orderBy: orderByNewest(backgroundTasks.createdAt, backgroundTasks.id),
    },
    paging,
  )

export const countRunningTasksOfUser = (db: Db, userId: string): Promise<number> =>
  db.$count(backgroundTasks, and(eq(backgroundTasks.createdBy, userId), isRunning))

/** Stores that a user cancels an own task, unless it has ended. Tells whether there is such a task, and whether it runs. */
export const requestTaskCancelAndGetOutcome = async (
  db: Db,
  id: string,
  userId: string,
): Promise<'requested' | 'ended' | 'unknown'> => {
  const isOwn = and(eq(backgroundTasks.id, id), eq(backgroundTasks.createdBy, userId))
  const { rowCount } = await db
    .update(backgroundTasks)
    .set({ cancelRequestedAt: sql`coalesce(${backgroundTasks.cancelRequestedAt}, now())` })
    .where(and(isOwn, isRunning))
  if (rowCount) return 'requested'
  return (await db.$count(backgroundTasks, isOwn)) > 0 ? 'ended' : 'unknown'
}

/** Deletes the tasks that are older than `days`. Returns how many. */
export const deleteOldTasks = async (db: Db, days: number): Promise<number> =>
  (
    await db
      .delete(backgroundTasks)
      .where(lt(backgroundTasks.createdAt, sql`now() - make_interval(days => ${days})`))
  ).rowCount ?? 0
