import { sql } from 'drizzle-orm'
import { bigint, check, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { ResultsStatus } from '#contract/results.ts'
import { idColumn, timestamptz } from './columns.ts'
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

/**
 * Teams that advanced to another stage in one step, and to the event `targetEventId` if there is one. `teams` has what the step changed, so that it can be undone:
 * `isAdded` teams were new in that event.
 */
export const advancements = pgTable(
  'advancements',
  {
    id: idColumn(),
    eventId: uuid('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    targetEventId: uuid('target_event_id').references(() => events.id, { onDelete: 'set null' }),
    stage: text('stage').notNull(),
    teams: jsonb('teams').$type<{ id: string; rank: number; stageBefore: string; isAdded: boolean }[]>().notNull(),
    createdBy: uuid('created_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    undoneAt: timestamptz('undone_at'),
  },
  (t) => [index('advancements_event').on(t.eventId)],
)
