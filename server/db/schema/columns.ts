import { randomUUIDv7 } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import { boolean, type ExtraConfigColumn, index, integer, numeric, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** An instant, always with a time zone, read as a `Date`. */
export const timestamptz = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

/** Time-ordered primary key (UUIDv7), made here because servers older than PostgreSQL 18 have no `uuidv7()`. */
export const idColumn = () =>
  uuid('id')
    .primaryKey()
    .$defaultFn(() => randomUUIDv7())

/** When a row was made and last changed. */
export const timestampColumns = () => ({
  createdAt: timestamptz('created_at').notNull().defaultNow(),
  updatedAt: timestamptz('updated_at')
    .notNull()
    .defaultNow()
    .$onUpdate(() => new Date()),
})

/** Rows that the back office edits: `version` finds two people saving the same record, `deletedAt` is undone for 30 days, `demo` marks demo content. */
export const editableRecordColumns = () => ({
  ...timestampColumns(),
  version: integer('version').notNull().default(1),
  deletedAt: timestamptz('deleted_at'),
  demo: boolean('demo').notNull().default(false),
})

/** Points: up to three decimals, read as a number. */
export const pointsColumn = (name: string) => numeric(name, { precision: 15, scale: 3, mode: 'number' })

/** The text that search looks at, in normal form (`search_form`, defined in the first migration). */
export const searchColumn = (of: SQL) => text('search').generatedAlwaysAs(sql`search_form(${of})`)

/** Trigram index over a `searchText` column. */
export const trigramIndex = (name: string, column: ExtraConfigColumn) => index(name).using('gin', column.op('gin_trgm_ops'))
