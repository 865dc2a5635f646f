import { and, or, type SQL, sql } from 'drizzle-orm'
import type { AuditEntity } from '#contract/audit.ts'
import { auditLog } from '#server/db/schema/audit-log.ts'
import { teams } from '#server/db/schema/teams.ts'
import { users } from '#server/db/schema/users.ts'
import { restorePeriodInterval } from '#server/db/soft-delete.ts'
import { buildSearchConditions } from '#server/lib/search.ts'

/** Matches the id of a record; some entries are about a whole list or the settings and have another text. */
export const uuidPattern = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
const whenEntity = (entity: AuditEntity, select: SQL) =>
  sql`when ${auditLog.entity} = ${entity} and ${auditLog.entityId} ~ ${uuidPattern} then (${select} where id = ${auditLog.entityId}::uuid)`

const recordId = sql`${auditLog.entityId}::uuid`
/** SQL for the id of the record that the record of an entry belongs to: a team or an event. Null for other records and removed ones. */
export const parentRecordId = sql<string | null>`case when ${auditLog.entityId} !~ ${uuidPattern} then null
  when ${auditLog.entity} = 'team-person' then (select team_id from team_people where id = ${recordId})
  when ${auditLog.entity} = 'season' then (select team_id from seasons where id = ${recordId})
  when ${auditLog.entity} = 'score' then (select event_id from score_entries where id = ${recordId})
  when ${auditLog.entity} = 'event-key' then (select event_id from event_keys where id = ${recordId})
  when ${auditLog.entity} = 'protest' then (select event_id from protests where id = ${recordId})
  when ${auditLog.entity} = 'award' then (select event_id from awards where id = ${recordId})
  when ${auditLog.entity} = 'schedule-slot' then (select event_id from schedule_slots where id = ${recordId})
  when ${auditLog.entity} = 'judge' then (select event_id from judges where id = ${recordId}) end`

/** SQL for the participant of a score whose entry was removed, as long as the removal can be undone. */
const removedParticipant = sql`select coalesce(nullif(record #>> '{entry,playerName}', ''), record #>> '{entry,teamName}')
  from removed_scores where record ->> 'entryId' = ${auditLog.entityId} and removed_at > now() - ${restorePeriodInterval} order by removed_at desc limit 1`

/** SQL for the label of an entry: the stored one, or the name that the record, the team of a payment or season record, or the event of a schedule has today, for a slot of a schedule that of its team. Empty when neither exists. */
export const currentLabel = sql<string>`case when ${auditLog.label} <> '' then ${auditLog.label} else coalesce(case
  ${whenEntity('user', sql`select trim(first_name || ' ' || last_name) from users`)}
  ${whenEntity('team', sql`select name from teams`)}
  ${whenEntity('team-person', sql`select name from team_people`)}
  ${whenEntity('event', sql`select title_en || ' · ' || title_ar from events`)}
  ${whenEntity('schedule', sql`select title_en || ' · ' || title_ar from events`)}
  ${whenEntity('screen', sql`select title_en || ' · ' || title_ar from events`)}
  ${whenEntity('judge', sql`select name from judges`)}
  when ${auditLog.entity} = 'schedule-slot' then (select name from teams
    where id::text = coalesce((select team_id::text from schedule_slots where id::text = ${auditLog.entityId}), ${auditLog.before} ->> 'teamId'))
  ${whenEntity('payment', sql`select (select name from teams where teams.id = team_id) from payments`)}
  ${whenEntity('season', sql`select (select name from teams where teams.id = team_id) from seasons`)}
  ${whenEntity('season-move', sql`select (select year from season_years y where y.id = from_id) || ' → ' || (select year from season_years y where y.id = to_id) from season_moves`)}
  ${whenEntity('message', sql`select trim(first_name || ' ' || last_name) from messages`)}
  ${whenEntity('announcement', sql`select subject_en || ' · ' || subject_ar from announcements`)}
  ${whenEntity('import', sql`select file_name from imports`)}
  ${whenEntity('download', sql`select name from downloads`)}
  ${whenEntity('protest', sql`select (select coalesce(nullif(team_name, ''), player_name) from score_entries s where s.id = entry_id) from protests`)}
  when ${auditLog.entity} = 'score' then coalesce(
    (select coalesce(nullif(player_name, ''), team_name) from score_entries where id::text = ${auditLog.entityId}), (${removedParticipant}))
end, '') end`

/** SQL for who made a change: `judge` and the name that the judge has today, else the stored name, or the name that the account has today. */
export const currentActorName = sql<string>`case
  when exists (select from judges where id = ${auditLog.judgeId} and name <> '') then (select 'judge ' || name from judges where id = ${auditLog.judgeId})
  when ${auditLog.actorName} <> '' then ${auditLog.actorName} else coalesce(
  (select trim(first_name || ' ' || last_name) from users where id = ${auditLog.actorId}), '') end`

/** Builds the condition that an entry contains a search, or is about an account or team that contains it today (of at most 200 each). */
export const buildAuditSearch = (search: string | undefined): SQL | undefined => {
  const conditions = buildSearchConditions(auditLog.search, search)
  if (conditions.length === 0) return undefined
  const isAbout = (entity: AuditEntity, table: typeof users | typeof teams) =>
    sql`(${auditLog.entity} = ${entity} and ${auditLog.entityId} = any(array(
      select ${table.id}::text from ${table} where ${and(...buildSearchConditions(table.search, search))} limit 200)))`
  return or(and(...conditions), isAbout('user', users), isAbout('team', teams))
}
