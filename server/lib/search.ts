import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { normalizeSearchText } from '#contract/rules/search-form.ts'

const maxTerms = 10

/** Splits a search into at most 10 terms in normal form. */
const splitSearchTerms = (search: string): string[] =>
  normalizeSearchText(search)
    .split(/\s+/)
    .filter((term) => term !== '')
    .slice(0, maxTerms)

/** Builds the conditions that a `search` column contains every term of a search. An empty search has no conditions. */
export const buildSearchConditions = (column: PgColumn | SQL, search: string | undefined): SQL[] =>
  splitSearchTerms(search ?? '').map((term) => sql`${column} like ${`%${term.replace(/[\\%_]/g, '\\$&')}%`}`)
