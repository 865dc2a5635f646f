import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { RuleSet } from '#contract/event/scoring/rule-set.schema.ts'
import { nullableReferenceIndex, timestamptz } from './columns.ts'
import {
  asCheckedAgainstScoreLog,
  asNonPersonal,
  asUncheckedAgainstScoreLog,
  describeColumns,
} from './describe-columns.ts'
import { events } from './events.ts'
import { teams } from './teams.ts'
import { users } from './users.ts'

/**
 * The versions of the rule sets of events. The newest one is in force; its document is null when the event
 * returned to the default ranking. An event without versions has the default ranking.
 */
export const eventRuleSets = pgTable(
  'event_rule_sets',
  {
    eventId: uuid('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    version: integer('version').notNull(),
    document: jsonb('document').$type<RuleSet>(),
    createdBy: uuid('created_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.eventId, t.version] }),
    nullableReferenceIndex('event_rule_sets_created_by', t.createdBy),
    check('event_rule_sets_version', sql`version >= 1`),
  ],
)
export const eventRuleSetColumns = describeColumns(eventRuleSets, {
  ...asCheckedAgainstScoreLog(asNonPersonal('eventId', 'version', 'document')),
  ...asUncheckedAgainstScoreLog(
    'no result follows from it; the row about the version has user and time',
    asNonPersonal('createdBy', 'createdAt'),
  ),
})

/**
 * The draw of an event that is played in matches, in `sides` and `withdrawn` with the ids of entries. The
 * score log has the same draw; `MatchDraw` in contract/event/scoring/match-draw.ts describes it.
 */
export const matchDraws = pgTable('match_draws', {
  eventId: uuid('event_id')
    .primaryKey()
    .references(() => events.id, { onDelete: 'cascade' }),
  randomSeed: text('random_seed').notNull(),
  sides: jsonb('sides').$type<string[][]>().notNull(),
  groups: jsonb('groups').$type<number[][]>().notNull(),
  lots: jsonb('lots').$type<number[]>().notNull(),
  withdrawn: jsonb('withdrawn').$type<string[]>().notNull().default([]),
  drawnAt: timestamptz('drawn_at').notNull().defaultNow(),
})
export const matchDrawColumns = describeColumns(matchDraws, {
  ...asCheckedAgainstScoreLog(asNonPersonal('eventId', 'randomSeed', 'sides', 'groups', 'lots', 'withdrawn')),
  ...asUncheckedAgainstScoreLog(
    'no result follows from it; the row about the draw has its time',
    asNonPersonal('drawnAt'),
  ),
})

/**
 * The team of each entry of a draw. The entry gets its id at the draw, and exists from its first result on.
 */
export const drawnEntries = pgTable(
  'drawn_entries',
  {
    entryId: uuid('entry_id').primaryKey(),
    eventId: uuid('event_id')
      .notNull()
      .references(() => matchDraws.eventId, { onDelete: 'cascade' }),
    teamId: uuid('team_id').references(() => teams.id, { onDelete: 'set null' }),
  },
  (t) => [index('drawn_entries_event').on(t.eventId), index('drawn_entries_team').on(t.teamId)],
)
export const drawnEntryColumns = describeColumns(
  drawnEntries,
  asCheckedAgainstScoreLog(asNonPersonal('entryId', 'eventId', 'teamId')),
)
