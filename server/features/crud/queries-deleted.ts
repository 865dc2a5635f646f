import { and, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { DeletedRecord } from '#contract/crud.ts'
import { getRestoreDeadline } from '#contract/rules/retention.ts'
import type { Db } from '#server/db/open.ts'
import { orderByNewest, type Paging, selectPage } from '#server/db/paging.ts'
import { buildRestorableCondition } from '#server/db/soft-delete.ts'
import { mapDeletersByRecordId } from '#server/features/audit/service.ts'
import { buildSearchConditions, orderBySearchMatch } from '#server/lib/search.ts'
import type { SearchText, SoftDeleteTable } from './queries.ts'
import type { SoftDelete } from './soft-delete.ts'

/** The columns with the name of a record in both languages; a name without a language is both. */
export type RecordName = { en: PgColumn | SQL<string>; ar: PgColumn | SQL<string> }
export type DeletedListQuery = Paging & { search?: string | undefined }

/** Lists one page of the records that can be restored, the last deleted first, with who deleted them. */
export const listDeletedRecords = async <T extends SoftDeleteTable>(
  db: Db,
  { table, entity, name, searchText }: Pick<SoftDelete<T>, 'table' | 'entity'> & { name: RecordName; searchText: SearchText },
  { page, perPage, search }: DeletedListQuery,
): Promise<{ records: DeletedRecord[]; total: number }> => {
  const list = {
    select: db
      .select({ id: table.id, en: sql<string>`${name.en}`, ar: sql<string>`${name.ar}`, deletedAt: table.deletedAt })
      .from(table as PgTable)
      .$dynamic(),
    table,
    where: and(buildRestorableCondition(table.deletedAt), ...buildSearchConditions(searchText, search)),
    orderBy: [...orderBySearchMatch(searchText, search), ...orderByNewest(table.deletedAt, table.id)],
  }
  const { rows, total } = await selectPage(db, list, { page, perPage })
  const deleters = await mapDeletersByRecordId(
    db,
    entity,
    rows.map(({ id }) => id as string),
  )
  const records = rows.map((row) => {
    const [id, deletedAt] = [row.id as string, row.deletedAt as Date]
    return {
      id,
      name: { en: row.en, ar: row.ar },
      deletedAt: deletedAt.toISOString(),
      restorableUntil: getRestoreDeadline(deletedAt).toISOString(),
      deletedBy: deleters.get(id) ?? { id: null, name: '' },
    }
  })
  return { records, total }
}

/** Returns the columns `nameEn` and `nameAr` of a table. */
export const getNameColumns = (table: PgTable): RecordName => {
  const { nameEn, nameAr } = table as unknown as { nameEn: PgColumn; nameAr: PgColumn }
  return { en: nameEn, ar: nameAr }
}
