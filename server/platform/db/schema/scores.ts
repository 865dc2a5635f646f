import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { ParticipantDetails } from '#contract/event/scores/score.schema.ts'
import type { ScoreSheetValues } from '#contract/event/scoring/rule-set.schema.ts'
import {
  idColumn,
  nullableReferenceIndex,
  pointsColumn,
  searchColumn,
  timestampColumns,
  timestamptz,
  trigramIndex,
} from './columns.ts'
import {
  asCheckedAgainstScoreLog,
  asErased,
  asKeptOnErasure,
  asNonPersonal,
  asUncheckedAgainstScoreLog,
  describeColumns,
} from './describe-columns.ts'
import { events } from './events.ts'
import { imports } from './imports.ts'
import { teams } from './teams.ts'
import { users } from './users.ts'

/** The columns of a score entry except the reference to its ranking. */
export const createScoreEntryColumns = () => ({
  id: idColumn(),
  participantKey: text('participant_key').notNull(),
  userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
  teamId: uuid('team_id').references(() => teams.id, { onDelete: 'set null' }),
  playerName: text('player_name').notNull().default(''),
  playerEmail: text('player_email').notNull().default(''),
  teamNo: text('team_no').notNull().default(''),
  teamName: text('team_name').notNull().default(''),
  schoolName: text('school').notNull().default(''),
  /**
   * The salt of the hashes that the score log has of the participant and the names; every change of them has
   * a new one.
   */
  participantSalt: text('participant_salt'),
  missionType: smallint('mission_type').notNull().default(0),
  score: pointsColumn('score').notNull().default(0),
  timeMs: bigint('time_ms', { mode: 'number' }).notNull().default(0),
  totalScore: pointsColumn('total_score').notNull().default(0),
  totalTimeMs: bigint('total_time_ms', { mode: 'number' }).notNull().default(0),
  reachedAt: timestamptz('reached_at').notNull().defaultNow(),
  /**
   * The ranking key by the rule set of the event (contract/event/scoring/rule-set-result.ts); null in an event
   * without one.
   */
  ruleSetKey: doublePrecision('rule_set_key').array(),
  /** Lower is better. Without a rule set: highest total score, then lowest total time. */
  rankingKey: doublePrecision('ranking_key')
    .array()
    .notNull()
    .generatedAlwaysAs(
      sql`coalesce(rule_set_key, array[0 - total_score::double precision, total_time_ms::double precision])`,
    ),
  /**
   * True for the second and third team of an alliance: they share the rank of the first team, and
   * `entryRankSql` does not count them.
   */
  hasRankOfAlliance: boolean('has_rank_of_alliance').notNull().default(false),
  attemptCount: integer('attempt_count').notNull().default(0),
  demo: boolean('demo').notNull().default(false),
  ...timestampColumns(),
  search: searchColumn(sql`player_name || E'\\n' || team_name || E'\\n' || team_no || E'\\n' || school`),
  /** What a search finds of a minor: the name as `toFirstNameAndInitial` shows it. */
  publicSearch: searchColumn(
    sql`short_name(player_name) || E'\\n' || team_name || E'\\n' || team_no || E'\\n' || school`,
    'public_search',
  ),
})

/**
 * The result of a participant in an event. Names are stored in the entry, also for participants without an
 * account, so that a ranking is one index scan. `participantKey` identifies the participant: `user:<id>`,
 * `team:<id>` or `guest:<email, team number or name in search form>`. Ranking order: lowest `rankingKey`,
 * then earliest `reachedAt`. Entries with the same `rankingKey` share a rank.
 */
