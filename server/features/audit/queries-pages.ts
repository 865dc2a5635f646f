import { type SQL, sql } from 'drizzle-orm'
import type { AuditEntity } from '#contract/audit.ts'
import { auditLog } from '#server/db/schema/audit-log.ts'
import { uuidPattern } from './queries-names.ts'

/** For each entity with a page, the condition that a record has it; the record is `r`, its id that of the entry. Other entities are parts of pages that always exist. */
const pageConditions: Partial<Record<AuditEntity, SQL>> = {
  event: sql`from events r where deleted_at is null`,
  user: sql`from users r where deleted_at is null`,
  faq: sql`from faqs r where deleted_at is null`,
  partner: sql`from partners r where deleted_at is null`,
  organizer: sql`from organizers r where deleted_at is null`,
  continent: sql`from continents r where deleted_at is null`,
  region: sql`from regions r where deleted_at is null`,
  competition: sql`from competitions r where deleted_at is null`,
  team: sql`from teams r where deleted_at is null`,
  'season-year': sql`from season_years r where deleted_at is null`,
  'season-move': sql`from season_moves r where true`,
  'simulator-file': sql`from simulator_files r where removed_at is null`,
  payment: sql`from payments r where true`,
  import: sql`from imports r where true`,
  message: sql`from messages r where deleted_at is null`,
  download: sql`from downloads r where deleted_at is null`,
  'team-person': sql`from team_people r join teams on teams.id = r.team_id where r.deleted_at is null and teams.deleted_at is null`,
  season: sql`from seasons r join teams on teams.id = r.team_id where teams.deleted_at is null`,
  score: sql`from score_entries r join events on events.id = r.event_id where events.deleted_at is null`,
  protest: sql`from protests r join events on events.id = r.event_id where events.deleted_at is null`,
  'event-key': sql`from event_keys r join events on events.id = r.event_id where events.deleted_at is null`,
  schedule: sql`from events r where deleted_at is null`,
  'schedule-slot': sql`from schedule_slots r join events on events.id = r.event_id where events.deleted_at is null`,
  judge: sql`from judges r join events on events.id = r.event_id where events.deleted_at is null`,
}

const chooseByEntity = (branches: readonly (readonly [string, SQL])[]) =>
  sql.join(
    branches.map(([entity, value]) => sql`when ${auditLog.entity} = ${entity} then ${value}`),
    sql` `,
  )
const recordId = sql`${auditLog.entityId}::uuid`

/** SQL for whether a page of the back office shows the record of an entry. */
export const hasRecordPage = sql<boolean>`case when ${auditLog.entityId} !~ ${uuidPattern} then true
  ${chooseByEntity(Object.entries(pageConditions).map(([entity, condition]) => [entity, sql`exists(select ${condition} and r.id = ${recordId})`]))}
  else false end`

/** SQL for whether the account of who made a change has a page. */
export const hasActorPage = sql<boolean>`exists(select from users r where r.id = ${auditLog.actorId} and r.deleted_at is null)`

/** SQL for the id of the record that the record of an entry belongs to: a team or an event. Null for other records and removed ones. */
export const parentRecordId = sql<string | null>`case when ${auditLog.entityId} !~ ${uuidPattern} then null
  ${chooseByEntity([
    ['team-person', sql`(select team_id from team_people where id = ${recordId})`],
    ['season', sql`(select team_id from seasons where id = ${recordId})`],
    ['score', sql`(select event_id from score_entries where id = ${recordId})`],
    ['event-key', sql`(select event_id from event_keys where id = ${recordId})`],
    ['protest', sql`(select event_id from protests where id = ${recordId})`],
    ['schedule-slot', sql`(select event_id from schedule_slots where id = ${recordId})`],
    ['judge', sql`(select event_id from judges where id = ${recordId})`],
  ])} end`
