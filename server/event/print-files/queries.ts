import { and, eq, gt, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { RegionLimit } from '#contract/accounts/permissions.ts'
import { printFileLimits } from '#contract/event/print-file.ts'
import type { Lang } from '#contract/platform/localized.ts'
import { shownTaskState } from '#server/platform/background-tasks/service.ts'
import { orderByNewest } from '#server/platform/db/lists.ts'
import type { Db } from '#server/platform/db/open.ts'
import { buildPrintFileRegionCondition } from '#server/platform/db/region-conditions.ts'
import { backgroundTasks } from '#server/platform/db/schema/background-tasks.ts'
import { events } from '#server/platform/db/schema/events.ts'
import { printFiles } from '#server/platform/db/schema/print-files.ts'
import { users } from '#server/platform/db/schema/users.ts'

type PrintFileRow = typeof printFiles.$inferSelect

const isUnexpired = gt(printFiles.expiresAt, sql`now()`)
const expiresAt = sql`now() + make_interval(hours => ${printFileLimits.hours})`

export const countUnexpiredFilesOfUser = (db: Db, userId: string): Promise<number> =>
  db.$count(printFiles, and(eq(printFiles.createdBy, userId), isUnexpired))

export const insertPrintFile = async (
  db: Db,
  values: Omit<typeof printFiles.$inferInsert, 'expiresAt'>,
): Promise<void> => {
  await db.insert(printFiles).values({ ...values, expiresAt })
}

/**
 * Stores that a file is complete, and returns its event and its maker. Undefined when its row was deleted while it
 * was made.
 */
export const completePrintFileAndGetMaker = async (
  tx: Db,
  id: string,
  pageCount: number,
): Promise<
  { titleEn: string; titleAr: string; firstName: string; email: string; lang: Lang } | undefined
> => {
  const [row] = await tx
    .update(printFiles)
    .set({ pageCount, expiresAt })
    .from(events)
    .innerJoin(users, sql`true`)
    .where(and(eq(printFiles.id, id), eq(events.id, printFiles.eventId), eq(users.id, printFiles.createdBy)))
    .returning({
      titleEn: events.titleEn,
      titleAr: events.titleAr,
      firstName: users.firstName,
      email: users.email,
      lang: users.lang,
    })
  return row
}

/** Lists the unexpired files that a user may download with the states of their tasks, the newest first. */
export const listUnexpiredFilesOfUser = (db: Db, userId: string, regionLimit: RegionLimit) =>
  db
    .select({
      file: printFiles,
      task: backgroundTasks,
      state: shownTaskState,
      title: { en: events.titleEn, ar: events.titleAr },
    })
    .from(printFiles)
    .innerJoin(backgroundTasks, eq(backgroundTasks.id, printFiles.taskId))
    .innerJoin(events, and(eq(events.id, printFiles.eventId), isNull(events.deletedAt)))
    .where(and(eq(printFiles.createdBy, userId), isUnexpired, buildPrintFileRegionCondition(regionLimit)))
    .orderBy(...orderByNewest(printFiles.createdAt, printFiles.id))

const isOwn = ({ id, eventId, userId }: { id: string; eventId: string; userId: string }) =>
  and(eq(printFiles.id, id), eq(printFiles.eventId, eventId), eq(printFiles.createdBy, userId))

/** Finds an own complete file of an event that is not deleted, which the limit of the user lets download. */
export const findUnexpiredCompleteOwnFile = async (
  db: Db,
  own: Parameters<typeof isOwn>[0],
  regionLimit: RegionLimit,
): Promise<{ file: PrintFileRow; slug: string } | undefined> => {
  const [row] = await db
    .select({ file: printFiles, slug: events.slug })
    .from(printFiles)
    .innerJoin(events, and(eq(events.id, printFiles.eventId), isNull(events.deletedAt)))
    .where(
      and(
        isOwn(own),
        isUnexpired,
        isNotNull(printFiles.pageCount),
        buildPrintFileRegionCondition(regionLimit),
      ),
    )
  return row
}

export const deleteOwnPrintFileRowAndFindTaskId = async (
  db: Db,
  own: Parameters<typeof isOwn>[0],
): Promise<string | undefined> => {
  const [row] = await db.delete(printFiles).where(isOwn(own)).returning({ taskId: printFiles.taskId })
  return row?.taskId
}

/**
 * Deletes rows of print files. The lock blocks the creation of others until the transaction ends, because they could
 * contain what the transaction removes. Call `removeFilesOfDeletedPrints` after the transaction.
 */
const lockAndDeleteFiles = async (tx: Db, where: SQL | undefined): Promise<void> => {
  await tx.execute(sql`lock table ${printFiles} in share row exclusive mode`)
  await tx.delete(printFiles).where(where)
}
/** Deletes all print files in the transaction that erases a person, because any of them may have the name. */
export const lockAndDeleteAllPrintFileRows = (tx: Db): Promise<void> => lockAndDeleteFiles(tx, undefined)
/** Deletes the print files with certificates of an event in the transaction that revokes some of these. */
export const lockAndDeleteCertificatePrintFileRowsOfEvent = (tx: Db, eventId: string): Promise<void> =>
  lockAndDeleteFiles(tx, and(eq(printFiles.eventId, eventId), eq(printFiles.document, 'certificates')))

export const deleteExpiredPrintFileRows = async (db: Db): Promise<number> =>
  (await db.delete(printFiles).where(lt(printFiles.expiresAt, sql`now()`))).rowCount ?? 0

/** Returns those of the names of stored files that no row has. */
export const filterFileNamesWithoutRow = async (db: Db, names: readonly string[]): Promise<string[]> => {
  const { rows } = await db.execute<{ name: string }>(
    sql`select name from unnest(${sql.param([...names])}::text[]) as stored (name)
      where not exists (select from ${printFiles} where ${printFiles.storedName} = stored.name)`,
  )
  return rows.map(({ name }) => name)
}
