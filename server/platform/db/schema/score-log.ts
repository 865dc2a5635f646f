import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { ScoreLogKind } from '#contract/event/scores/score-log.schema.ts'
import { idColumn, timestamptz } from './columns.ts'
import {
  asCheckedAgainstScoreLog,
  asNonPersonal,
  asUncheckedAgainstScoreLog,
  describeColumns,
} from './describe-columns.ts'

/**
 * Every change of attempts, rules, participants, publication, freeze, awards and advancement, and every sheet
 * of a judge, as a chain of hashes for each event.
 * Rows are only added: the application role may not change or delete them, and a trigger rejects both. There
 * are no foreign keys, so that erasures and permanent deletions leave the chain as it is. `before` and
 * `after` are canonical JSON (RFC 8785).
 */
export const scoreLog = pgTable(
  'score_log',
  {
    eventId: uuid('event_id').notNull(),
    sequence: bigint('sequence', { mode: 'number' }).notNull(),
    kind: text('kind').$type<ScoreLogKind>().notNull(),
    entryId: uuid('entry_id'),
    attemptId: uuid('attempt_id'),
    before: text('before'),
    after: text('after'),
    actorId: uuid('actor_id'),
    source: text('source').notNull(),
    device: text('device'),
    ruleVersion: integer('rule_version'),
    time: timestamptz('time').notNull(),
    previousHash: text('previous_hash').notNull(),
    hash: text('hash').notNull(),
  },
  (t) => [primaryKey({ columns: [t.eventId, t.sequence] }), check('score_log_sequence', sql`sequence >= 1`)],
)
export const scoreLogColumns = describeColumns(
  scoreLog,
  asCheckedAgainstScoreLog({
    ...asNonPersonal('eventId', 'sequence', 'kind', 'entryId', 'attemptId', 'before', 'after', 'actorId'),
    ...asNonPersonal('source', 'device', 'ruleVersion', 'time', 'previousHash', 'hash'),
  }),
)

/**
 * The last row of the log of each event. Writers lock it, so that the rows of an event are added one after
 * the other.
 */
export const scoreLogHeads = pgTable('score_log_heads', {
  eventId: uuid('event_id').primaryKey(),
  sequence: bigint('sequence', { mode: 'number' }).notNull(),
  hash: text('hash').notNull(),
})
export const scoreLogHeadColumns = describeColumns(
  scoreLogHeads,
  asCheckedAgainstScoreLog(asNonPersonal('eventId', 'sequence', 'hash')),
)

/** The heads that were published with results. Rows are only added, as to `score_log`. */
export const publishedScoreLogHeads = pgTable(
  'published_score_log_heads',
  {
    id: idColumn(),
    eventId: uuid('event_id').notNull(),
    sequence: bigint('sequence', { mode: 'number' }).notNull(),
    hash: text('hash').notNull(),
    publishedAt: timestamptz('published_at').notNull().defaultNow(),
  },
  (t) => [index('published_score_log_heads_event').on(t.eventId, t.sequence)],
)
export const publishedScoreLogHeadColumns = describeColumns(publishedScoreLogHeads, {
  ...asUncheckedAgainstScoreLog(
    'the row about the publication has the time, and nothing refers to the id',
    asNonPersonal('id', 'publishedAt'),
  ),
  ...asCheckedAgainstScoreLog(asNonPersonal('eventId', 'sequence', 'hash')),
})
