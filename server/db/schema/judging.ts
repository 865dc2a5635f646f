import { sql } from 'drizzle-orm'
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { idColumn, timestamptz } from './columns.ts'
import { events } from './events.ts'
import { users } from './users.ts'

/** Judges of an event, who sign in with a code instead of an account. Only the hash of a code is stored. Without tables or days a judge judges at all tables or on all days. */
export const judges = pgTable(
  'judges',
  {
    id: idColumn(),
    eventId: uuid('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    tables: text('tables').array().notNull().default(sql`'{}'::text[]`),
    /** Calendar dates, `2026-12-05`, in the time zone of the site. */
    days: text('days').array().notNull().default(sql`'{}'::text[]`),
    codeHash: text('code_hash').notNull().unique('judges_code_hash_key'),
    hint: text('hint').notNull(),
    createdBy: uuid('created_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    lastUsedAt: timestamptz('last_used_at'),
    revokedAt: timestamptz('revoked_at'),
  },
  (t) => [index('judges_event').on(t.eventId)],
)

/** Devices on which a judge is signed in. */
export const judgeSessions = pgTable(
  'judge_sessions',
  {
    id: idColumn(),
    judgeId: uuid('judge_id')
      .notNull()
      .references(() => judges.id, { onDelete: 'cascade' }),
    tokenHash: text('token_hash').notNull().unique('judge_sessions_token_hash_key'),
    userAgent: text('user_agent').notNull().default(''),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    lastSeenAt: timestamptz('last_seen_at').notNull().defaultNow(),
  },
  (t) => [index('judge_sessions_judge').on(t.judgeId)],
)
