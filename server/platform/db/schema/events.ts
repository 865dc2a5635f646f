import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { LiveMode } from '#contract/event/event.ts'
import { type CalculationVersion, newestCalculation } from '#contract/event/scoring/rule-set.ts'
import { editableRecordColumns, idColumn, searchColumn, timestamptz, trigramIndex } from './columns.ts'
import { regions } from './content.ts'
import {
  asCheckedAgainstScoreLog,
  asNonPersonal,
  asUncheckedAgainstScoreLog,
  describeColumns,
} from './describe-columns.ts'
import { seasonYears } from './season-years.ts'

/**
 * Events. `coverImage` and `bannerImage` are file names under `uploads/events/`; without one, a default image
 * is shown. `active` is the published `status`.
 */
export const events = pgTable(
  'events',
  {
    id: idColumn(),
    slug: text('slug').notNull(),
    titleEn: text('title_en').notNull(),
    titleAr: text('title_ar').notNull(),
    descriptionEn: text('description_en').notNull(),
    descriptionAr: text('description_ar').notNull(),
    startDate: date('start_date'),
    endDate: date('end_date'),
    eventCode: text('event_code').notNull().default(''),
    /** The level (contract/event/event.ts); null for all levels. */
    missionType: smallint('mission_type').default(0),
    /** Whether somebody chose the level. Organizers are asked for that of other events. */
    hasChosenLevel: boolean('has_chosen_level').notNull().default(false),
    /** Teams of this season can be added to the event. Null only in a database that has no season yet. */
    seasonYearId: uuid('season_year_id')
      .default(sql`active_season_year()`)
      .references(() => seasonYears.id),
    datesInfoEn: text('dates_info_en').notNull().default(''),
    datesInfoAr: text('dates_info_ar').notNull().default(''),
    howToPlayEn: text('how_to_play_en').notNull().default(''),
    howToPlayAr: text('how_to_play_ar').notNull().default(''),
    rulesEn: text('rules_en').notNull().default(''),
    rulesAr: text('rules_ar').notNull().default(''),
    tags: text('tags').array().notNull().default(sql`'{}'::text[]`),
    coverImage: text('cover_image'),
    bannerImage: text('banner_image'),
    regionId: uuid('region_id').references(() => regions.id, { onDelete: 'set null' }),
    trending: boolean('trending').notNull().default(false),
    liveMode: text('live_mode').$type<LiveMode>().notNull().default('by-date'),
    active: boolean('active').notNull().default(true),
    totalRule: text('total_rule')
      .$type<'sum-of-best' | 'best' | 'sum' | 'last'>()
      .notNull()
      .default('sum-of-best'),
    entryCount: integer('entry_count').notNull().default(0),
    /** Whether participants that fit none of the teams of the event may get results. */
    acceptsGuests: boolean('accepts_guests').notNull().default(false),
    /** The end of the time for protests; null when the event has no protests. */
    protestsUntil: timestamptz('protests_until'),
    /**
     * Whether the event ended with recorded scores. Its scoring rules then stay as they are, even when its
     * last day is moved.
     */
    hasClosedRules: boolean('has_closed_rules').notNull().default(false),
    /** How results by a rule set are calculated (`CalculationVersion` in contract/event/scoring/rule-set.ts). */
    calculationVersion: smallint('calculation_version')
      .$type<CalculationVersion>()
      .notNull()
      .default(newestCalculation),
    ...editableRecordColumns(),
    search: searchColumn(
      sql`title_en || E'\\n' || title_ar || E'\\n' || description_en || E'\\n' || description_ar || E'\\n' || event_code || E'\\n' || immutable_join(tags)`,
    ),
  },
  (t) => [
    uniqueIndex('events_slug_key').on(t.slug),
    index('events_list').on(t.id).where(sql`deleted_at is null`),
    index('events_season_year').on(t.seasonYearId),
    index('events_code').on(t.eventCode).where(sql`deleted_at is null`),
    trigramIndex('events_search', t.search),
    check('events_mission_type_known', sql`mission_type between 0 and 4`),
    check('events_live_mode_known', sql`live_mode in ('by-date','on','off')`),
    check('events_total_rule_known', sql`total_rule in ('sum-of-best','best','sum','last')`),
    check('events_calculation_version_known', sql`calculation_version in (1, 2, 3, 4)`),
  ],
)
export const eventColumns = describeColumns(events, {
  ...asCheckedAgainstScoreLog(asNonPersonal('id', 'totalRule', 'entryCount', 'calculationVersion')),
  ...asUncheckedAgainstScoreLog('no result follows from it', {
    ...asNonPersonal(
      'slug',
      'titleEn',
      'titleAr',
      'descriptionEn',
      'descriptionAr',
      'startDate',
      'eventCode',
    ),
    ...asNonPersonal(
      'datesInfoEn',
      'datesInfoAr',
      'howToPlayEn',
      'howToPlayAr',
      'rulesEn',
      'rulesAr',
      'tags',
    ),
    ...asNonPersonal('coverImage', 'bannerImage', 'regionId', 'trending', 'liveMode', 'active', 'search'),
    ...asNonPersonal('createdAt', 'updatedAt', 'version', 'deletedAt', 'demo'),
  }),
  ...asUncheckedAgainstScoreLog(
    'it only says whether the rules can change, and the rules are checked',
    asNonPersonal('endDate', 'hasClosedRules'),
  ),
  ...asUncheckedAgainstScoreLog(
    'a new entry starts with it, and the entry is checked',
    asNonPersonal('missionType'),
  ),
  ...asUncheckedAgainstScoreLog(
    'it only says whether the back office asks for the level',
    asNonPersonal('hasChosenLevel'),
  ),
  ...asUncheckedAgainstScoreLog('it only says which teams can be added', asNonPersonal('seasonYearId')),
  ...asUncheckedAgainstScoreLog(
    'it only says whether new participants are accepted',
    asNonPersonal('acceptsGuests'),
  ),
  ...asUncheckedAgainstScoreLog(
    'it only says until when protests are accepted',
    asNonPersonal('protestsUntil'),
  ),
})

/** Slugs that an event had before its title changed. They still identify the event. */
export const eventSlugs = pgTable('event_slugs', {
  slug: text('slug').primaryKey(),
  eventId: uuid('event_id')
    .notNull()
    .references(() => events.id, { onDelete: 'cascade' }),
})
export const eventSlugColumns = describeColumns(
  eventSlugs,
  asUncheckedAgainstScoreLog('it says which address an event had', asNonPersonal('slug', 'eventId')),
)
