import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, text } from 'drizzle-orm/pg-core'
import type { Lang } from '#contract/localized.ts'
import { idColumn, searchColumn, timestamptz, trigramIndex } from './columns.ts'

/** Registrants of the simulator: people who filled in the download form. */
export const downloads = pgTable(
  'downloads',
  {
    id: idColumn(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    phone: text('phone').notNull(),
    country: text('country').notNull().default('egypt'),
    platform: text('platform').$type<'win' | 'mac'>().notNull(),
    userType: text('user_type').$type<'student' | 'coach'>().notNull(),
    /** The language of the registration. */
    lang: text('lang').$type<Lang>().notNull().default('en'),
    /** There was no file for the system: the registrant gets a mail when there is one. */
    waiting: boolean('waiting').notNull().default(false),
    demo: boolean('demo').notNull().default(false),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    deletedAt: timestamptz('deleted_at'),
    search: searchColumn(sql`name || E'\\n' || email || E'\\n' || phone || E'\\n' || country`),
  },
  (t) => [
    index('downloads_list').on(t.createdAt.desc().nullsLast(), t.id.desc().nullsLast()),
    trigramIndex('downloads_search', t.search),
    index('downloads_email').on(t.email),
    index('downloads_waiting').on(t.platform, t.email).where(sql`waiting`),
  ],
)
