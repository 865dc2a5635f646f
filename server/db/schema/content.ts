import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { Settings } from '#contract/settings.ts'
import { edited, id, searchIndex, searchText, stamps } from './columns.ts'

export const faqs = pgTable(
  'faqs',
  {
    id: id(),
    questionEn: text('question_en').notNull(),
    questionAr: text('question_ar').notNull(),
    answerEn: text('answer_en').notNull(),
    answerAr: text('answer_ar').notNull(),
    active: boolean('active').notNull().default(true),
    position: integer('position').notNull().default(0),
    ...edited(),
    search: searchText(sql`question_en || ' ' || question_ar || ' ' || answer_en || ' ' || answer_ar`),
  },
  (t) => [index('faqs_list').on(t.position, t.id).where(sql`deleted_at is null`), searchIndex('faqs_search', t.search)],
)

/** `image` is a file name under `uploads/partners/`. */
export const partners = pgTable(
  'partners',
  {
    id: id(),
    name: text('name').notNull().default(''),
    image: text('image').notNull(),
    link: text('link'),
    active: boolean('active').notNull().default(true),
    position: integer('position').notNull().default(0),
    ...edited(),
    search: searchText(sql`name`),
  },
  (t) => [index('partners_list').on(t.position, t.id).where(sql`deleted_at is null`), searchIndex('partners_search', t.search)],
)

/** One row: the site's texts, counters, contact, links and switches (contract/settings.ts). */
export const settings = pgTable('settings', {
  siteName: text('site_name').primaryKey(),
  value: jsonb('value').$type<Settings>().notNull(),
  version: integer('version').notNull().default(1),
  ...stamps(),
})
