import { bigint, date, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

/**
 * Kept counts, so that the dashboard and the lists need not count rows. Triggers keep them (migration 0002): `subject` says what is counted (`users`, `downloads`,
 * `messages`, `teams`), `facet` by what, `day` is the day (UTC) or 1970-01-01 where days do not matter, `key` the value.
 */
export const totals = pgTable(
  'totals',
  {
    subject: text('subject').notNull(),
    facet: text('facet').notNull(),
    day: date('day').notNull().default('1970-01-01'),
    key: text('key').notNull(),
    count: bigint('count', { mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.subject, t.facet, t.day, t.key] })],
)
