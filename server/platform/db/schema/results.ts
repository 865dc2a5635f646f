import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { CertificateKind } from '#contract/event/certificate.ts'
import type { ProtestState } from '#contract/event/protest.ts'
import type { ResultsStatus } from '#contract/event/results/results.ts'
import { idColumn, nullableReferenceIndex, timestamptz } from './columns.ts'
import {
  asCheckedAgainstScoreLog,
  asErased,
  asNonPersonal,
  asUncheckedAgainstScoreLog,
  describeColumns,
} from './describe-columns.ts'
import { events } from './events.ts'
import { judges } from './judging.ts'
import { teamPeople, teams } from './teams.ts'
import { users } from './users.ts'

/**
 * Events whose results are published. Final results do not change until the row is deleted. `logSequence` and
 * `logHash` are the head of the score log at the publication.
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
  (t) => [
    check('published_results_status_known', sql`status in ('provisional','final')`),
    nullableReferenceIndex('published_results_published_by', t.publishedBy),
  ],
)
export const publishedResultColumns = describeColumns(publishedResults, {
  ...asCheckedAgainstScoreLog(asNonPersonal('eventId', 'status', 'logSequence', 'logHash', 'publishedAt')),
  ...asUncheckedAgainstScoreLog(
    'no result follows from it; the row about the publication has it',
    asNonPersonal('publishedBy'),
  ),
})

/**
 * Teams that advanced to another stage in one step, and to the event `targetEventId` if there is one. `teams`
 * has what the step changed, so that it can be undone: `isAdded` teams were new in that event.
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
    teams: jsonb('teams')
      .$type<{ id: string; rank: number; stageBefore: string; isAdded: boolean }[]>()
      .notNull(),
    createdBy: uuid('created_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    undoneAt: timestamptz('undone_at'),
  },
  (t) => [
    index('advancements_event').on(t.eventId),
    nullableReferenceIndex('advancements_created_by', t.createdBy),
  ],
)
export const advancementColumns = describeColumns(advancements, {
  ...asCheckedAgainstScoreLog(
    asNonPersonal('id', 'eventId', 'targetEventId', 'stage', 'teams', 'createdAt', 'undoneAt'),
  ),
  ...asUncheckedAgainstScoreLog(
    'no result follows from it; the row about the advancement has it, unless it is an `initial` one',
    asNonPersonal('createdBy'),
  ),
})

/**
 * Awards besides the rank, such as the best design. Visitors see them with final results, and at the reveal
 * of a ranking.
 */
export const awards = pgTable(
  'awards',
  {
    id: idColumn(),
    eventId: uuid('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    teamId: uuid('team_id')
      .notNull()
      .references(() => teams.id, { onDelete: 'cascade' }),
    nameEn: text('name_en').notNull(),
    nameAr: text('name_ar').notNull(),
    position: integer('position').notNull(),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (t) => [index('awards_event').on(t.eventId, t.position), index('awards_team').on(t.teamId)],
)
export const awardColumns = describeColumns(awards, {
  ...asCheckedAgainstScoreLog(asNonPersonal('id', 'eventId', 'teamId', 'nameEn', 'nameAr', 'position')),
  ...asUncheckedAgainstScoreLog('no result follows from it', asNonPersonal('createdAt')),
})

/**
 * Certificates of final results, one for each player, member and coach of a team, and judge. Names are read
 * from the entry, the person and the judge, so that an erasure removes them from certificates, too. `entryId`
 * has no foreign key: results that are taken back can lose the entry of a certificate, which is revoked then.
 * Certificates of judges have no entry and no rank; neither have those of a team with an award and no result,
 * which have its `teamId` instead.
 */
export const certificates = pgTable(
  'certificates',
  {
    code: text('code').primaryKey(),
    eventId: uuid('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    /** `entry` is for the player of the entry, or for its team without members. */
    kind: text('kind').$type<CertificateKind>().notNull(),
    entryId: uuid('entry_id'),
    teamId: uuid('team_id').references(() => teams.id, { onDelete: 'set null' }),
    personId: uuid('person_id').references(() => teamPeople.id, { onDelete: 'set null' }),
    judgeId: uuid('judge_id').references(() => judges.id, { onDelete: 'set null' }),
    rank: integer('rank'),
    issuedAt: timestamptz('issued_at').notNull(),
    revokedAt: timestamptz('revoked_at'),
  },
  (t) => [
    index('certificates_event').on(t.eventId, t.rank),
    index('certificates_entry').on(t.entryId),
    index('certificates_person').on(t.personId),
    index('certificates_judge').on(t.judgeId),
    check('certificates_kind_known', sql`kind in ('entry','member','coach','judge')`),
    index('certificates_team').on(t.teamId),
    check(
      'certificates_without_entry',
      sql`(entry_id is null) = (rank is null) and (entry_id is null or (kind <> 'judge' and team_id is null))`,
    ),
  ],
)
// a certificate stores no name: it shows the one of its entry, member, coach or judge
export const certificateColumns = describeColumns(certificates, {
  ...asUncheckedAgainstScoreLog(
    'a certificate is found by it, and shows what the other columns say',
    asNonPersonal('code'),
  ),
  ...asCheckedAgainstScoreLog(asNonPersonal('eventId', 'kind', 'entryId', 'personId', 'rank', 'issuedAt')),
  ...asUncheckedAgainstScoreLog(
    'certificates of judges and of teams without a result say nothing about results',
    asNonPersonal('teamId', 'judgeId'),
  ),
  ...asUncheckedAgainstScoreLog(
    'organizers revoke single certificates; valid ones of results that are not final are found',
    asNonPersonal('revokedAt'),
  ),
})

/**
 * Requests of teams and players to review a result, with the answers of organizers. `attemptId` is null for a
 * protest against the whole result. `entryId` and `attemptId` have no foreign keys: a removed entry or
 * attempt keeps its protests. An erasure empties `reason` and `answer`.
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
    uniqueIndex('protests_open_key')
      .on(t.entryId, sql`coalesce(attempt_id, entry_id)`)
      .where(sql`state = 'open'`),
    nullableReferenceIndex('protests_answered_by', t.answeredBy),
    check('protests_state_known', sql`state in ('open','accepted','rejected','withdrawn')`),
  ],
)
export const protestColumns = describeColumns(
  protests,
  asUncheckedAgainstScoreLog('a protest changes no result; a correction after it is a row', {
    ...asNonPersonal('id', 'eventId', 'entryId', 'attemptId', 'teamId', 'state', 'isOnPaper', 'createdBy'),
    ...asNonPersonal('createdAt', 'answeredBy', 'closedAt'),
    ...asErased('reason', 'answer'),
  }),
)
