import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import {
  idColumn,
  nullableReferenceIndex,
  searchColumn,
  timestampColumns,
  timestamptz,
  trigramIndex,
} from './columns.ts'
import { regions } from './content.ts'
import { asErased, asNonPersonal, describeColumns } from './describe-columns.ts'
import { users } from './users.ts'

/** Messages from the support and contact pages. */
export const messages = pgTable(
  'messages',
  {
    id: idColumn(),
    /** Names the message in emails (`formatMessageReference`). */
    number: integer('number').notNull().generatedByDefaultAsIdentity({ startWith: 1001 }),
    kind: text('kind').$type<'issue' | 'contact'>().notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull().default(''),
    email: text('email').notNull(),
    phone: text('phone').notNull().default(''),
    regionId: uuid('region_id').references(() => regions.id, { onDelete: 'set null' }),
    body: text('body').notNull(),
    lang: text('lang').$type<'en' | 'ar'>().notNull().default('en'),
    state: text('state').$type<'new' | 'answered' | 'closed'>().notNull().default('new'),
    ...timestampColumns(),
    deletedAt: timestamptz('deleted_at'),
    demo: boolean('demo').notNull().default(false),
    search: searchColumn(sql`first_name || ' ' || last_name || E'\\n' || email || E'\\n' || body`),
  },
  (t) => [
    index('messages_list').on(t.createdAt.desc().nullsLast(), t.id.desc().nullsLast()),
    trigramIndex('messages_search', t.search),
    index('messages_email').on(t.email),
    unique('messages_number_key').on(t.number),
  ],
)
export const messageColumns = describeColumns(messages, {
  ...asNonPersonal('id', 'number', 'kind', 'regionId', 'lang', 'state', 'deletedAt', 'demo', 'createdAt'),
  ...asNonPersonal('updatedAt'),
  ...asErased('firstName', 'lastName', 'email', 'phone', 'body', 'search'),
})

/** Answers of organizers to messages, which were emailed to the senders. */
export const messageReplies = pgTable(
  'message_replies',
  {
    id: idColumn(),
    messageId: uuid('message_id')
      .notNull()
      .references(() => messages.id, { onDelete: 'cascade' }),
    body: text('body').notNull(),
    createdBy: uuid('created_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (t) => [
    index('message_replies_message').on(t.messageId, t.createdAt),
    nullableReferenceIndex('message_replies_created_by', t.createdBy),
  ],
)
export const messageReplyColumns = describeColumns(messageReplies, {
  ...asNonPersonal('id', 'messageId', 'createdBy', 'createdAt'),
  ...asErased('body'),
})
