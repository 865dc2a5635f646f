import { and, asc, eq, getTableColumns, getTableName, isNull, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { RegionLimit } from '#contract/accounts/permissions.ts'
import { getRecordRestoreDeadline } from '#contract/accounts/retention.ts'
import type { RevertedField } from '#contract/platform/audit-revert.ts'
import type { DeletedRecord } from '#contract/platform/crud.ts'
import type { Lang } from '#contract/platform/localized.ts'
import { mapDeletersByRecordId } from '#server/platform/audit/service.ts'
import {
  buildSearchConditions,
  type GetSortColumns,
  orderByNewest,
  orderBySearchMatch,
  orderBySort,
  type Paging,
  selectPageWithTotal,
} from '#server/platform/db/lists.ts'
import type { Db } from '#server/platform/db/open.ts'
import { buildPastRestorePeriodCondition, buildRestorableCondition } from '#server/platform/db/soft-delete.ts'
import type { SoftDelete } from './soft-delete.ts'

/** A table with soft delete: `deletedAt` of server/platform/db/schema/columns.ts. */
export type SoftDeleteTable = PgTable & {
  id: PgColumn
  deletedAt: PgColumn
  $inferSelect: { id: string; deletedAt: Date | null }
}

/** A table of `createCrudService`; its rows have a position in a list. */
export type CrudTable = SoftDeleteTable & {
  version: PgColumn
  position: PgColumn
  $inferSelect: { version: number; position: number; createdAt: Date; updatedAt: Date }
}

/**
 * `sort` is a key of the sort columns, with a minus sign for descending order; `lang` is the language of the
 * reader.
 */
export type ListOptions = Paging & {
  search?: string | undefined
  deleted?: boolean | undefined
  sort?: string | undefined
  lang?: Lang | undefined
  /** The further filters of the list, for `buildFilterConditions`. */
  filters?: Record<string, unknown>
}
/** Builds the conditions of the further filters of a list. */
export type BuildFilterConditions = (filters: Record<string, unknown>) => SQL[]

/** The text that a search matches: a column, or an expression over several. */
export type SearchText = PgColumn | SQL
/** A condition from the queries.ts of a feature. */
export type Condition = SQL

/** Locks a row, deleted or not, until the transaction ends. */
export const lockRow = async <T extends SoftDeleteTable>(
  tx: Db,
  table: T,
  id: string,
): Promise<T['$inferSelect'] | undefined> => {
  const [row] = await tx
    .select()
    .from(table as PgTable)
    .where(eq(table.id, id))
    .for('update')
  return row as T['$inferSelect'] | undefined
}

export const updateRow = async <T extends SoftDeleteTable>(
  tx: Db,
  table: T,
  id: string,
  values: Partial<T['$inferInsert']>,
): Promise<T['$inferSelect']> => {
  const [row] = await tx
    .update(table as PgTable)
    .set(values as never)
    .where(eq(table.id, id))
    .returning()
  return row as T['$inferSelect']
}

/** Deletes the rows that can no longer be restored, except those that `keep` selects. */
export const deleteAndReturnRowsPastRestorePeriod = async <T extends SoftDeleteTable>(
  tx: Db,
  table: T,
  keep?: SQL,
): Promise<T['$inferSelect'][]> => {
  const rows = await tx
    .delete(table as PgTable)
    .where(and(buildPastRestorePeriodCondition(table.deletedAt), keep ? sql`not (${keep})` : undefined))
    .returning()
  return rows as T['$inferSelect'][]
}

/** Deletes a row unless `keep` selects it. Returns true when the row was deleted. */
export const deleteRowUnlessConditionHolds = async (
  tx: Db,
  table: SoftDeleteTable,
  id: string,
  keep?: SQL,
): Promise<boolean> => {
  const { rowCount } = await tx
    .delete(table as PgTable)
    .where(and(eq(table.id, id), keep ? sql`not (${keep})` : undefined))
  return (rowCount ?? 0) > 0
}

/**
 * Lists one page by `sort` or by position, and counts the matches; `deleted` lists the rows that can be
 * restored.
 */
export const readRowPage = async <T extends CrudTable>(
  db: Db,
  table: T,
  {
    searchText,
    getSortColumns,
    buildFilterConditions,
  }: {
    searchText: SearchText
    getSortColumns?: GetSortColumns | undefined
    buildFilterConditions?: BuildFilterConditions | undefined
  },
  { page, perPage, search, deleted, sort, lang = 'en', filters = {} }: ListOptions,
): Promise<{ rows: T['$inferSelect'][]; total: number }> => {
  const present = deleted ? buildRestorableCondition(table.deletedAt) : isNull(table.deletedAt)
  const list = {
    select: db
      .select()
      .from(table as PgTable)
      .$dynamic(),
    table,
    where: and(
      present,
      ...(buildFilterConditions?.(filters) ?? []),
      ...buildSearchConditions(searchText, search),
    ),
    orderBy: orderBySort(sort, getSortColumns?.(lang) ?? {}, table.id) ?? [
      ...orderBySearchMatch(searchText, search),
      asc(table.position),
      asc(table.id),
    ],
  }
  const { rows, total } = await selectPageWithTotal(db, list, { page, perPage })
  return { rows: rows as T['$inferSelect'][], total }
}

/** Finds a row; undefined for a deleted one. */
export const findUndeletedRow = async <T extends SoftDeleteTable>(
  db: Db,
  table: T,
  id: string,
): Promise<T['$inferSelect'] | undefined> => {
  const [row] = await db
    .select()
    .from(table as PgTable)
    .where(and(eq(table.id, id), isNull(table.deletedAt)))
  return row as T['$inferSelect'] | undefined
}

export const insertRow = async <T extends CrudTable>(
  tx: Db,
  table: T,
  values: Partial<T['$inferInsert']>,
): Promise<T['$inferSelect']> => {
  const [row] = await tx
    .insert(table as PgTable)
    .values(values as never)
    .returning()
  return row as T['$inferSelect']
}

/** Returns columns with former values of the audit log, which stores instants as text. */
export const toRevertedColumns = <T extends CrudTable>(
  table: T,
  fields: readonly RevertedField[],
): Partial<T['$inferInsert']> => {
  const columns = getTableColumns(table as PgTable)
  const isInstant = (field: string) => columns[field]?.getSQLType().startsWith('timestamp')
  const entries = fields
    .filter(({ field }) => field in columns)
    .map(({ field, restored }) => [
      field,
      typeof restored === 'string' && isInstant(field) ? new Date(restored) : restored,
    ])
  return Object.fromEntries(entries) as Partial<T['$inferInsert']>
}

/** Returns the position after all other rows. */
export const getNextRowPosition = async (tx: Db, table: CrudTable): Promise<number> => {
  const [row] = await tx
    .select({ last: sql<number | null>`max(${table.position})`.mapWith(Number) })
    .from(table as PgTable)
  return (row?.last ?? -1) + 1
}

/** Locks the slugs of a table until the transaction ends and lists them, deleted rows included. */
export const lockAndReadSlugSet = async (
  tx: Db,
  table: PgTable & { slug: PgColumn },
): Promise<Set<string>> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`${getTableName(table)} slugs`}))`)
  return new Set(
    (await tx.select({ slug: table.slug }).from(table as PgTable)).map(({ slug }) => String(slug)),
  )
}

/** The columns with the name of a record in both languages; a name without a language is both. */
export type RecordName = { en: PgColumn | SQL<string>; ar: PgColumn | SQL<string> }
/** `regionLimit` is that of the reader. */
export type DeletedListQuery = Paging & { search?: string | undefined; regionLimit: RegionLimit }

/** Lists one page of the records that can be restored, the last deleted first, with who deleted them. */
export const readRestorableRecordPage = async <T extends SoftDeleteTable>(
  db: Db,
  {
    table,
    entity,
    name,
    searchText,
    condition,
  }: Pick<SoftDelete<T>, 'table' | 'entity'> & {
    name: RecordName
    searchText: SearchText
    /** Selects the records that the reader may see. */
    condition?: SQL | undefined
  },
  { page, perPage, search }: Omit<DeletedListQuery, 'regionLimit'>,
): Promise<{ records: DeletedRecord[]; total: number }> => {
  const list = {
    select: db
      .select({
        id: table.id,
        en: sql<string>`${name.en}`,
        ar: sql<string>`${name.ar}`,
        deletedAt: table.deletedAt,
      })
      .from(table as PgTable)
      .$dynamic(),
    table,
    where: and(
      buildRestorableCondition(table.deletedAt),
      condition,
      ...buildSearchConditions(searchText, search),
    ),
    orderBy: [...orderBySearchMatch(searchText, search), ...orderByNewest(table.deletedAt, table.id)],
  }
  const { rows, total } = await selectPageWithTotal(db, list, { page, perPage })
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
      restorableUntil: getRecordRestoreDeadline(deletedAt).toISOString(),
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
