import { pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { timestamptz } from './columns.ts'
import { asNonPersonal, asUncheckedAgainstScoreLog, describeColumns } from './describe-columns.ts'
import { events } from './events.ts'
import { teams } from './teams.ts'

/**
 * Emails that owners of teams got, so that no recipient gets an email twice. `key` tells emails of one kind
 * apart.
 */
export const teamNotices = pgTable(
  'team_notices',
  {
    teamId: uuid('team_id')
      .notNull()
      .references(() => teams.id, { onDelete: 'cascade' }),
    kind: text('kind')
      .$type<
        | 'registered'
        | 'paid'
        | 'refunded'
        | 'changed'
        | 'decided'
        | 'advanced'
        | 'advance-undone'
        | 'registration-closes'
        | 'payment-due'
        | 'guardians-missing'
        | 'guardian-refused'
      >()
      .notNull(),
    key: text('key').notNull(),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.teamId, t.kind, t.key] })],
)
export const teamNoticeColumns = describeColumns(
  teamNotices,
  asNonPersonal('teamId', 'kind', 'key', 'createdAt'),
)

/** Events whose participants got an email with their result. */
export const eventResultNotices = pgTable('event_result_notices', {
  eventId: uuid('event_id')
    .primaryKey()
    .references(() => events.id, { onDelete: 'cascade' }),
  createdAt: timestamptz('created_at').notNull().defaultNow(),
})
export const eventResultNoticeColumns = describeColumns(
  eventResultNotices,
  asUncheckedAgainstScoreLog('it says which emails were sent', asNonPersonal('eventId', 'createdAt')),
)
