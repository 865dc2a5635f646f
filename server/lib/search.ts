import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { splitSearchTerms } from '#contract/rules/search-form.ts'

const maxTerms = 10

const splitLimitedTerms = (search: string | undefined): string[] => splitSearchTerms(search ?? '').slice(0, maxTerms)
const escapePattern = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** Builds the conditions that a `search` column contains every term of a search, of at most 10. An empty search has no conditions. */
export const buildSearchConditions = (column: PgColumn | SQL, search: string | undefined): SQL[] =>
  splitLimitedTerms(search).map((term) => sql`${column} like ${`%${escapePattern(term)}%`}`)

/**
 * Orders the rows that match a search: a field is the search, a field begins with it, a word begins with it, other matches (`rateSearchMatch` of
 * contract/rules/search-form.ts). An empty search has no order.
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
