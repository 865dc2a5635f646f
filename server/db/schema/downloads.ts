import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, text } from 'drizzle-orm/pg-core'
import { id, instant, searchIndex, searchText } from './columns.ts'

/** Registrants of the simulator download. */
export const downloads = pgTable(
  'downloads',
  {
    id: id(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    phone: text('phone').notNull(),
    country: text('country').notNull().default('egypt'),
    platform: text('platform').$type<'win' | 'mac'>().notNull(),
    userType: text('user_type').$type<'student' | 'coach'>().notNull(),
    demo: boolean('demo').notNull().default(false),
    createdAt: instant('created_at').notNull().defaultNow(),
    search: searchText(sql`name || ' ' || email || ' ' || phone || ' ' || country`),
  },
  (t) => [
    index('downloads_list').on(t.createdAt.desc().nullsLast(), t.id.desc().nullsLast()),
    searchIndex('downloads_search', t.search),
    index('downloads_email').on(t.email),
  ],
)
