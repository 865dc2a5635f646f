import { and, asc, eq, gt, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '#server/db/open.ts'
import { type Paging, selectPage } from '#server/db/paging.ts'
import { searchConditions } from '#server/lib/search.ts'

/** A table whose rows the back office edits in the common way: server/db/schema/columns.ts `edited`, with a place in the list. */
export type CrudTable = PgTable & {
  id: PgColumn
  version: PgColumn
  deletedAt: PgColumn
  position: PgColumn
  $inferSelect: { id: string; version: number; deletedAt: Date | null; createdAt: Date; updatedAt: Date }
}

/** For how long a deleted record can be brought back. */
export const undoDays = 30
const undoTime = sql.raw(`interval '${undoDays} days'`)

export type ListAt = Paging & { search?: string | undefined; deleted?: boolean | undefined }

/** What search looks at: a column, or an expression over several. */
export type Searched = PgColumn | SQL
/** A condition that a feature's queries.ts makes. */
export type Condition = SQL

/** The plain queries of such a table. `searched` is the text that the list's search looks at. */
export const crudQueries = <T extends CrudTable>(table: T, searched: Searched) => {
  type Row = T['$inferSelect']
  type Values = Partial<T['$inferInsert']>
  const plain: PgTable = table
  return {
    /** One page in the order of the site, and how many match; `deleted` lists what can still be restored. */
    list: async (db: Db, { page, perPage, search, deleted }: ListAt): Promise<{ rows: Row[]; total: number }> => {
      const present = deleted ? and(isNotNull(table.deletedAt), gt(table.deletedAt, sql`now() - ${undoTime}`)) : isNull(table.deletedAt)
      const list = {
        select: db.select().from(plain).$dynamic(),
        table,
        where: and(present, ...searchConditions(searched, search)),
        orderBy: [asc(table.position), asc(table.id)],
      }
      const { rows, total } = await selectPage(db, list, { page, perPage })
      return { rows: rows as Row[], total }
    },
    /** Undefined for a deleted one. */
    one: async (db: Db, id: string): Promise<Row | undefined> => {
      const [row] = await db
        .select()
        .from(plain)
        .where(and(eq(table.id, id), isNull(table.deletedAt)))
      return row as Row | undefined
    },
    /** Deleted or not; kept from other writers until the transaction ends. */
    lock: async (tx: Db, id: string): Promise<Row | undefined> => {
      const [row] = await tx.select().from(plain).where(eq(table.id, id)).for('update')
      return row as Row | undefined
    },
    insert: async (tx: Db, values: Values): Promise<Row> => {
      const [row] = await tx
        .insert(plain)
        .values(values as never)
        .returning()
      return row as Row
    },
    update: async (tx: Db, id: string, values: Values): Promise<Row> => {
      const [row] = await tx
        .update(plain)
        .set(values as never)
        .where(eq(table.id, id))
        .returning()
      return row as Row
    },
    /** Takes away for good what can no longer be brought back; `unless` keeps what something still needs. */
    purge: async (tx: Db, unless?: SQL): Promise<Row[]> => {
      const expired = and(
        isNotNull(table.deletedAt),
        lt(table.deletedAt, sql`now() - ${undoTime}`),
        unless ? sql`not (${unless})` : undefined,
      )
      return (await tx.delete(plain).where(expired).returning()) as Row[]
    },
    /** The place behind all others. */
    nextPosition: async (tx: Db): Promise<number> => {
      const [row] = await tx.select({ last: sql<number | null>`max(${table.position})`.mapWith(Number) }).from(plain)
      return (row?.last ?? -1) + 1
    },
  }
}
