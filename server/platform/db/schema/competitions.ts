import { sql } from 'drizzle-orm'
import { boolean, check, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { defaultPaymentDays } from '#contract/people/teams/team-places.ts'
import { editableRecordColumns, editableRecordDescriptions, idColumn, timestamptz } from './columns.ts'
import { asNonPersonal, describeColumns } from './describe-columns.ts'

/** The competitions that teams register for. `fee` is in the smallest unit of the currency. */
export const competitions = pgTable(
  'competitions',
  {
    id: idColumn(),
    slug: text('slug').notNull().unique('competitions_slug_key'),
    nameEn: text('name_en').notNull(),
    nameAr: text('name_ar').notNull(),
    descriptionEn: text('description_en').notNull().default(''),
    descriptionAr: text('description_ar').notNull().default(''),
    rulesLink: text('rules_link'),
    minMembers: smallint('min_members').notNull().default(2),
    maxMembers: smallint('max_members').notNull().default(3),
    minCoaches: smallint('min_coaches').notNull().default(1),
    maxCoaches: smallint('max_coaches').notNull().default(1),
    minAge: smallint('min_age'),
    maxAge: smallint('max_age'),
    maxTeams: integer('max_teams'),
    rounds: smallint('rounds').notNull().default(2),
    fee: integer('fee').notNull().default(0),
    currency: text('currency').notNull().default('SAR'),
    opensAt: timestamptz('opens_at'),
    closesAt: timestamptz('closes_at'),
    active: boolean('active').notNull().default(true),
    /** Visitors see the registered teams on the page of the competition. */
    publishesTeams: boolean('publishes_teams').notNull().default(false),
    position: integer('position').notNull().default(0),
    lastTeamNo: integer('last_team_no').notNull().default(0),
    /** The days after which an unpaid team loses its place where places are limited. Null: never. */
    paymentDays: smallint('payment_days').default(defaultPaymentDays),
    /**
     * How many teams have a place. Updated by a trigger of `teams`, which refuses one more than `maxTeams`, so
     * that only one of two simultaneous registrations gets the last place. An administrator may exceed the
     * limit (`allowExceedingPlacesInTransaction`).
     */
    teamCount: integer('team_count').notNull().default(0),
    ...editableRecordColumns(),
  },
  () => [
    check(
      'competitions_limits',
      sql`min_members between 0 and max_members and min_coaches between 0 and max_coaches`,
    ),
    check('competitions_fee', sql`fee >= 0`),
    check('competitions_payment_days', sql`payment_days > 0`),
    check('competitions_ages', sql`min_age <= max_age`),
  ],
)
export const competitionColumns = describeColumns(competitions, {
  ...asNonPersonal(
    'id',
    'slug',
    'nameEn',
    'nameAr',
    'descriptionEn',
    'descriptionAr',
    'rulesLink',
    'minMembers',
  ),
  ...asNonPersonal('maxMembers', 'minCoaches', 'maxCoaches', 'minAge', 'maxAge', 'maxTeams', 'rounds', 'fee'),
  ...asNonPersonal('currency', 'opensAt', 'closesAt', 'active', 'publishesTeams', 'position', 'lastTeamNo'),
  ...asNonPersonal('paymentDays', 'teamCount'),
  ...editableRecordDescriptions,
})