export const scoreEntries = pgTable(
  'score_entries',
  {
    ...createScoreEntryColumns(),
    eventId: uuid('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
  },
  (t) => [
    uniqueIndex('score_entries_participant_key').on(t.eventId, t.participantKey),
    index('score_entries_ranking').on(
      t.eventId,
      t.rankingKey.asc().nullsLast(),
      t.reachedAt.asc().nullsLast(),
      t.id.asc().nullsLast(),
      t.hasRankOfAlliance,
    ),
    index('score_entries_user').on(t.userId),
    index('score_entries_team').on(t.teamId),
    trigramIndex('score_entries_search', t.search),
    check('score_entries_mission_type_known', sql`mission_type between 0 and 4`),
    check('score_entries_times', sql`time_ms >= 0 and total_time_ms >= 0`),
  ],
)

/** The descriptions of the columns of an entry. */
export const scoreEntryDescriptions = {
  ...asCheckedAgainstScoreLog(
    asNonPersonal('id', 'userId', 'teamId', 'eventId', 'missionType', 'score', 'timeMs'),
  ),
  ...asCheckedAgainstScoreLog(
    asNonPersonal(
      'totalScore',
      'totalTimeMs',
      'reachedAt',
      'ruleSetKey',
      'hasRankOfAlliance',
      'attemptCount',
    ),
  ),
  ...asCheckedAgainstScoreLog(
    asErased('participantKey', 'participantSalt', 'playerName', 'teamNo', 'teamName', 'schoolName'),
  ),
  ...asUncheckedAgainstScoreLog('the database computes it from checked columns', {
    ...asNonPersonal('rankingKey'),
    ...asErased('search', 'publicSearch'),
  }),
  ...asUncheckedAgainstScoreLog(
    'it is masked for visitors, and neither a result nor a name follows from it',
    asErased('playerEmail'),
  ),
  ...asUncheckedAgainstScoreLog(
    'it only says what the removal of the demo content removes',
    asNonPersonal('demo'),
  ),
  ...asUncheckedAgainstScoreLog('no result follows from it', asNonPersonal('createdAt', 'updatedAt')),
}
export const scoreEntryColumns = describeColumns(scoreEntries, scoreEntryDescriptions)

/**
 * The rank of an entry among the entries of one event, as an SQL expression of a query that selects all of
 * them. Teams of an alliance count once.
 */
export const entryRankSql = sql.raw(
  '(1 + count(*) filter (where not has_rank_of_alliance) over (order by ranking_key groups between unbounded preceding and 1 preceding))::int',
)

/** The columns of an attempt except the reference to its entry. */
export const createScoreAttemptColumns = () => ({
  id: idColumn(),
  mission: smallint('mission').notNull().default(1),
  score: pointsColumn('score').notNull(),
  timeMs: bigint('time_ms', { mode: 'number' }).notNull(),
  at: timestamptz('at').notNull().defaultNow(),
  source: text('source').$type<'admin' | 'csv' | 'simulator' | 'judge'>().notNull().default('admin'),
  note: text('note').notNull().default(''),
  /**
   * The values of the score sheet, and the version of the rule set when they were recorded; both are null
   * without a rule set.
   */
  values: jsonb('values').$type<ScoreSheetValues>(),
  ruleVersion: integer('rule_version'),
  /** When the result of the attempt was last corrected; null when it is as it was recorded. */
  correctedAt: timestamptz('corrected_at'),
  createdBy: uuid('created_by').references(() => users.id, { onDelete: 'set null' }),
  ...timestampColumns(),
})

/** Attempts of a score entry, one per run of a mission. `mission` is numbered from 1 within the event. */
export const scoreAttempts = pgTable(
  'score_attempts',
  {
    ...createScoreAttemptColumns(),
    entryId: uuid('entry_id')
      .notNull()
      .references(() => scoreEntries.id, { onDelete: 'cascade' }),
  },
  (t) => [
    index('score_attempts_entry').on(t.entryId, t.at, t.id),
    nullableReferenceIndex('score_attempts_created_by', t.createdBy),
    check('score_attempts_time', sql`time_ms >= 0 and mission >= 1`),
  ],
)

/** The descriptions of the columns of an attempt. */
export const scoreAttemptDescriptions = {
  ...asCheckedAgainstScoreLog(
    asNonPersonal('id', 'entryId', 'mission', 'score', 'timeMs', 'at', 'values', 'ruleVersion'),
  ),
  ...asUncheckedAgainstScoreLog(
    'no result follows from it; the row that added the attempt has it, unless it is an `initial` one',
    asNonPersonal('source', 'createdBy'),
  ),
  ...asUncheckedAgainstScoreLog('the rows about corrections have it', asNonPersonal('correctedAt')),
  ...asUncheckedAgainstScoreLog('it may be personal, and no result follows from it', asErased('note')),
  ...asUncheckedAgainstScoreLog('no result follows from it', asNonPersonal('createdAt', 'updatedAt')),
}
export const scoreAttemptColumns = describeColumns(scoreAttempts, scoreAttemptDescriptions)

/**
 * Score entries and attempts that administrators removed. They can be restored for `restorableDays` and are
 * deleted after that.
 */
export const removedScores = pgTable(
  'removed_scores',
  {
    id: idColumn(),
    eventId: uuid('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    /**
     * The entry without its totals, with the removed attempts
     * (server/event/scores/write/queries-removed-scores.ts).
     */
    record: jsonb('record').$type<unknown>().notNull(),
    removedBy: uuid('removed_by').references(() => users.id, { onDelete: 'set null' }),
    removedAt: timestamptz('removed_at').notNull().defaultNow(),
  },
  (t) => [
    index('removed_scores_event').on(t.eventId, t.removedAt.desc().nullsLast(), t.id.desc().nullsLast()),
    nullableReferenceIndex('removed_scores_removed_by', t.removedBy),
  ],
)
export const removedScoreColumns = describeColumns(
  removedScores,
  asUncheckedAgainstScoreLog('it only helps to undo a change, and the undoing is a row', {
    ...asNonPersonal('id', 'eventId', 'removedBy', 'removedAt'),
    ...asErased('record'),
  }),
)

type StoredDetails = Omit<ParticipantDetails, 'missionType'> & { missionType: number }
/** Names and other details of score entries that an import replaced; an undo of the import restores them. */
export const overwrittenScoreDetails = pgTable(
  'overwritten_score_details',
  {
    importId: uuid('import_id')
      .notNull()
      .references(() => imports.id, { onDelete: 'cascade' }),
    entryId: uuid('entry_id')
      .notNull()
      .references(() => scoreEntries.id, { onDelete: 'cascade' }),
    before: jsonb('before').$type<StoredDetails>().notNull(),
    after: jsonb('after').$type<StoredDetails>().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.importId, t.entryId] }),
    index('overwritten_score_details_entry').on(t.entryId),
  ],
)
export const overwrittenScoreDetailColumns = describeColumns(
  overwrittenScoreDetails,
  asUncheckedAgainstScoreLog('it only helps to undo a change, and the undoing is a row', {
    ...asNonPersonal('importId', 'entryId'),
    ...asErased('before', 'after'),
  }),
)

