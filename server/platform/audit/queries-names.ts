import { type SQL, sql } from 'drizzle-orm'
import type { RegionLimit } from '#contract/accounts/permissions.ts'
import type { AuditEntity, AuditReference } from '#contract/platform/audit.ts'
import {
  buildOwnEventIdCondition,
  buildReadableEventIdCondition,
  buildTeamIdRegionCondition,
  buildUserRegionCondition,
} from '#server/platform/db/region-conditions.ts'
import { auditLog } from '#server/platform/db/schema/audit-log.ts'
import { restorePeriodInterval } from '#server/platform/db/soft-delete.ts'

/** Matches the id of a record; some entries are about a whole list or the settings and have another text. */
const uuidPattern = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
const whenEntity = (entity: AuditEntity, select: SQL) =>
  sql`when ${auditLog.entity} = ${entity} and ${auditLog.entityId} ~ ${uuidPattern} then (${select} where id = ${auditLog.entityId}::uuid)`

const recordId = sql`${auditLog.entityId}::uuid`
/**
 * SQL for the id of the record that the record of an entry belongs to: a team or an event. Null for other
 * records and removed ones.
 */
export const parentRecordId = sql<string | null>`case when ${auditLog.entityId} !~ ${uuidPattern} then null
  when ${auditLog.entity} = 'team-person' then (select team_id from team_people where id = ${recordId})
  when ${auditLog.entity} = 'season' then (select team_id from seasons where id = ${recordId})
  when ${auditLog.entity} = 'score' then (select event_id from score_entries where id = ${recordId})
  when ${auditLog.entity} = 'event-key' then (select event_id from event_keys where id = ${recordId})
  when ${auditLog.entity} = 'protest' then (select event_id from protests where id = ${recordId})
  when ${auditLog.entity} = 'award' then (select event_id from awards where id = ${recordId})
  when ${auditLog.entity} = 'schedule-slot' then coalesce((select event_id from schedule_slots where id = ${recordId}), (select event_id from match_slots where id = ${recordId}))
  when ${auditLog.entity} = 'judge' then (select event_id from judges where id = ${recordId}) end`

/** SQL for the participant of a score whose entry was removed, as long as the removal can be undone. */
const removedParticipant = sql`select coalesce(nullif(record #>> '{entry,playerName}', ''), record #>> '{entry,teamName}')
  from removed_scores where record ->> 'entryId' = ${auditLog.entityId} and removed_at > now() - ${restorePeriodInterval} order by removed_at desc limit 1`

/**
 * SQL for the label of an entry: the stored one, or the name that the record, the team of a payment or season
 * record, or the event of a schedule has today, for a slot of a schedule that of its team or the number of
 * its match. Empty when neither exists.
 */
export const currentLabel = sql<string>`case when ${auditLog.label} <> '' then ${auditLog.label} else coalesce(case
  ${whenEntity('user', sql`select trim(first_name || ' ' || last_name) from users`)}
  ${whenEntity('team', sql`select name from teams`)}
  ${whenEntity('team-person', sql`select name from team_people`)}
  ${whenEntity('event', sql`select title_en || ' · ' || title_ar from events`)}
  ${whenEntity('schedule', sql`select title_en || ' · ' || title_ar from events`)}
  ${whenEntity('screen', sql`select title_en || ' · ' || title_ar from events`)}
  ${whenEntity('judge', sql`select name from judges`)}
  ${whenEntity('judge-person', sql`select name from judge_people`)}
  when ${auditLog.entity} = 'schedule-slot' and ${auditLog.entityId} ~ ${uuidPattern} then coalesce((select name from teams
    where id = coalesce((select team_id from schedule_slots where id = ${recordId}), (${auditLog.before} ->> 'teamId')::uuid)),
    (select '#' || match from match_slots where id = ${recordId}))
  ${whenEntity('payment', sql`select (select name from teams where teams.id = team_id) from payments`)}
  ${whenEntity('season', sql`select (select name from teams where teams.id = team_id) from seasons`)}
  ${whenEntity('season-move', sql`select (select year from season_years y where y.id = from_id) || ' → ' || (select year from season_years y where y.id = to_id) from season_moves`)}
  ${whenEntity('message', sql`select trim(first_name || ' ' || last_name) from messages`)}
  ${whenEntity('announcement', sql`select subject_en || ' · ' || subject_ar from announcements`)}
  ${whenEntity('import', sql`select file_name from imports`)}
  ${whenEntity('download', sql`select name from downloads`)}
  ${whenEntity('protest', sql`select (select coalesce(nullif(team_name, ''), player_name) from score_entries s where s.id = entry_id) from protests`)}
  when ${auditLog.entity} = 'score' and ${auditLog.entityId} ~ ${uuidPattern} then coalesce(
    (select coalesce(nullif(player_name, ''), team_name) from score_entries where id = ${recordId}), (${removedParticipant}))
end, '') end`

