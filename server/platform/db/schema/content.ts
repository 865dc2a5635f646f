import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { AdminSettings, Settings } from '#contract/platform/settings.ts'
import {
  editableRecordColumns,
  editableRecordDescriptions,
  idColumn,
  searchColumn,
  timestampColumns,
  trigramIndex,
} from './columns.ts'
import { asNonPersonal, describeColumns } from './describe-columns.ts'

/** Continents, the groups of the organizers. */
export const continents = pgTable('continents', {
  id: idColumn(),
  slug: text('slug').notNull().unique('continents_slug_key'),
  nameEn: text('name_en').notNull(),
  nameAr: text('name_ar').notNull(),
  position: integer('position').notNull().default(0),
  ...editableRecordColumns(),
})
export const continentColumns = describeColumns(continents, {
  ...asNonPersonal('id', 'slug', 'nameEn', 'nameAr', 'position'),
  ...editableRecordDescriptions,
})

/** Regions of the country and of others, with the contact that the support page shows. */
export const regions = pgTable('regions', {
  id: idColumn(),
  slug: text('slug').notNull().unique('regions_slug_key'),
  nameEn: text('name_en').notNull(),
  nameAr: text('name_ar').notNull(),
  country: text('country').notNull(),
  email: text('email'),
  phone: text('phone'),
  active: boolean('active').notNull().default(true),
  position: integer('position').notNull().default(0),
  ...editableRecordColumns(),
})
export const regionColumns = describeColumns(regions, {
  ...asNonPersonal('id', 'slug', 'nameEn', 'nameAr', 'country', 'email', 'phone', 'active', 'position'),
  ...editableRecordDescriptions,
})

/** Companies that run the olympiad in a country. `flag` is the URL path of an image. */
export const organizers = pgTable(
  'organizers',
  {
    id: idColumn(),
    nameEn: text('name_en').notNull(),
    nameAr: text('name_ar').notNull(),
    link: text('link'),
    flag: text('flag'),
    country: text('country'),
    active: boolean('active').notNull().default(true),
    continentId: uuid('continent_id')
      .notNull()
      .references(() => continents.id),
    position: integer('position').notNull().default(0),
    ...editableRecordColumns(),
    search: searchColumn(sql`name_en || E'\\n' || name_ar || E'\\n' || coalesce(country,'')`),
  },
  (t) => [
    index('organizers_list').on(t.position, t.id).where(sql`deleted_at is null`),
    index('organizers_continent').on(t.continentId, t.position),
    trigramIndex('organizers_search', t.search),
  ],
)
export const organizerColumns = describeColumns(organizers, {
  ...asNonPersonal('id', 'nameEn', 'nameAr', 'link', 'flag', 'country', 'active', 'continentId', 'position'),
  ...asNonPersonal('search'),
  ...editableRecordDescriptions,
})

/** Questions and answers of the home page. */
export const faqs = pgTable(
  'faqs',
  {
    id: idColumn(),
    questionEn: text('question_en').notNull(),
    questionAr: text('question_ar').notNull(),
    answerEn: text('answer_en').notNull(),
    answerAr: text('answer_ar').notNull(),
    active: boolean('active').notNull().default(true),
    position: integer('position').notNull().default(0),
    ...editableRecordColumns(),
    search: searchColumn(
      sql`question_en || E'\\n' || question_ar || E'\\n' || answer_en || E'\\n' || answer_ar`,
    ),
  },
  (t) => [
    index('faqs_list').on(t.position, t.id).where(sql`deleted_at is null`),
    trigramIndex('faqs_search', t.search),
  ],
)
export const faqColumns = describeColumns(faqs, {
  ...asNonPersonal('id', 'questionEn', 'questionAr', 'answerEn', 'answerAr', 'active', 'position', 'search'),
  ...editableRecordDescriptions,
})

/** Partners. `image` is a file name under `uploads/partners/`. */
export const partners = pgTable(
  'partners',
  {
    id: idColumn(),
    name: text('name').notNull().default(''),
    image: text('image').notNull(),
    link: text('link'),
    active: boolean('active').notNull().default(true),
    position: integer('position').notNull().default(0),
    ...editableRecordColumns(),
    search: searchColumn(sql`name`),
  },
  (t) => [
    index('partners_list').on(t.position, t.id).where(sql`deleted_at is null`),
    trigramIndex('partners_search', t.search),
  ],
)
export const partnerColumns = describeColumns(partners, {
  ...asNonPersonal('id', 'name', 'image', 'link', 'active', 'position', 'search'),
  ...editableRecordDescriptions,
})

/** One row per site name, with its texts, counters, contact, links and features (contract/platform/settings.ts). */
export const settings = pgTable('settings', {
  siteName: text('site_name').primaryKey(),
  value: jsonb('value').$type<Settings & Partial<AdminSettings>>().notNull(),
  version: integer('version').notNull().default(1),
  ...timestampColumns(),
})
export const settingsColumns = describeColumns(
  settings,
  asNonPersonal('siteName', 'value', 'version', 'createdAt', 'updatedAt'),
)
