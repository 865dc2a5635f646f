import { sql } from 'drizzle-orm'
import { boolean, check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { ProtestState } from '#contract/protest.ts'
import { idColumn, timestamptz } from './columns.ts'
import { events } from './events.ts'
import { teams } from './teams.ts'
import { users } from './users.ts'

/**
 * Requests of teams and players to review a result, with the answers of organizers. `attemptId` is null for a protest against the whole result. `entryId` and
 * `attemptId` have no foreign keys: a removed entry or attempt keeps its protests. An erasure empties `reason` and `answer`.
 */
export const protests = pgTable(
  'protests',
  {
    id: idColumn(),
    eventId: uuid('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    entryId: uuid('entry_id').notNull(),
    attemptId: uuid('attempt_id'),
    teamId: uuid('team_id').references(() => teams.id, { onDelete: 'cascade' }),
    state: text('state').$type<ProtestState>().notNull().default('open'),
    reason: text('reason').notNull(),
    answer: text('answer').notNull().default(''),
    /** A head judge or an organizer entered it for the team, so no account asked. */
    isOnPaper: boolean('is_on_paper').notNull().default(false),
    createdBy: uuid('created_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    answeredBy: uuid('answered_by').references(() => users.id, { onDelete: 'set null' }),
    /** When the protest was answered or withdrawn. */
    closedAt: timestamptz('closed_at'),
  },
  (t) => [
    index('protests_event').on(t.eventId, t.createdAt),
    index('protests_entry').on(t.entryId),
    index('protests_team').on(t.teamId),
    index('protests_created_by').on(t.createdBy),
    uniqueIndex('protests_open_key').on(t.entryId, sql`coalesce(attempt_id, entry_id)`).where(sql`state = 'open'`),
    check('protests_state_known', sql`state in ('open','accepted','rejected','withdrawn')`),
  ],
)