/**
 * SQL for who made a change: `judge` and the name that the judge has today, else the stored name, or the name
 * that the user has today.
 */
export const currentActorName = sql<string>`case
  when exists (select from judges where id = ${auditLog.judgeId} and name <> '') then (select 'judge ' || name from judges where id = ${auditLog.judgeId})
  when ${auditLog.actorName} <> '' then ${auditLog.actorName} else coalesce(
  (select trim(first_name || ' ' || last_name) from users where id = ${auditLog.actorId}), '') end`

type ReferenceNames = { en: SQL; ar?: SQL; condition?: SQL | undefined }
/** Selects a record that the values of an entry may name by its id, with the name that it has today. */
const selectRecord = (entity: AuditEntity, table: SQL, { en, ar = en, condition }: ReferenceNames) =>
  sql`select ${entity}::text as entity, ${en} as en, ${ar} as ar from ${table} r where r.id = ids.id and r.deleted_at is null and ${condition ?? sql`true`}`

const [titles, localizedNames] = [
  { en: sql`title_en`, ar: sql`title_ar` },
  { en: sql`name_en`, ar: sql`name_ar` },
]
/**
 * Selects the records that the values of an entry may name. For a limited user, teams, their owners, judges and
 * events are those of the regions, and events also those without a region.
 */
const selectReferencedRecords = (limit: RegionLimit): SQL =>
  sql.join(
    [
      selectRecord('user', sql`users`, {
        en: sql`trim(first_name || ' ' || last_name)`,
        condition: buildUserRegionCondition(limit, { id: sql`r.id`, role: sql`r.role` }),
      }),
      selectRecord('team', sql`teams`, {
        en: sql`name`,
        condition: buildTeamIdRegionCondition(sql`r.id`, limit),
      }),
      selectRecord('competition', sql`competitions`, localizedNames),
      selectRecord('event', sql`events`, {
        ...titles,
        condition: buildReadableEventIdCondition(sql`r.id`, limit),
      }),
      sql`select 'judge' as entity, name as en, name as ar from judges r where r.id = ids.id and name <> ''
        and ${buildOwnEventIdCondition(sql`r.event_id`, limit) ?? sql`true`}`,
      selectRecord('region', sql`regions`, localizedNames),
      selectRecord('continent', sql`continents`, localizedNames),
      selectRecord('season-year', sql`season_years`, localizedNames),
    ],
    sql` union all `,
  )
const valuesOf = (column: SQL) =>
  sql`select value from jsonb_each_text(case when jsonb_typeof(${column}) = 'object' then ${column} end)`

/**
 * SQL for the existing records whose ids are values of an entry, by id. Names are read from the records: the
 * log stores none of people.
 */
export const buildReferencedRecordsSql = (limit: RegionLimit) => sql<
  Record<string, AuditReference>
>`coalesce((
  select jsonb_object_agg(ids.id, jsonb_build_object('entity', found.entity, 'name', jsonb_build_object('en', found.en, 'ar', found.ar)))
  from (select distinct value::uuid as id from (${valuesOf(sql`${auditLog.before}`)} union all ${valuesOf(sql`${auditLog.after}`)}) stored
    where value ~ ${uuidPattern}) ids
  join lateral (${selectReferencedRecords(limit)}) found on true), '{}')`

/**
 * SQL for the currency of the fee that an entry about a competition changed: of the entry itself, of the next
 * change of the currency, or of today.
 */
export const feeCurrency = sql<
  string | null
>`case when ${auditLog.entity} = 'competition' and (${auditLog.after} ? 'fee' or ${auditLog.before} ? 'fee') then coalesce(
  ${auditLog.after} ->> 'currency',
  (select later.before ->> 'currency' from audit_log later where later.entity = 'competition' and later.entity_id = audit_log.entity_id
    and later.at > audit_log.at and later.before ? 'currency' order by later.at limit 1),
  (select currency from competitions where competitions.id::text = audit_log.entity_id)) end`
