import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { Gender } from '#contract/accounts/user.ts'
import type { SchoolType } from '#contract/people/teams/team.fields.ts'
import type { MemberConsent } from '#contract/people/teams/team.schema.ts'
import type { TeamStatus } from '#contract/people/teams/team-places.ts'
import {
  editableRecordColumns,
  editableRecordDescriptions,
  idColumn,
  nullableReferenceIndex,
  pointsColumn,
  searchColumn,
  timestampColumns,
  timestamptz,
  trigramIndex,
} from './columns.ts'
import { competitions } from './competitions.ts'
import { regions } from './content.ts'
import { asErased, asKeptOnErasure, asNonPersonal, describeColumns } from './describe-columns.ts'
import { seasonMoves, seasonYearColumn } from './season-years.ts'
import { users } from './users.ts'

/** Teams. The server assigns `teamNo`, which is unique within the competition. */
export const teams = pgTable(
  'teams',
  {
    id: idColumn(),
    competitionId: uuid('competition_id')
      .notNull()
      .references(() => competitions.id),
    teamNo: integer('team_no').notNull(),
    name: text('name').notNull(),
    schoolName: text('school').notNull().default(''),
    schoolType: text('school_type').$type<SchoolType>(),
    regionId: uuid('region_id').references(() => regions.id, { onDelete: 'set null' }),
    stage: text('stage').notNull().default(''),
    ageLevel: text('age_level').$type<'elementary' | 'junior' | 'senior'>().notNull().default('elementary'),
    image: text('image'),
    paid: boolean('paid').notNull().default(false),
    seasonYearId: seasonYearColumn(),
    /**
     * The team has as many coaches and members as its competition requires, without the members whose guardian
     * refuses. A trigger checks the number of people of complete teams, and that no team gets more people than
     * its maximum.
     */
    complete: boolean('complete').notNull().default(false),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** Only a registered team has a place in the competition. */
    status: text('status').$type<TeamStatus>().notNull().default('registered'),
    /**
     * When the status began: it orders the waiting list and starts the days for the payment. A trigger resets
     * the three columns below when another status, or the days for the payment, begin.
     */
    statusAt: timestamptz('status_at').notNull().defaultNow(),
    /** When the owner was told that the place lapses, or the organizers that a paid team has none. */
    placeNoticeAt: timestamptz('place_notice_at'),
    /** Since when the payment deadline stands still, because a guardian refused; and how long earlier pauses took. */
    paymentPausedAt: timestamptz('payment_paused_at'),
    paymentPausedSeconds: integer('payment_paused_seconds').notNull().default(0),
    /**
     * When the owner of a paid team requested its withdrawal, and when the organizers refused it. An approved
     * request deletes the team.
     */
    leaveRequestedAt: timestamptz('leave_requested_at'),
    leaveRefusedAt: timestamptz('leave_refused_at'),
    ...editableRecordColumns(),
    search: searchColumn(sql`name || E'\\n' || school || E'\\n' || team_no::text`),
  },
  (t) => [
    unique('teams_team_no_key').on(t.competitionId, t.teamNo),
    unique('teams_id_competition_key').on(t.id, t.competitionId),
    index('teams_list')
      .on(t.createdAt.desc().nullsLast(), t.id.desc().nullsLast())
      .where(sql`deleted_at is null`),
    index('teams_competition')
      .on(t.competitionId, t.createdAt.desc().nullsLast(), t.id.desc().nullsLast())
      .where(sql`deleted_at is null`),
    index('teams_user').on(t.userId),
    index('teams_season_year').on(t.seasonYearId),
    trigramIndex('teams_search', t.search),
    index('teams_waiting')
      .on(t.competitionId, t.statusAt)
      .where(sql`status = 'waiting' and deleted_at is null`),
    check('teams_status_known', sql`status in ('registered','lapsed','waiting')`),
    check('teams_age_level_known', sql`age_level in ('elementary','junior','senior')`),
    check('teams_school_type_known', sql`school_type in ('public','private','international','home')`),
  ],
)
export const teamColumns = describeColumns(teams, {
  ...asNonPersonal('id', 'competitionId', 'teamNo', 'schoolType', 'regionId', 'stage', 'ageLevel', 'paid'),
  ...asNonPersonal(
    'seasonYearId',
    'complete',
    'userId',
    'status',
    'statusAt',
    'placeNoticeAt',
    'paymentPausedAt',
  ),
  ...asNonPersonal('paymentPausedSeconds', 'leaveRequestedAt', 'leaveRefusedAt'),
  ...asKeptOnErasure(
    'a paid team lives on with its other people; an unpaid one is deleted with its name',
    'name',
    'schoolName',
    'image',
    'search',
  ),
  ...editableRecordDescriptions,
})

/**
 * Coaches and members. `nationalId` is encrypted; `nationalIdIndex`, its keyed hash, is unique among the
 * members of a competition.
 */