/** API keys with which the simulator posts scores of an event. Only the hash of a key is stored. */
export const simulatorKeys = pgTable(
  'event_keys',
  {
    id: idColumn(),
    eventId: uuid('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    label: text('label').notNull().default(''),
    keyHash: text('key_hash').notNull().unique('event_keys_hash_key'),
    hint: text('hint').notNull(),
    createdBy: uuid('created_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    lastUsedAt: timestamptz('last_used_at'),
    revokedAt: timestamptz('revoked_at'),
  },
  (t) => [
    index('event_keys_event').on(t.eventId),
    nullableReferenceIndex('event_keys_created_by', t.createdBy),
  ],
)
export const simulatorKeyColumns = describeColumns(
  simulatorKeys,
  asUncheckedAgainstScoreLog('it is a key for the simulator, whose scores are rows', {
    ...asNonPersonal('id', 'eventId', 'label', 'keyHash', 'hint', 'createdBy', 'createdAt', 'lastUsedAt'),
    ...asNonPersonal('revokedAt'),
  }),
)

/** Replies to requests with an `Idempotency-Key`, so that a repeated request changes nothing. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    scope: text('scope').notNull(),
    key: text('key').notNull(),
    requestHash: text('request_hash').notNull(),
    reply: jsonb('reply').$type<unknown>().notNull(),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.scope, t.key] }), index('idempotency_keys_created').on(t.createdAt)],
)
export const idempotencyKeyColumns = describeColumns(idempotencyKeys, {
  ...asKeptOnErasure(
    'the job `purge-idempotency-keys` deletes them after 7 days; they have ids and totals',
    'scope',
    'key',
    'requestHash',
    'reply',
  ),
  ...asNonPersonal('createdAt'),
})
