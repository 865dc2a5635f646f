import { type SQL, sql } from 'drizzle-orm'
import type { AuditEntity, AuditReference } from '#contract/audit.ts'
import { auditLog } from '#server/db/schema/audit-log.ts'
import { uuidPattern } from './queries-names.ts'

/** Selects a record that the values of an entry may name by its id, with the name that it has today. */
const selectRecord = (entity: AuditEntity, table: SQL, en: SQL, ar: SQL = en) =>
  sql`select ${entity}::text as entity, ${en} as en, ${ar} as ar from ${table} r where r.id = ids.id and r.deleted_at is null`

const records = sql.join(
  [
    selectRecord('user', sql`users`, sql`trim(first_name || ' ' || last_name)`),
    selectRecord('team', sql`teams`, sql`name`),
    selectRecord('competition', sql`competitions`, sql`name_en`, sql`name_ar`),
    selectRecord('event', sql`events`, sql`title_en`, sql`title_ar`),
    sql`select 'judge' as entity, name as en, name as ar from judges r where r.id = ids.id and name <> ''`,
    selectRecord('region', sql`regions`, sql`name_en`, sql`name_ar`),
    selectRecord('continent', sql`continents`, sql`name_en`, sql`name_ar`),
    selectRecord('season-year', sql`season_years`, sql`name_en`, sql`name_ar`),
  ],
  sql` union all `,
)
const valuesOf = (column: SQL) => sql`select value from jsonb_each_text(case when jsonb_typeof(${column}) = 'object' then ${column} end)`

/** SQL for the existing records whose ids are values of an entry, by id. Names are read from the records: the log stores none of people. */
export const referencedRecords = sql<Record<string, AuditReference>>`coalesce((
  select jsonb_object_agg(ids.id, jsonb_build_object('entity', found.entity, 'name', jsonb_build_object('en', found.en, 'ar', found.ar)))
  from (select distinct value::uuid as id from (${valuesOf(sql`${auditLog.before}`)} union all ${valuesOf(sql`${auditLog.after}`)}) stored
    where value ~ ${uuidPattern}) ids
  join lateral (${records}) found on true), '{}')`

/** SQL for the currency of the fee that an entry about a competition changed: of the entry itself, of the next change of the currency, or of today. */
export const feeCurrency = sql<
  string | null
>`case when ${auditLog.entity} = 'competition' and (${auditLog.after} ? 'fee' or ${auditLog.before} ? 'fee') then coalesce(
  ${auditLog.after} ->> 'currency',
  (select later.before ->> 'currency' from audit_log later where later.entity = 'competition' and later.entity_id = audit_log.entity_id
    and later.at > audit_log.at and later.before ? 'currency' order by later.at limit 1),
  (select currency from competitions where competitions.id::text = audit_log.entity_id)) end`
