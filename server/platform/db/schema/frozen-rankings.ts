import { boolean, index, integer, jsonb, pgTable, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { nullableReferenceIndex, timestamptz } from './columns.ts'
import {
  asCheckedAgainstScoreLog,
  asNonPersonal,
  asUncheckedAgainstScoreLog,
  describeColumns,
} from './describe-columns.ts'
import { events } from './events.ts'
import {
  createScoreAttemptColumns,
  createScoreEntryColumns,
  scoreAttemptDescriptions,
  scoreEntryDescriptions,
} from './scores.ts'
import { users } from './users.ts'

/**
 * Events whose public ranking is frozen or will be. `freezeAt` is the time from which no change of a score is
 * public. `frozenAt` is when the entries were copied to `frozenScoreEntries`, null before that. Deleting the
 * row deletes the copies and so publishes the standing ranking.
 */
export const rankingFreezes = pgTable('ranking_freezes', {
  eventId: uuid('event_id')
    .primaryKey()
    .references(() => events.id, { onDelete: 'cascade' }),
  freezeAt: timestamptz('freeze_at').notNull(),
  frozenAt: timestamptz('frozen_at'),
  entryCount: integer('entry_count').notNull().default(0),
  eventUpdatedAt: timestamptz('event_updated_at'),
  createdAt: timestamptz('created_at').notNull().defaultNow(),
})
export const rankingFreezeColumns = describeColumns(rankingFreezes, {
  ...asCheckedAgainstScoreLog(asNonPersonal('eventId', 'freezeAt', 'frozenAt', 'entryCount')),
  ...asUncheckedAgainstScoreLog('only the sitemap shows it', asNonPersonal('eventUpdatedAt')),
  ...asUncheckedAgainstScoreLog('no result follows from it', asNonPersonal('createdAt')),
})

/**
 * The entries of a frozen ranking as visitors see them. Each has the id of the entry that it is a copy of.
 */
export const frozenScoreEntries = pgTable(
  'frozen_score_entries',
  {
    ...createScoreEntryColumns(),
    eventId: uuid('event_id')
      .notNull()
      .references(() => rankingFreezes.eventId, { onDelete: 'cascade' }),
  },
  (t) => [
    uniqueIndex('frozen_score_entries_participant_key').on(t.eventId, t.participantKey),
    index('frozen_score_entries_ranking').on(
      t.eventId,
      t.rankingKey.asc().nullsLast(),
      t.reachedAt.asc().nullsLast(),
      t.id.asc().nullsLast(),
      t.hasRankOfAlliance,
    ),
    index('frozen_score_entries_user').on(t.userId),
    index('frozen_score_entries_team').on(t.teamId),
  ],
)
export const frozenScoreEntryColumns = describeColumns(frozenScoreEntries, scoreEntryDescriptions)

/** The attempts of the entries of a frozen ranking. */
export const frozenScoreAttempts = pgTable(
  'frozen_score_attempts',
  {
    ...createScoreAttemptColumns(),
    entryId: uuid('entry_id')
      .notNull()
      .references(() => frozenScoreEntries.id, { onDelete: 'cascade' }),
  },
  (t) => [
    index('frozen_score_attempts_entry').on(t.entryId, t.at, t.id),
    nullableReferenceIndex('frozen_score_attempts_created_by', t.createdBy),
  ],
)
export const frozenScoreAttemptColumns = describeColumns(frozenScoreAttempts, scoreAttemptDescriptions)

/**
 * The reveal of a frozen ranking. `steps` are computed when it begins
 * (server/event/results/reveal-steps.ts); `openedCount` of them are open. Visitors see no rehearsal.
 */
export const rankingReveals = pgTable(
  'ranking_reveals',
  {
    eventId: uuid('event_id')
      .primaryKey()
      .references(() => rankingFreezes.eventId, { onDelete: 'cascade' }),
    id: uuid('id').notNull(),
    isRehearsal: boolean('is_rehearsal').notNull(),
    isPaused: boolean('is_paused').notNull().default(false),
    steps: jsonb('steps').$type<unknown>().notNull(),
    openedCount: integer('opened_count').notNull().default(0),
    startedBy: uuid('started_by').references(() => users.id, { onDelete: 'set null' }),
    startedAt: timestamptz('started_at').notNull().defaultNow(),
  },
  (t) => [nullableReferenceIndex('ranking_reveals_started_by', t.startedBy)],
)
// the steps have ids, points and times only
export const rankingRevealColumns = describeColumns(
  rankingReveals,
  asUncheckedAgainstScoreLog(
    'visitors see its ranks and totals until the freeze ends, as they were when the reveal began, and no result follows from them; the tab Results says when they are not those of the ranking',
    {
      ...asNonPersonal('eventId', 'id', 'isRehearsal', 'isPaused', 'steps', 'openedCount', 'startedBy'),
      ...asNonPersonal('startedAt'),
    },
  ),
)
