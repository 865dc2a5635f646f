import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { searchForm } from '#contract/rules/search-form.ts'

const mostWords = 10

/** The words of a search (10 at most) in the form in which they are compared. */
export const searchWords = (search: string): string[] =>
  searchForm(search)
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, mostWords)

/** Conditions for a query: every word of a search (10 at most) stands in a `search` column, whatever its spelling. None for an empty search. */
export const matching = (column: PgColumn | SQL, search: string | undefined): SQL[] =>
  searchWords(search ?? '').map((word) => sql`${column} like ${`%${word.replace(/[\\%_]/g, '\\$&')}%`}`)
