import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { JudgeSheetContent, SheetReviewStatus } from '#contract/event/judging/judge.ts'
import { idColumn, nullableReferenceIndex, timestamptz } from './columns.ts'
import {
  asCheckedAgainstScoreLog,
  asNonPersonal,
  asUncheckedAgainstScoreLog,
  describeColumns,
} from './describe-columns.ts'
import { events } from './events.ts'
import { judgePeople } from './judge-people.ts'
import { scoreAttempts } from './scores.ts'
import { teams } from './teams.ts'
import { users } from './users.ts'

/** Why the check of the score log does not compare the tables about judges. */
const whoMayJudge = 'it says who may judge, and the sheets and attempts are checked'

/**
 * Judges of an event, who sign in with a code instead of an account. Only the hash of a code is stored.
 * Without tables or days a judge judges at all tables or on all days.
 */
export const judges = pgTable(
  'judges',
  {
    id: idColumn(),
    eventId: uuid('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** The person of the organizer whom the judge is, chosen by a user; names link nobody. */
    personId: uuid('person_id').references(() => judgePeople.id, { onDelete: 'set null' }),
    /** A head judge decides conflicts of sheets, allows additional attempts and enters protests on paper. */
    isHead: boolean('is_head').notNull().default(false),
    tables: text('tables').array().notNull().default(sql`'{}'::text[]`),
    /** Calendar dates, `2026-12-05`, in the time zone of the site. */
    days: text('days').array().notNull().default(sql`'{}'::text[]`),
    codeHash: text('code_hash').notNull().unique('judges_code_hash_key'),
    hint: text('hint').notNull(),
    createdBy: uuid('created_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    lastUsedAt: timestamptz('last_used_at'),
    revokedAt: timestamptz('revoked_at'),
    /** When the judge left the event, for example ill, and who takes over. The code is revoked, too. */
    leftAt: timestamptz('left_at'),
    substituteId: uuid('substitute_id').references((): AnyPgColumn => judges.id, { onDelete: 'set null' }),
  },
  (t) => [
    index('judges_event').on(t.eventId),
    // a person is one judge of an event
    uniqueIndex('judges_event_person_key').on(t.eventId, t.personId).where(sql`person_id is not null`),
    nullableReferenceIndex('judges_person', t.personId),
    nullableReferenceIndex('judges_created_by', t.createdBy),
    nullableReferenceIndex('judges_substitute', t.substituteId),
  ],
)
// an organizer gives a judge a name; `purge-judges` erases it
export const judgeColumns = describeColumns(
  judges,
  asUncheckedAgainstScoreLog(whoMayJudge, {
    ...asNonPersonal(
      'id',
      'eventId',
      'name',
      'personId',
      'isHead',
      'tables',
      'days',
      'codeHash',
      'hint',
      'createdBy',
    ),
    ...asNonPersonal('createdAt', 'lastUsedAt', 'revokedAt', 'leftAt', 'substituteId'),
  }),
)

/** Devices on which a judge is signed in. */
export const judgeSessions = pgTable(
  'judge_sessions',
  {
    id: idColumn(),
    judgeId: uuid('judge_id')
      .notNull()
      .references(() => judges.id, { onDelete: 'cascade' }),
    tokenHash: text('token_hash').notNull().unique('judge_sessions_token_hash_key'),
    userAgent: text('user_agent').notNull().default(''),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    lastSeenAt: timestamptz('last_seen_at').notNull().defaultNow(),
    /** How many sheets the device had not sent when it last reported that; null before the first report. */
    unsentSheets: smallint('unsent_sheets'),
    reportedAt: timestamptz('reported_at'),
  },
  (t) => [index('judge_sessions_judge').on(t.judgeId)],
)
export const judgeSessionColumns = describeColumns(
  judgeSessions,
  asUncheckedAgainstScoreLog(whoMayJudge, {
    ...asNonPersonal('id', 'judgeId', 'tokenHash', 'userAgent', 'createdAt', 'lastSeenAt', 'unsentSheets'),
    ...asNonPersonal('reportedAt'),
  }),
)

/**
 * Score sheets that judges sent. The device chooses the id, so that a repeated request changes nothing.
 * `attemptId` is null for sheets that the judge discarded, that wait for a second judge or that were
 * rejected, and for sheets whose attempt was removed.
 */
export const judgeSheets = pgTable(
  'judge_sheets',
  {
    id: uuid('id').primaryKey(),
    eventId: uuid('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    teamId: uuid('team_id').references(() => teams.id, { onDelete: 'set null' }),
    judgeId: uuid('judge_id').references(() => judges.id, { onDelete: 'set null' }),
    attemptId: uuid('attempt_id').references(() => scoreAttempts.id, { onDelete: 'set null' }),
    round: smallint('round').notNull(),
    sheet: jsonb('sheet').$type<JudgeSheetContent>().notNull(),
    /** The salt of the hash that the score log has of the sheet. */
    salt: text('salt'),
    isDiscarded: boolean('is_discarded').notNull().default(false),
    device: text('device').notNull().default(''),
    /**
     * The corrected clock of the device: when the judge finished the sheet, and when the captain of the team
     * confirmed it.
     */
    judgedAt: timestamptz('judged_at').notNull(),
    confirmedAt: timestamptz('confirmed_at'),
    receivedAt: timestamptz('received_at').notNull().defaultNow(),
    /** The user of the back office who took the sheet in from a file. */
    importedBy: uuid('imported_by').references(() => users.id, { onDelete: 'set null' }),
  },
  (t) => [
    index('judge_sheets_event').on(t.eventId, t.receivedAt),
    index('judge_sheets_attempt').on(t.attemptId),
    index('judge_sheets_device').on(t.device),
    nullableReferenceIndex('judge_sheets_team', t.teamId),
    nullableReferenceIndex('judge_sheets_judge', t.judgeId),
    nullableReferenceIndex('judge_sheets_imported_by', t.importedBy),
  ],
)
export const judgeSheetColumns = describeColumns(judgeSheets, {
  ...asCheckedAgainstScoreLog({
    ...asNonPersonal(
      'id',
      'eventId',
      'teamId',
      'judgeId',
      'attemptId',
      'round',
      'sheet',
      'salt',
      'isDiscarded',
    ),
    ...asNonPersonal('device', 'judgedAt', 'confirmedAt'),
  }),
  ...asUncheckedAgainstScoreLog(
    'it orders the sheets of an attempt, whose values are checked; the first row about a sheet has its own time',
    asNonPersonal('receivedAt'),
  ),
  ...asUncheckedAgainstScoreLog(
    'no result follows from it; the first row about the sheet has it, unless it is an `initial` one',
    asNonPersonal('importedBy'),
  ),
})

/**
 * Score sheets that need a second judge or the decision of a head judge, and what became of them. A sheet is
 * written to the scores when it is confirmed. `expected` and `replaces` are the attempts of the team in the
 * round that the first judge knew, and the one that the sheet corrects.
 */
export const sheetReviews = pgTable(
  'sheet_reviews',
  {
    sheetId: uuid('sheet_id')
      .primaryKey()
      .references(() => judgeSheets.id, { onDelete: 'cascade' }),
    status: text('status').$type<SheetReviewStatus>().notNull().default('waiting'),
    expected: jsonb('expected').$type<{ id: string; version: string }[]>().notNull(),
    replaces: uuid('replaces'),
    /**
     * Only a head judge or an organizer decides: the round had other results than the judge knew, or the
     * sheet would be a further attempt or replace the result of another judge.
     */
    needsDecision: boolean('needs_decision').notNull().default(false),
    reason: text('reason').notNull().default(''),
    /**
     * The second judge with the session, or the user of the back office, who confirmed or rejected the sheet.
     */
    reviewerId: uuid('reviewer_id').references(() => judges.id, { onDelete: 'set null' }),
    reviewedBy: uuid('reviewed_by').references(() => users.id, { onDelete: 'set null' }),
    device: text('device').notNull().default(''),
    reviewedAt: timestamptz('reviewed_at'),
  },
  (t) => [
    index('sheet_reviews_open').on(t.sheetId).where(sql`status <> 'confirmed'`),
    nullableReferenceIndex('sheet_reviews_reviewer', t.reviewerId),
    nullableReferenceIndex('sheet_reviews_reviewed_by', t.reviewedBy),
    check('sheet_reviews_status_known', sql`status in ('waiting','confirmed','rejected')`),
  ],
)
// The form asks organizers to write no names into the reason. The job `purge-judges` erases reasons.
export const sheetReviewColumns = describeColumns(
  sheetReviews,
  asUncheckedAgainstScoreLog(
    'a confirmation is a row about the sheet with its attempt; a rejected sheet has no attempt, and the rejection is in the audit log only',
    {
      ...asNonPersonal('sheetId', 'status', 'expected', 'replaces', 'needsDecision', 'reason', 'reviewerId'),
      ...asNonPersonal('reviewedBy', 'device', 'reviewedAt'),
    },
  ),
)

/**
 * Further attempts that a head judge or an organizer allowed and that are not recorded yet: the next sheet of
 * the team for the round counts.
 */
export const additionalAttempts = pgTable(
  'additional_attempts',
  {
    eventId: uuid('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    teamId: uuid('team_id')
      .notNull()
      .references(() => teams.id, { onDelete: 'cascade' }),
    round: smallint('round').notNull(),
    allowedAt: timestamptz('allowed_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.eventId, t.teamId, t.round] }),
    index('additional_attempts_team').on(t.teamId),
  ],
)
export const additionalAttemptColumns = describeColumns(
  additionalAttempts,
  asUncheckedAgainstScoreLog(whoMayJudge, asNonPersonal('eventId', 'teamId', 'round', 'allowedAt')),
)

/** Events whose sheets need a second judge. */
export const secondJudgeEvents = pgTable('second_judge_events', {
  eventId: uuid('event_id')
    .primaryKey()
    .references(() => events.id, { onDelete: 'cascade' }),
  since: timestamptz('since').notNull().defaultNow(),
})
export const secondJudgeEventColumns = describeColumns(
  secondJudgeEvents,
  asUncheckedAgainstScoreLog(whoMayJudge, asNonPersonal('eventId', 'since')),
)

/** Events whose judging an organizer has closed. */
export const closedJudging = pgTable('closed_judging', {
  eventId: uuid('event_id')
    .primaryKey()
    .references(() => events.id, { onDelete: 'cascade' }),
  closedAt: timestamptz('closed_at').notNull().defaultNow(),
})
export const closedJudgingColumns = describeColumns(
  closedJudging,
  asUncheckedAgainstScoreLog(whoMayJudge, asNonPersonal('eventId', 'closedAt')),
)
