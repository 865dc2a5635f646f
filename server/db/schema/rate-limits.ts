import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { timestamptz } from './columns.ts'

/** Attempts that the rate limits of accounts counted, shared by all processes. `key` is a keyed hash of the limit and what it counts, so it contains no personal data. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text('key').primaryKey(),
    count: integer('count').notNull(),
    expiresAt: timestamptz('expires_at').notNull(),
  },
  (t) => [index('rate_limits_expires').on(t.expiresAt), check('rate_limits_count_positive', sql`count >= 0`)],
)
