import { sql } from 'drizzle-orm'
import { boolean, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { AuditAction, AuditEntity } from '#contract/audit.ts'
import { id, instant, searchIndex, searchText, stamps } from './columns.ts'
import { regions } from './places.ts'
import { users } from './users.ts'

/** Who asked for the simulator. */
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

/** What people wrote on the support and contact pages. */
export const messages = pgTable(
  'messages',
  {
    id: id(),
    kind: text('kind').$type<'issue' | 'contact'>().notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull().default(''),
    email: text('email').notNull(),
    phone: text('phone').notNull().default(''),
    regionId: uuid('region_id').references(() => regions.id, { onDelete: 'set null' }),
    body: text('body').notNull(),
    lang: text('lang').$type<'en' | 'ar'>().notNull().default('en'),
    state: text('state').$type<'new' | 'answered' | 'closed'>().notNull().default('new'),
    ...stamps(),
    search: searchText(sql`first_name || ' ' || last_name || ' ' || email || ' ' || body`),
  },
  (t) => [
    index('messages_list').on(t.createdAt.desc().nullsLast(), t.id.desc().nullsLast()),
    searchIndex('messages_search', t.search),
    index('messages_email').on(t.email),
  ],
)

/** Who changed what, when: before and after without secrets. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: id(),
    at: instant('at').notNull().defaultNow(),
    actorId: uuid('actor_id').references(() => users.id, { onDelete: 'set null' }),
    actorName: text('actor_name').notNull().default(''),
    action: text('action').$type<AuditAction>().notNull(),
    entity: text('entity').$type<AuditEntity>().notNull(),
    entityId: text('entity_id').notNull(),
    // what the record was called then: a change keeps only what differs
    label: text('label').notNull().default(''),
    before: jsonb('before').$type<unknown>(),
    after: jsonb('after').$type<unknown>(),
    requestId: text('request_id').notNull().default(''),
    search: searchText(sql`actor_name || ' ' || label || ' ' || entity_id`),
  },
  (t) => [
    index('audit_log_at').on(t.at.desc().nullsLast(), t.id.desc().nullsLast()),
    index('audit_log_entity').on(t.entity, t.entityId),
    index('audit_log_actor').on(t.actorId, t.id),
    searchIndex('audit_log_search', t.search),
  ],
)
