import { sql } from 'drizzle-orm'
import {
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import type { AdminScheduleSlot } from '#contract/event/schedule/schedule.schema.ts'
import { defaultSlotMinutes } from '#contract/event/schedule/schedule.ts'
import { idColumn, nullableReferenceIndex, timestamptz } from './columns.ts'
import { asErased, asNonPersonal, asUncheckedAgainstScoreLog, describeColumns } from './describe-columns.ts'
import { events } from './events.ts'
import { teams } from './teams.ts'
import { users } from './users.ts'

/** Why the check of the score log does not compare the tables of the schedule. */
const whoTakesPart = 'it says who takes part, where and when, and no result follows from it'

/** The teams that take part in an event on the day, with the code of their badge and their check-in. */
export const eventTeams = pgTable(
  'event_teams',
  {
    eventId: uuid('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    teamId: uuid('team_id')
      .notNull()
      .references(() => teams.id, { onDelete: 'cascade' }),
    badgeCode: text('badge_code').notNull(),
    checkedInAt: timestamptz('checked_in_at'),
    checkedInBy: uuid('checked_in_by').references(() => users.id, { onDelete: 'set null' }),
    /** When the team withdrew from the event; null while it takes part. */
    withdrawnAt: timestamptz('withdrawn_at'),
    withdrawalReason: text('withdrawal_reason').notNull().default(''),
    /** The slots that the withdrawal removed from the schedule; taking it back restores them. */
    withdrawnSlots: jsonb('withdrawn_slots').$type<AdminScheduleSlot[]>(),
  },
  (t) => [
    primaryKey({ columns: [t.eventId, t.teamId] }),
    unique('event_teams_badge_code_key').on(t.eventId, t.badgeCode),
    index('event_teams_team').on(t.teamId),
    nullableReferenceIndex('event_teams_checked_in_by', t.checkedInBy),
  ],
)
export const eventTeamColumns = describeColumns(
  eventTeams,
  asUncheckedAgainstScoreLog(whoTakesPart, {
    ...asNonPersonal('eventId', 'teamId', 'badgeCode', 'checkedInAt', 'checkedInBy', 'withdrawnAt'),
    ...asNonPersonal('withdrawnSlots'),
    ...asErased('withdrawalReason'),
  }),
)

/** The schedule of an event: which team has which round, when and at which table. */
export const scheduleSlots = pgTable(
  'schedule_slots',
  {
    id: idColumn(),
    eventId: uuid('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    teamId: uuid('team_id')
      .notNull()
      .references(() => teams.id, { onDelete: 'cascade' }),
    round: smallint('round').notNull(),
    tableName: text('table_name').notNull(),
    startsAt: timestamptz('starts_at').notNull(),
    durationMinutes: smallint('duration_minutes').notNull().default(defaultSlotMinutes),
    version: integer('version').notNull().default(1),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (t) => [
    index('schedule_slots_event').on(t.eventId, t.startsAt),
    index('schedule_slots_team').on(t.teamId),
    check('schedule_slots_duration_in_range', sql`duration_minutes between 1 and 600`),
  ],
)
export const scheduleSlotColumns = describeColumns(
  scheduleSlots,
  asUncheckedAgainstScoreLog(whoTakesPart, {
    ...asNonPersonal(
      'id',
      'eventId',
      'teamId',
      'round',
      'tableName',
      'startsAt',
      'durationMinutes',
      'version',
    ),
    ...asNonPersonal('createdAt'),
  }),
)

/**
 * The places of the matches of an event in its schedule, also of those whose sides are not known yet. The
 * slots of the teams in `schedule_slots` follow from them: one for each team of a match, with the number of
 * the match as its round.
 */
export const matchSlots = pgTable(
  'match_slots',
  {
    eventId: uuid('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    match: smallint('match').notNull(),
    /** Entries of the audit log and forms name the slot by its id and version, as those of teams. */
    id: uuid('id').notNull().unique('match_slots_id_key'),
    tableName: text('table_name').notNull(),
    startsAt: timestamptz('starts_at').notNull(),
    durationMinutes: smallint('duration_minutes').notNull().default(defaultSlotMinutes),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    primaryKey({ columns: [t.eventId, t.match] }),
    check('match_slots_duration_in_range', sql`duration_minutes between 1 and 600`),
  ],
)
export const matchSlotColumns = describeColumns(
  matchSlots,
  asUncheckedAgainstScoreLog(
    whoTakesPart,
    asNonPersonal('eventId', 'match', 'id', 'tableName', 'startsAt', 'durationMinutes', 'version'),
  ),
)

/**
 * Former states of schedules, from which a change of many slots is reverted. Entries of the audit log name
 * them by the hash of their slots.
 */
export const scheduleStates = pgTable(
  'schedule_states',
  {
    eventId: uuid('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    hash: text('hash').notNull(),
    slots: jsonb('slots').$type<AdminScheduleSlot[]>().notNull(),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.eventId, t.hash] })],
)
export const scheduleStateColumns = describeColumns(
  scheduleStates,
  asUncheckedAgainstScoreLog(whoTakesPart, asNonPersonal('eventId', 'hash', 'slots', 'createdAt')),
)

/** Events whose schedule visitors see. */
export const publishedSchedules = pgTable(
  'published_schedules',
  {
    eventId: uuid('event_id')
      .primaryKey()
      .references(() => events.id, { onDelete: 'cascade' }),
    publishedAt: timestamptz('published_at').notNull().defaultNow(),
    publishedBy: uuid('published_by').references(() => users.id, { onDelete: 'set null' }),
  },
  (t) => [nullableReferenceIndex('published_schedules_published_by', t.publishedBy)],
)
export const publishedScheduleColumns = describeColumns(
  publishedSchedules,
  asUncheckedAgainstScoreLog(whoTakesPart, asNonPersonal('eventId', 'publishedAt', 'publishedBy')),
)
