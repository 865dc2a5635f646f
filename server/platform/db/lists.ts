import { inArray, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgSelect, PgTable } from 'drizzle-orm/pg-core'
import type { Lang } from '#contract/platform/localized.ts'
import { normalizeAndSplitSearch } from '#contract/platform/search-form.ts'
import type { Db } from './open.ts'

const maxTerms = 10

const splitLimitedTerms = (search: string | undefined): string[] =>
  normalizeAndSplitSearch(search ?? '').slice(0, maxTerms)
const escapePattern = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/**
 * Builds the conditions that a `search` column contains every term of a search, of at most 10. An empty
 * search has no conditions.
 */
export const buildSearchConditions = (column: PgColumn | SQL, search: string | undefined): SQL[] =>
  splitLimitedTerms(search).map((term) => sql`${column} like ${`%${escapePattern(term)}%`}`)

/**
 * Orders the rows that match a search: a field is the search, a field begins with it, a word begins with it,
 * other matches (`getSearchMatchTier` of contract/platform/search-form.ts). An empty search has no order.
 */
export const orderBySearchMatch = (column: PgColumn | SQL, search: string | undefined): SQL[] => {
  const terms = splitLimitedTerms(search)
  if (terms.length === 0) return []
  const text = escapePattern(terms.join(' '))
  return [
    sql`case when E'\\n' || ${column} || E'\\n' like ${`%\n${text}\n%`} then 0 when E'\\n' || ${column} like ${`%\n${text}%`} then 1
      when ' ' || ${column} like ${`% ${text}%`} then 2 else 3 end`,
  ]
}

/** `page` counts from 1. */
export type Paging = { page: number; perPage: number }

/**
 * A list: the rows of `table` that match `where`, ordered by `orderBy`. `select` is a dynamic query that
 * reads the rows of a page and may have joins. `where` and `orderBy` use columns of `table` only.
 */
type PageQuery<Select extends PgSelect> = {
  select: Select
  table: PgTable & { id: PgColumn }
  where: SQL | undefined
  orderBy: SQL[]
}

/** Orders the newest rows first, in the order of an index on `(at desc nulls last, id desc nulls last)`. */
export const orderByNewest = (at: PgColumn, id: PgColumn): SQL[] => [
  sql`${at} desc nulls last`,
  sql`${id} desc nulls last`,
]

/** Returns the columns by which a list can be sorted, texts in the language of the reader. */
export type GetSortColumns<K extends string = string> = (lang: Lang) => Record<K, PgColumn | SQL>

/**
 * Orders by the column that `sort` names (a key of `columns`, with a minus sign for descending order), then
 * the newest first. Undefined without a sort.
 */
export const orderBySort = <K extends string>(
  sort: K | `-${K}` | undefined,
  columns: Record<K, PgColumn | SQL>,
  id: PgColumn,
): SQL[] | undefined => {
  if (!sort) return undefined
  const isDescending = sort.startsWith('-')
  const column = columns[(isDescending ? sort.slice(1) : sort) as K]
  return [isDescending ? sql`${column} desc nulls last` : sql`${column} asc nulls last`, sql`${id} desc`]
}

/**
 * Reads one page of a list and counts all rows that match, in two statements. The offset skips ids in an
 * index, so only the rows of the page are read and joined.
 */
export const selectPageWithTotal = async <Select extends PgSelect>(
  db: Db,
  { select, table, where, orderBy }: PageQuery<Select>,
  { page, perPage }: Paging,
): Promise<{ rows: Awaited<Select>; total: number }> => {
  const ids = db
    .select({ id: table.id })
    .from(table as PgTable)
    .where(where)
    .orderBy(...orderBy)
    .limit(perPage)
    .offset((page - 1) * perPage)
  const [rows, total] = await Promise.all([
    select.where(inArray(table.id, ids)).orderBy(...orderBy),
    db.$count(table, where),
  ])
  return { rows: rows as Awaited<Select>, total }
}

/**
 * Reads one page of a list and counts all rows that match, as `selectPageWithTotal` does, with one scan of the table for
 * both. It takes the same time however few rows match, for a condition that no index answers. `orderBy` uses the
 * columns `sortedBy` only.
 */
export const selectPageWithTotalInOneScan = async <Select extends PgSelect>(
  db: Db,
  { select, table, where, orderBy, sortedBy }: PageQuery<Select> & { sortedBy: readonly PgColumn[] },
  { page, perPage }: Paging,
): Promise<{ rows: Awaited<Select>; total: number }> => {
  // the matches have the name of the table, by which the order names its columns
  const { rows: found } = await db.execute<{ ids: string[]; total: number }>(sql`
    with ${table} as (select ${sql.join([table.id, ...sortedBy], sql`, `)} from ${table} where ${where ?? sql`true`})
    select (select count(*)::int from ${table}) as total,
      array(select ${table.id} from ${table} order by ${sql.join(orderBy, sql`, `)} limit ${perPage} offset ${(page - 1) * perPage}) as ids`)
  const { ids = [], total = 0 } = found[0] ?? {}
  const rows = await select.where(inArray(table.id, ids)).orderBy(...orderBy)
  return { rows: rows as Awaited<Select>, total }
}
