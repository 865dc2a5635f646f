import { and, desc, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { RegionLimit } from '#contract/accounts/permissions.ts'
import type { ImportKind, ImportRecord } from '#contract/platform/import.schema.ts'
import {
  buildSearchConditions,
  orderByNewest,
  orderBySearchMatch,
  type Paging,
  selectPageWithTotal,
} from '#server/platform/db/lists.ts'
import type { Db } from '#server/platform/db/open.ts'
import { buildImportRegionCondition } from '#server/platform/db/region-conditions.ts'
import { events } from '#server/platform/db/schema/events.ts'
import { importRecords, imports } from '#server/platform/db/schema/imports.ts'
import { users } from '#server/platform/db/schema/users.ts'

type ImportRow = typeof imports.$inferSelect
/** The file of an import, and the event that scores are imported into. */
type ImportTarget = { kind: ImportKind; eventId: string | null; fileHash: string }

/** Makes other imports of the same file wait until the transaction ends. */
export const lockFileForImport = (tx: Db, { kind, eventId, fileHash }: ImportTarget) =>
  tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`import ${kind} ${eventId ?? ''} ${fileHash}`}, 0))`,
  )

/** Finds the last import of a file that was not undone, with the name of the user who ran it. */
export const findNotUndoneImportOfFile = async (
  db: Db,
  { kind, eventId, fileHash }: ImportTarget,
): Promise<{ createdAt: Date; createdByName: string } | undefined> => {
  const [row] = await db
    .select({
      createdAt: imports.createdAt,
      createdByName: sql<string>`coalesce(trim(${users.firstName} || ' ' || ${users.lastName}), '')`,
    })
    .from(imports)
    .leftJoin(users, eq(users.id, imports.createdBy))
    .where(
      and(
        eq(imports.fileHash, fileHash),
        eq(imports.kind, kind),
        eventId === null ? isNull(imports.eventId) : eq(imports.eventId, eventId),
        isNull(imports.undoneAt),
      ),
    )
    .orderBy(desc(imports.createdAt))
    .limit(1)
  return row
}

/** Inserts an import with the ids of its records. Returns its id. */
export const insertImportWithRecordIds = async (
  tx: Db,
  values: typeof imports.$inferInsert,
  recordIds: readonly string[],
): Promise<string> => {
  const [row] = await tx.insert(imports).values(values).returning({ id: imports.id })
  await tx.execute(
    sql`insert into import_records (import_id, record_id) select ${row?.id}, unnest(${sql.param(recordIds)}::uuid[])`,
  )
  return row?.id as string
}

/** Finds an import that a user may see. */
export const findImport = async (
  db: Db,
  id: string,
  regionLimit: RegionLimit,
): Promise<ImportRow | undefined> => {
  const [row] = await db
    .select()
    .from(imports)
    .where(and(eq(imports.id, id), buildImportRegionCondition(regionLimit)))
  return row
}

/** Locks an import until the transaction ends. */
export const lockImport = async (tx: Db, id: string): Promise<ImportRow | undefined> => {
  const [row] = await tx.select().from(imports).where(eq(imports.id, id)).for('update')
  return row
}
export const listImportRecordIds = async (tx: Db, id: string): Promise<string[]> =>
  (
    await tx.select({ id: importRecords.recordId }).from(importRecords).where(eq(importRecords.importId, id))
  ).map((row) => row.id)
export const markImportUndone = async (tx: Db, id: string, userId: string | null): Promise<void> => {
  await tx.update(imports).set({ undoneAt: new Date(), undoneBy: userId }).where(eq(imports.id, id))
}

export type ImportListQuery = Paging & { search?: string | undefined; regionLimit: RegionLimit }
const searchText = sql`search_form(${imports.fileName})`

/** Lists one page of the imports of some kinds that a user may see, the newest first, with the number of all. */
export const readImportPage = async (
  db: Db,
  kinds: readonly ImportKind[],
  { search, regionLimit, ...paging }: ImportListQuery,
): Promise<{ records: ImportRecord[]; total: number }> => {
  const undoers = alias(users, 'undoers')
  const list = {
    select: db
      .select({
        row: imports,
        titleEn: events.titleEn,
        titleAr: events.titleAr,
        createdByName: sql<string>`coalesce(trim(${users.firstName} || ' ' || ${users.lastName}), '')`,
        undoneByName: sql<string>`coalesce(trim(${undoers.firstName} || ' ' || ${undoers.lastName}), '')`,
      })
      .from(imports)
      .leftJoin(events, eq(events.id, imports.eventId))
      .leftJoin(users, eq(users.id, imports.createdBy))
      .leftJoin(undoers, eq(undoers.id, imports.undoneBy))
      .$dynamic(),
    table: imports,
    where: and(
      inArray(imports.kind, [...kinds]),
      buildImportRegionCondition(regionLimit),
      ...buildSearchConditions(searchText, search),
    ),
    orderBy: [...orderBySearchMatch(searchText, search), ...orderByNewest(imports.createdAt, imports.id)],
  }
  const { rows, total } = await selectPageWithTotal(db, list, paging)
  const records = rows.map(
    ({ row, titleEn, titleAr, createdByName, undoneByName }): ImportRecord => ({
      id: row.id,
      kind: row.kind,
      event:
        row.eventId === null ? null : { id: row.eventId, title: { en: titleEn ?? '', ar: titleAr ?? '' } },
      fileName: row.fileName,
      lineCount: row.lineCount,
      recordCount: row.recordCount,
      createdAt: row.createdAt.toISOString(),
      createdByName,
      undoneAt: row.undoneAt?.toISOString() ?? null,
      undoneByName,
    }),
  )
  return { records, total }
}

export const clearAllImportFileNames = async (tx: Db): Promise<void> => {
  await tx.update(imports).set({ fileName: '' }).where(ne(imports.fileName, ''))
}
