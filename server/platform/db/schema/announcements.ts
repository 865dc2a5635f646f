import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import type {
  AnnouncementKind,
  AnnouncementState,
  AudienceGroup,
  DeliveryCounts,
} from '#contract/site/announcement.ts'
import {
  editableRecordColumns,
  editableRecordDescriptions,
  idColumn,
  searchColumn,
  timestampColumns,
  timestamptz,
  trigramIndex,
} from './columns.ts'
import { asErased, asNonPersonal, asUncheckedAgainstScoreLog, describeColumns } from './describe-columns.ts'
import { users } from './users.ts'

/**
 * Emails from the organizers to coaches and owners of teams, and to judges. The audience names an event, a competition and a region
 * without a foreign key: when one of them is deleted, nobody matches, and the audience does not grow.
 */
export const announcements = pgTable(
  'announcements',
  {
    id: idColumn(),
    subjectEn: text('subject_en').notNull(),
    subjectAr: text('subject_ar').notNull(),
    bodyEn: text('body_en').notNull(),
    bodyAr: text('body_ar').notNull(),
    kind: text('kind').$type<AnnouncementKind>().notNull().default('registration'),
    groups: text('groups')
      .array()
      .$type<AudienceGroup[]>()
      .notNull()
      .default(sql`'{owners,coaches}'::text[]`),
    eventId: uuid('event_id'),
    competitionId: uuid('competition_id'),
    stage: text('stage'),
    regionId: uuid('region_id'),
    paid: boolean('paid'),
    /**
     * The limit of the author when the announcement was created, which never changes: it reaches the teams and events
     * of these regions only. Null without a limit.
     */
    regionIds: uuid('region_ids').array(),
    state: text('state').$type<AnnouncementState>().notNull().default('draft'),
    scheduledAt: timestamptz('scheduled_at'),
    sentAt: timestamptz('sent_at'),
    /** The deliveries when the rows of the recipients were deleted; null while they exist. */
    finalDeliveries: jsonb('final_deliveries').$type<DeliveryCounts>(),
    position: integer('position').notNull().default(0),
    ...editableRecordColumns(),
    search: searchColumn(sql`subject_en || E'\\n' || subject_ar || E'\\n' || body_en || E'\\n' || body_ar`),
  },
  (t) => [
    index('announcements_list')
      .on(t.createdAt.desc().nullsLast(), t.id.desc().nullsLast())
      .where(sql`deleted_at is null`),
    index('announcements_due').on(t.scheduledAt).where(sql`state in ('scheduled','sending')`),
    trigramIndex('announcements_search', t.search),
    check('announcements_kind_known', sql`kind in ('registration','news')`),
    check('announcements_state_known', sql`state in ('draft','scheduled','sending','sent')`),
    check(
      'announcements_groups_known',
      sql`cardinality(groups) > 0 and groups <@ array['owners','coaches','judges']`,
    ),
    check('announcements_regions_limit', sql`cardinality(region_ids) > 0`),
    check('announcements_scheduled_at', sql`state = 'draft' or scheduled_at is not null`),
  ],
)
export const announcementColumns = describeColumns(
  announcements,
  asUncheckedAgainstScoreLog('no result follows from an email', {
    ...asNonPersonal('id', 'subjectEn', 'subjectAr', 'bodyEn', 'bodyAr', 'kind', 'groups'),
    ...asNonPersonal('eventId', 'competitionId'),
    ...asNonPersonal(
      'stage',
      'regionId',
      'paid',
      'regionIds',
      'state',
      'scheduledAt',
      'sentAt',
      'finalDeliveries',
    ),
    ...asNonPersonal('position', 'search'),
    ...editableRecordDescriptions,
  }),
)

/**
 * Who gets an announcement, from the moment when sending begins. `pending` has no queued email yet; `sending`
 * was begun by a process. The unique key and these states make sure that nobody gets an announcement twice.
 */
export const announcementRecipients = pgTable(
  'announcement_recipients',
  {
    id: idColumn(),
    announcementId: uuid('announcement_id')
      .notNull()
      .references(() => announcements.id, { onDelete: 'cascade' }),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    email: text('email').notNull(),
    name: text('name').notNull().default(''),
    lang: text('lang').$type<'en' | 'ar'>(),
    state: text('state')
      .$type<
        'pending' | 'queued' | 'sending' | 'sent' | 'failed' | 'unknown' | 'unsubscribed' | 'cancelled'
      >()
      .notNull(),
    ...timestampColumns(),
  },
  (t) => [
    unique('announcement_recipients_once').on(t.announcementId, t.email),
    index('announcement_recipients_list').on(
      t.announcementId,
      t.createdAt.desc().nullsLast(),
      t.id.desc().nullsLast(),
    ),
    index('announcement_recipients_pending').on(t.announcementId).where(sql`state = 'pending'`),
    index('announcement_recipients_email').on(t.email),
    index('announcement_recipients_user').on(t.userId),
    check(
      'announcement_recipients_state_known',
      sql`state in ('pending','queued','sending','sent','failed','unknown','unsubscribed','cancelled')`,
    ),
  ],
)
export const announcementRecipientColumns = describeColumns(
  announcementRecipients,
  asUncheckedAgainstScoreLog('no result follows from an email', {
    ...asNonPersonal('id', 'announcementId', 'userId', 'lang', 'state', 'createdAt', 'updatedAt'),
    ...asErased('email', 'name'),
  }),
)

/**
 * Addresses whose owners asked for news by email, and when. Nobody else gets news. They may have no account.
 */
export const newsConsents = pgTable('news_consents', {
  email: text('email').primaryKey(),
  createdAt: timestamptz('created_at').notNull().defaultNow(),
})
export const newsConsentColumns = describeColumns(newsConsents, {
  ...asErased('email'),
  ...asNonPersonal('createdAt'),
})
