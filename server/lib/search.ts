import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { searchForm } from '#contract/rules/search-form.ts'

const maxTerms = 10

/** The terms of a search (10 at most) in normal form. */
const splitSearchTerms = (search: string): string[] =>
  searchForm(search)
    .split(/\s+/)
    .filter((term) => term !== '')
    .slice(0, maxTerms)

/** Conditions of a query: a `search` column contains every term of the search, in any spelling. An empty search has no condition. */
export const buildSearchConditions = (column: PgColumn | SQL, search: string | undefined): SQL[] =>
  splitSearchTerms(search ?? '').map((term) => sql`${column} like ${`%${term.replace(/[\\%_]/g, '\\$&')}%`}`)
