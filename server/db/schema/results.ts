import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { ResultsStatus } from '#contract/results.ts'
import { idColumn, timestamptz } from './columns.ts'
import { events } from './events.ts'
import { teamPeople } from './teams.ts'
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

/**
 * Certificates of final results, one for each player or member of a team. Names are read from the entry and the member, so that an erasure removes them from
 * certificates, too. `entryId` has no foreign key: results that are taken back can lose the entry of a certificate, which is revoked then.
 */
export const certificates = pgTable(
  'certificates',
  {
    code: text('code').primaryKey(),
    eventId: uuid('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    entryId: uuid('entry_id').notNull(),
    personId: uuid('person_id').references(() => teamPeople.id, { onDelete: 'set null' }),
    isForMember: boolean('is_for_member').notNull(),
    rank: integer('rank').notNull(),
    issuedAt: timestamptz('issued_at').notNull(),
    revokedAt: timestamptz('revoked_at'),
  },
  (t) => [
    index('certificates_event').on(t.eventId, t.rank),
    index('certificates_entry').on(t.entryId),
    index('certificates_person').on(t.personId),
  ],
)
