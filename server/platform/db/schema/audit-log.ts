import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { AuditAction, AuditEntity } from '#contract/platform/audit.ts'
import { idColumn, searchColumn, timestamptz, trigramIndex } from './columns.ts'
import { asErased, asNonPersonal, describeColumns } from './describe-columns.ts'
import { users } from './users.ts'

/**
 * Every change in the back office. Entries about content have the values before and after the change, without
 * secrets. Entries about people have no name and no values that identify the person, only the names of the
 * changed fields (server/platform/audit/entry-contents.ts).
 */
export const auditLog = pgTable(
  'audit_log',
  {
    id: idColumn(),
    at: timestamptz('at').notNull().defaultNow(),
    actorId: uuid('actor_id').references(() => users.id, { onDelete: 'set null' }),
    actorName: text('actor_name').notNull().default(''),
    /**
     * The judge who made the change. Without a foreign key, whose check would read the whole log for each
     * judge of a deleted event.
     */
    judgeId: uuid('judge_id'),
    action: text('action').$type<AuditAction>().notNull(),
    entity: text('entity').$type<AuditEntity>().notNull(),
    entityId: text('entity_id').notNull(),
    // name of the record at the time of the change; empty for people
    label: text('label').notNull().default(''),
    before: jsonb('before').$type<unknown>(),
    after: jsonb('after').$type<unknown>(),
    /** Names of the changed fields whose values the log does not store. */
    changedFields: text('changed_fields').array().notNull().default([]),
    requestId: text('request_id').notNull().default(''),
    search: searchColumn(sql`actor_name || E'\\n' || label || E'\\n' || entity_id`),
  },
  (t) => [
    index('audit_log_at').on(t.at.desc().nullsLast(), t.id.desc().nullsLast()),
    index('audit_log_entity').on(t.entity, t.entityId),
    index('audit_log_actor').on(t.actorId, t.id),
    trigramIndex('audit_log_search', t.search),
  ],
)
export const auditLogColumns = describeColumns(auditLog, {
  ...asNonPersonal(
    'id',
    'at',
    'actorId',
    'judgeId',
    'action',
    'entity',
    'entityId',
    'changedFields',
    'requestId',
  ),
  ...asErased('actorName', 'label', 'before', 'after', 'search'),
})
