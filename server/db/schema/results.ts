import { sql } from 'drizzle-orm'
import { bigint, check, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { ResultsStatus } from '#contract/results.ts'
import { timestamptz } from './columns.ts'
import { events } from './events.ts'
import { users } from './users.ts'

/**
 * Events whose results are published. Final results do not change until the row is deleted. `logSequence` and `logHash` are the head of the score log at the
 * publication.
 */
export const publishedResults = pgTable(
  'published_results',
  {
    eventId: uuid('event_id')
      .primaryKey()
      .references(() => events.id, { onDelete: 'cascade' }),
    status: text('status').$type<ResultsStatus>().notNull(),
    logSequence: bigint('log_sequence', { mode: 'number' }).notNull(),
    logHash: text('log_hash').notNull(),
    publishedBy: uuid('published_by').references(() => users.id, { onDelete: 'set null' }),
    publishedAt: timestamptz('published_at').notNull().defaultNow(),
  },
  () => [check('published_results_status_known', sql`status in ('provisional','final')`)],
)
