import { and, eq, inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { hasPermission, type Permission, type RegionLimit } from '#contract/accounts/permissions.ts'
import {
  type AuditAction,
  type AuditEntity,
  listAuditEntitiesOfRegionalUser,
} from '#contract/platform/audit.ts'
import type { RegionRule } from '#contract/platform/define-calls.ts'
import { importKinds } from '#contract/platform/import.schema.ts'
import { csvImports } from '#contract/platform/import.ts'
import { isUuid } from '#contract/platform/text.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import type { Db } from './open.ts'
import { announcements } from './schema/announcements.ts'
import { auditLog } from './schema/audit-log.ts'
import { events } from './schema/events.ts'
import { importRecords, imports } from './schema/imports.ts'
import { judges } from './schema/judging.ts'
import { messages } from './schema/messages.ts'
import { payments } from './schema/payments.ts'
import { printFiles } from './schema/print-files.ts'
import { awards, protests } from './schema/results.ts'
import { matchSlots, scheduleSlots } from './schema/schedule.ts'
import { removedScores, scoreEntries, simulatorKeys } from './schema/scores.ts'
import { seasons, teamPeople, teams } from './schema/teams.ts'
import { users } from './schema/users.ts'

/** Builds the condition that selects the teams in the regions of a limited user; undefined without a limit. */
export const buildTeamRegionCondition = (limit: RegionLimit): SQL | undefined =>
  limit ? inArray(teams.regionId, [...limit]) : undefined

/**
 * Builds the condition for the events that a limited user may change, those of the own regions; undefined without
 * a limit.
 */
export const buildOwnEventCondition = (limit: RegionLimit): SQL | undefined =>
  limit ? inArray(events.regionId, [...limit]) : undefined

/**
 * Builds the condition for the events that a limited user may read, those of the own regions and those without a
 * region; undefined without a limit.
 */
export const buildReadableEventCondition = (limit: RegionLimit): SQL | undefined =>
  limit ? or(isNull(events.regionId), inArray(events.regionId, [...limit])) : undefined

/**
 * Builds the condition for the teams of an event that a limited user may see: all of an event of the own regions,
 * elsewhere the teams of these regions; undefined without a limit.
 */
export const buildTeamOrOwnEventCondition = (
  limit: RegionLimit,
  eventId: PgColumn | string,
): SQL | undefined =>
  limit
    ? or(
        buildTeamRegionCondition(limit),
        sql`exists (select from ${events} where ${events.id} = ${eventId} and ${buildOwnEventCondition(limit)})`,
      )
    : undefined

/** Builds the condition that an id is that of a team of the regions of a limited user; undefined without a limit. */
export const buildTeamIdRegionCondition = (teamId: PgColumn | SQL, limit: RegionLimit): SQL | undefined =>
  limit
    ? sql`${teamId} in (select ${teams.id} from ${teams} where ${buildTeamRegionCondition(limit)})`
    : undefined

/**
 * Builds the condition for the imports that a limited user may see and undo: those into events of the own regions, and
 * those of teams that are all in these regions. Undefined without a limit.
 */
export const buildImportRegionCondition = (limit: RegionLimit): SQL | undefined =>
  limit
    ? or(
        sql`${imports.eventId} in (select ${events.id} from ${events} where ${buildOwnEventCondition(limit)})`,
        and(
          eq(imports.kind, 'teams'),
          sql`not exists (select from ${importRecords} where ${importRecords.importId} = ${imports.id} and ${importRecords.recordId} not in (
            select ${teams.id} from ${teams} where ${buildTeamRegionCondition(limit)}))`,
        ),
      )
    : undefined

/**
 * Builds the condition for the users whom a limited user sees: the owners of teams of the regions, without the back
 * office. Undefined without a limit. `user` names the columns of another alias of the table.
 */
export const buildUserRegionCondition = (
  limit: RegionLimit,
  user: { id: PgColumn | SQL; role: PgColumn | SQL } = users,
): SQL | undefined =>
  limit
    ? sql`${user.role} <> 'admin' and exists (select from ${teams} where ${teams.userId} = ${user.id} and ${teams.deletedAt} is null and ${buildTeamRegionCondition(limit)})`
    : undefined

/** Builds the condition that an id is that of an event of the regions of a limited user; undefined without a limit. */
export const buildOwnEventIdCondition = (eventId: PgColumn | SQL, limit: RegionLimit): SQL | undefined =>
  limit
    ? sql`${eventId} in (select ${events.id} from ${events} where ${buildOwnEventCondition(limit)})`
    : undefined

/**
 * Builds the condition that an id is that of an event that a limited user may read, of the own regions or without a
 * region; undefined without a limit.
 */
export const buildReadableEventIdCondition = (
  eventId: PgColumn | SQL,
  limit: RegionLimit,
): SQL | undefined =>
  limit
    ? sql`${eventId} in (select ${events.id} from ${events} where ${buildReadableEventCondition(limit)})`
    : undefined

/**
 * Builds the condition for the messages that a limited user may read: those for which the sender chose one of the
 * regions, and of the others those from the confirmed address of a user who owns teams, all of them, also deleted
 * ones, in these regions. An address that is only typed into a team does not count, because officers type it, too.
 * Undefined without a limit.
 */
export const buildMessageRegionCondition = (limit: RegionLimit): SQL | undefined =>
  limit
    ? or(
        inArray(messages.regionId, [...limit]),
        and(
          isNull(messages.regionId),
          sql`${messages.email} in (
            select ${users.email} from ${users} join ${teams} on ${teams.userId} = ${users.id}
            where ${users.deletedAt} is null and ${users.emailConfirmedAt} is not null
            group by ${users.id} having bool_and(coalesce(${buildTeamRegionCondition(limit)}, false)))`,
        ),
      )
    : undefined

/** Builds the condition that a stored limit has no region outside the limit of a user; undefined without a limit. */
const buildStoredLimitCondition = (regionIds: PgColumn, limit: RegionLimit): SQL | undefined =>
  limit ? sql`${regionIds} <@ ${sql.param([...limit])}::uuid[]` : undefined

/**
 * Builds the condition for the announcements that a limited user may see: those whose stored limit has no other
 * region. Undefined without a limit.
 */
export const buildAnnouncementRegionCondition = (limit: RegionLimit): SQL | undefined =>
  buildStoredLimitCondition(announcements.regionIds, limit)

/**
 * Builds the condition for the own print files that a limited user may download: those of events of the regions that
 * were made with no wider limit. Undefined without a limit. The query joins the events.
 */
export const buildPrintFileRegionCondition = (limit: RegionLimit): SQL | undefined =>
  and(buildStoredLimitCondition(printFiles.regionIds, limit), buildOwnEventCondition(limit))

/** Selects the ids of the records of the regions, for each entity of the audit log that belongs to regions. */
const selectRecordsOfRegions = (
  limit: RegionLimit,
  permissions: readonly Permission[],
): Partial<Record<AuditEntity, SQL>> => {
  const ofTeam = (table: PgTable & { id: PgColumn; teamId: PgColumn }) =>
    sql`select ${table.id}::text from ${table} where ${buildTeamIdRegionCondition(table.teamId, limit)}`
  const ofEvent = (table: PgTable & { id: PgColumn; eventId: PgColumn }) =>
    sql`select ${table.id}::text from ${table} where ${buildOwnEventIdCondition(table.eventId, limit)}`
  const kinds = importKinds.filter((kind) => hasPermission(permissions, csvImports[kind].permission))
  const ownEvents = sql`select ${events.id}::text from ${events} where ${buildOwnEventCondition(limit)}`
  return {
    team: sql`select ${teams.id}::text from ${teams} where ${buildTeamRegionCondition(limit)}`,
    'team-person': ofTeam(teamPeople),
    season: ofTeam(seasons),
    payment: ofTeam(payments),
    event: ownEvents,
    schedule: ownEvents,
    screen: ownEvents,
    'event-key': ofEvent(simulatorKeys),
    judge: ofEvent(judges),
    score: sql`${ofEvent(scoreEntries)} union all select ${removedScores.record} ->> 'entryId' from ${removedScores}
      where ${buildOwnEventIdCondition(removedScores.eventId, limit)} union all ${ownEvents}`,
    award: sql`${ofEvent(awards)} union all ${ownEvents}`,
    protest: ofEvent(protests),
    'schedule-slot': sql`${ofEvent(scheduleSlots)} union all ${ofEvent(matchSlots)} union all ${ownEvents}`,
    import: sql`select ${imports.id}::text from ${imports} where ${and(buildImportRegionCondition(limit), inArray(imports.kind, kinds))}`,
    message: sql`select ${messages.id}::text from ${messages} where ${buildMessageRegionCondition(limit)}`,
    announcement: sql`select ${announcements.id}::text from ${announcements} where ${buildAnnouncementRegionCondition(limit)}`,
  }
}

/** The entities whose entries may store the id of their event, which is still known after the record is deleted. */
const entitiesWithStoredEvent: AuditEntity[] = ['score', 'award', 'schedule-slot']
/** SQL for the id of the record that decides to which region an entry belongs: the stored event, or its own record. */
const regionalRecordId = sql`coalesce(case when ${inArray(auditLog.entity, entitiesWithStoredEvent)}
  then coalesce(${auditLog.after} ->> 'event', ${auditLog.before} ->> 'event') end, ${auditLog.entityId})`

/** The actions of the form and the list of a record. */
const recordActions: AuditAction[] = ['create', 'update', 'toggle', 'delete', 'restore', 'purge']

/** Who reads the audit log. */
export type AuditReader = { regionLimit: RegionLimit; permissions: readonly Permission[] }

/**
 * Builds the condition for the entries of the audit log that a limited user may read: those about records that belong
 * to the regions today, and that the permissions are for. Undefined without a limit. It is one join of the log with the
 * ids of all these records, because a subquery for each entity takes seconds where few entries match. With `entity` it
 * reads the records of this entity only.
 */
export const buildAuditRegionCondition = (
  { regionLimit, permissions }: AuditReader,
  entity?: AuditEntity,
): SQL | undefined => {
  if (!regionLimit) return undefined
  const entities = listAuditEntitiesOfRegionalUser(permissions).filter((each) => (entity ?? each) === each)
  const records = selectRecordsOfRegions(regionLimit, permissions)
  const selects = entities.flatMap((entity) => records[entity] ?? [])
  if (selects.length === 0) return sql`false`
  return and(
    inArray(auditLog.entity, entities),
    // withdrawals, sheets and results are for those who run the event
    hasPermission(permissions, 'results')
      ? undefined
      : or(ne(auditLog.entity, 'event'), inArray(auditLog.action, recordActions)),
    sql`${regionalRecordId} in (${sql.join([...new Set(selects)], sql` union all `)})`,
  )
}

/** Returns true when the region of a record is one of those of the limit, and always without a limit. */
export const isWithinRegions = (limit: RegionLimit, regionId: string | null | undefined): boolean =>
  limit === null || (typeof regionId === 'string' && limit.includes(regionId))

/** Tells whether a team, deleted or not, belongs to the regions of a user. Without a limit it need not exist. */
export const hasTeamInRegions = async (db: Db, teamId: string, limit: RegionLimit): Promise<boolean> =>
  limit === null || (await db.$count(teams, and(eq(teams.id, teamId), buildTeamRegionCondition(limit)))) > 0

/** Throws `not-found` for a team, deleted or not, that belongs to none of the regions of a user. */
export const assertTeamInRegions = async (db: Db, teamId: string, limit: RegionLimit): Promise<void> => {
  if (!(await hasTeamInRegions(db, teamId, limit))) throw new AppError('not-found')
}

/** Tells whether a user may change an event, deleted or not. Without a limit it need not exist. */
export const isEventChangeableWithLimit = async (
  db: Db,
  eventId: string,
  limit: RegionLimit,
): Promise<boolean> =>
  limit === null || (await db.$count(events, and(eq(events.id, eventId), buildOwnEventCondition(limit)))) > 0

/** Tells whether a user may read an event, deleted or not. Without a limit it need not exist. */
export const isEventReadableWithLimit = async (
  db: Db,
  eventId: string,
  limit: RegionLimit,
): Promise<boolean> =>
  limit === null ||
  (await db.$count(events, and(eq(events.id, eventId), buildReadableEventCondition(limit)))) > 0

/** Locks an event that a user may change. Throws `not-found` for one of other regions. */
export const assertOwnEventInRegionsWithLock = async (
  tx: Db,
  eventId: string,
  limit: RegionLimit,
): Promise<void> => {
  if (limit === null) return
  const [event] = await tx
    .select({ id: events.id })
    .from(events)
    .where(and(eq(events.id, eventId), buildOwnEventCondition(limit)))
    .for('share')
  if (!event) throw new AppError('not-found')
}

/** The parameter of the path and the condition of each rule that names a record. */
const recordRules = {
  team: {
    param: 'teamId',
    exists: hasTeamInRegions,
  },
  event: {
    param: 'eventId',
    exists: isEventChangeableWithLimit,
  },
  'event-or-global': {
    param: 'eventId',
    exists: isEventReadableWithLimit,
  },
  payment: {
    param: 'paymentId',
    exists: async (db: Db, id: string, limit: RegionLimit) =>
      (await db.$count(
        payments,
        and(eq(payments.id, id), buildTeamIdRegionCondition(payments.teamId, limit)),
      )) > 0,
  },
} as const satisfies Partial<Record<RegionRule, unknown>>

/**
 * Tells whether a limited user may reach the record that the path of a call names. True for a rule that names no
 * record.
 */
export const canReachRecordOfPath = async (
  db: Db,
  rule: RegionRule,
  params: Readonly<Record<string, string>>,
  limit: RegionLimit,
): Promise<boolean> => {
  if (rule === 'same' || rule === 'filtered') return true
  const { param, exists } = recordRules[rule]
  const id = params[param] ?? ''
  return isUuid(id) && exists(db, id, limit)
}
