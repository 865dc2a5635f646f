import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { AuditAction, AuditEntity } from '#contract/audit.ts'
import { idColumn, searchColumn, timestamptz, trigramIndex } from './columns.ts'
import { users } from './users.ts'

/** Every change in the back office, with the values before and after it, without secrets. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: idColumn(),
    at: timestamptz('at').notNull().defaultNow(),
    actorId: uuid('actor_id').references(() => users.id, { onDelete: 'set null' }),
    actorName: text('actor_name').notNull().default(''),
    action: text('action').$type<AuditAction>().notNull(),
    entity: text('entity').$type<AuditEntity>().notNull(),
    entityId: text('entity_id').notNull(),
    // name of the record at the time of the change
    label: text('label').notNull().default(''),
    before: jsonb('before').$type<unknown>(),
    after: jsonb('after').$type<unknown>(),
    requestId: text('request_id').notNull().default(''),
    search: searchColumn(sql`actor_name || ' ' || label || ' ' || entity_id`),
  },
  (t) => [
    index('audit_log_at').on(t.at.desc().nullsLast(), t.id.desc().nullsLast()),
    index('audit_log_entity').on(t.entity, t.entityId),
    index('audit_log_actor').on(t.actorId, t.id),
    trigramIndex('audit_log_search', t.search),
  ],
)
