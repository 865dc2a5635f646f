import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { AdminSettings, Settings } from '#contract/settings.ts'
import { editableRecordColumns, idColumn, searchColumn, timestampColumns, trigramIndex } from './columns.ts'

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
    search: searchColumn(sql`question_en || E'\\n' || question_ar || E'\\n' || answer_en || E'\\n' || answer_ar`),
  },
  (t) => [index('faqs_list').on(t.position, t.id).where(sql`deleted_at is null`), trigramIndex('faqs_search', t.search)],
)

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
  (t) => [index('partners_list').on(t.position, t.id).where(sql`deleted_at is null`), trigramIndex('partners_search', t.search)],
)

/** One row per site name, with its texts, counters, contact, links and features (contract/settings.ts). */
export const settings = pgTable('settings', {
  siteName: text('site_name').primaryKey(),
  value: jsonb('value').$type<Settings & Partial<AdminSettings>>().notNull(),
  version: integer('version').notNull().default(1),
  ...timestampColumns(),
})
