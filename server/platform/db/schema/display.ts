import { sql } from 'drizzle-orm'
import { check, integer, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import type { DisplayScene } from '#contract/event/display.ts'
import { timestamptz } from './columns.ts'
import { asNonPersonal, asUncheckedAgainstScoreLog, describeColumns } from './describe-columns.ts'
import { events } from './events.ts'

/** Screens of the display of an event. A screen without a row shows the ranking. */
export const displayScreens = pgTable(
  'display_screens',
  {
    eventId: uuid('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    /** The last part of its address. */
    number: smallint('number').notNull(),
    name: text('name').notNull(),
    scene: text('scene').$type<DisplayScene>().notNull().default('ranking'),
    messageEn: text('message_en').notNull().default(''),
    messageAr: text('message_ar').notNull().default(''),
  },
  (t) => [
    primaryKey({ columns: [t.eventId, t.number] }),
    check('display_screens_number_in_range', sql`number between 1 and 20`),
    check(
      'display_screens_scene_known',
      sql`scene in ('ranking','matches','tables','clock','timer','message','sponsors','podium')`,
    ),
  ],
)
export const displayScreenColumns = describeColumns(
  displayScreens,
  asUncheckedAgainstScoreLog(
    'it is only shown on screens',
    asNonPersonal('eventId', 'number', 'name', 'scene', 'messageEn', 'messageAr'),
  ),
)

/** The match timer of an event, which all of its screens show alike. It runs while `endsAt` is set. */
export const matchTimers = pgTable('match_timers', {
  eventId: uuid('event_id')
    .primaryKey()
    .references(() => events.id, { onDelete: 'cascade' }),
  durationMs: integer('duration_ms').notNull(),
  remainingMs: integer('remaining_ms').notNull(),
  endsAt: timestamptz('ends_at'),
})
export const matchTimerColumns = describeColumns(
  matchTimers,
  asUncheckedAgainstScoreLog(
    'it is only shown on screens',
    asNonPersonal('eventId', 'durationMs', 'remainingMs', 'endsAt'),
  ),
)