export const teamPeople = pgTable(
  'team_people',
  {
    id: idColumn(),
    teamId: uuid('team_id').notNull(),
    competitionId: uuid('competition_id').notNull(),
    kind: text('kind').$type<'coach' | 'member'>().notNull(),
    name: text('name').notNull(),
    email: text('email').notNull().default(''),
    phone: text('phone').notNull().default(''),
    nationalId: text('national_id'),
    nationalIdIndex: text('national_id_index'),
    birthDate: date('birth_date'),
    gender: smallint('gender').$type<Gender>(),
    picture: text('picture'),
    consent: jsonb('consent').$type<MemberConsent>(),
    position: integer('position').notNull().default(0),
    /** When the organizers invited this coach to own the team; null without an open invitation. */
    invitedAt: timestamptz('invited_at'),
    ...editableRecordColumns(),
  },
  (t) => [
    foreignKey({
      columns: [t.teamId, t.competitionId],
      foreignColumns: [teams.id, teams.competitionId],
      name: 'team_people_team_fk',
    })
      .onDelete('cascade')
      .onUpdate('cascade'),
    index('team_people_team').on(t.teamId, t.kind, t.position),
    index('team_people_coach_email')
      .on(sql`lower(email)`)
      .where(sql`kind = 'coach' and deleted_at is null and email <> ''`),
    uniqueIndex('team_people_one_team')
      .on(t.competitionId, t.nationalIdIndex)
      .where(sql`deleted_at is null and kind = 'member' and national_id_index is not null`),
    uniqueIndex('team_people_once_in_team')
      .on(t.teamId, t.nationalIdIndex)
      .where(sql`deleted_at is null and national_id_index is not null`),
    check('team_people_kind_known', sql`kind in ('coach','member')`),
    check('team_people_gender_known', sql`gender in (0,1)`),
  ],
)
export const teamPersonColumns = describeColumns(teamPeople, {
  ...asNonPersonal('id', 'teamId', 'competitionId', 'kind', 'position', 'invitedAt'),
  ...asErased('name', 'email', 'phone', 'nationalIdIndex', 'birthDate', 'gender', 'picture', 'consent'),
  nationalId: {
    personal: 'erased',
    encrypted: { name: 'team_people.national_id', hash: 'nationalIdIndex', unreadable: 'set null' },
  },
  ...editableRecordDescriptions,
})

/**
 * Results of a team in its competition: a round, a run or a document each. `key` names the column of the
 * score sheet.
 */
export const teamScores = pgTable(
  'team_scores',
  {
    id: idColumn(),
    teamId: uuid('team_id')
      .notNull()
      .references(() => teams.id, { onDelete: 'cascade' }),
    key: text('key').notNull().default(''),
    score: pointsColumn('score').notNull().default(0),
    timeMs: bigint('time_ms', { mode: 'number' }).notNull().default(0),
    youtubeLink: text('youtube_link').notNull().default(''),
    file: text('file').notNull().default(''),
    github: text('github').notNull().default(''),
    position: integer('position').notNull().default(0),
    ...timestampColumns(),
  },
  (t) => [index('team_scores_team').on(t.teamId, t.position)],
)
export const teamScoreColumns = describeColumns(teamScores, {
  ...asNonPersonal('id', 'teamId', 'key', 'score', 'timeMs', 'position', 'createdAt', 'updatedAt'),
  ...asErased('youtubeLink', 'file', 'github'),
})

/** Matches of a result. `fbs` and `obs` are signed integers of the specification, stored as they are sent. */
export const teamMatches = pgTable(
  'team_matches',
  {
    id: idColumn(),
    scoreId: uuid('score_id')
      .notNull()
      .references(() => teamScores.id, { onDelete: 'cascade' }),
    fbs: integer('fbs').notNull().default(0),
    obs: integer('obs').notNull().default(0),
    youtubeLink: text('youtube_link').notNull().default(''),
    position: integer('position').notNull().default(0),
  },
  (t) => [index('team_matches_score').on(t.scoreId, t.position)],
)
export const teamMatchColumns = describeColumns(teamMatches, {
  ...asNonPersonal('id', 'scoreId', 'fbs', 'obs', 'position'),
  ...asErased('youtubeLink'),
})

/** Season records: the state of a team when the record was created. */
export const seasons = pgTable(
  'seasons',
  {
    id: idColumn(),
    type: text('type').notNull(),
    teamId: uuid('team_id')
      .notNull()
      .references(() => teams.id, { onDelete: 'cascade' }),
    ref: text('ref').notNull().default(''),
    seasonYearId: seasonYearColumn(),
    moveId: uuid('move_id').references(() => seasonMoves.id, { onDelete: 'set null' }),
    data: jsonb('data').$type<unknown>().notNull(),
    createdBy: uuid('created_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (t) => [
    index('seasons_team').on(t.teamId, t.createdAt),
    nullableReferenceIndex('seasons_created_by', t.createdBy),
  ],
)
export const seasonColumns = describeColumns(seasons, {
  ...asNonPersonal('id', 'teamId', 'seasonYearId', 'moveId', 'createdBy', 'createdAt'),
  ...asErased('type', 'ref', 'data'),
})

/** Drafts of team registrations, saved automatically. */
export const teamDrafts = pgTable(
  'team_drafts',
  {
    id: idColumn(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    data: text('data').notNull(),
    ...timestampColumns(),
  },
  (t) => [index('team_drafts_user').on(t.userId)],
)
export const teamDraftColumns = describeColumns(teamDrafts, {
  ...asNonPersonal('id', 'userId', 'createdAt', 'updatedAt'),
  data: { personal: 'erased', encrypted: { name: 'team_drafts.data', unreadable: 'delete row' } },
})
