import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { RegionLimit } from '#contract/accounts/permissions.ts'
import type { RegionRule } from '#contract/platform/define-calls.ts'
import { isUuid } from '#contract/platform/text.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import type { Db } from './open.ts'
import { events } from './schema/events.ts'
import { importRecords, imports } from './schema/imports.ts'
import { payments } from './schema/payments.ts'
import { teams } from './schema/teams.ts'
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
export const buildTeamOfEventCondition = (limit: RegionLimit, eventId: PgColumn | string): SQL | undefined =>
  limit
    ? or(
        buildTeamRegionCondition(limit),
        sql`exists (select from ${events} where ${events.id} = ${eventId} and ${buildOwnEventCondition(limit)})`,
      )
    : undefined

/** Builds the condition for the payments of teams of the regions of a limited user; undefined without a limit. */
export const buildPaymentRegionCondition = (teamId: PgColumn | SQL, limit: RegionLimit): SQL | undefined =>
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

/** Builds the condition for the owners of teams of the regions of a limited user; undefined without a limit. */
export const buildTeamOwnerRegionCondition = (limit: RegionLimit): SQL | undefined =>
  limit
    ? sql`exists (select from ${teams} where ${teams.userId} = ${users.id} and ${teams.deletedAt} is null and ${buildTeamRegionCondition(limit)})`
    : undefined

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
export const hasOwnEventInRegions = async (db: Db, eventId: string, limit: RegionLimit): Promise<boolean> =>
  limit === null || (await db.$count(events, and(eq(events.id, eventId), buildOwnEventCondition(limit)))) > 0

/** The parameter of the path and the condition of each rule that names a record. */
const recordRules = {
  team: {
    param: 'teamId',
    exists: hasTeamInRegions,
  },
  event: {
    param: 'eventId',
    exists: hasOwnEventInRegions,
  },
  'event-or-global': {
    param: 'eventId',
    exists: async (db: Db, id: string, limit: RegionLimit) =>
      (await db.$count(events, and(eq(events.id, id), buildReadableEventCondition(limit)))) > 0,
  },
  payment: {
    param: 'paymentId',
    exists: async (db: Db, id: string, limit: RegionLimit) =>
      (await db.$count(
        payments,
        and(eq(payments.id, id), buildPaymentRegionCondition(payments.teamId, limit)),
      )) > 0,
  },
} as const satisfies Partial<Record<RegionRule, unknown>>

/**
 * Tells whether a limited user may reach the record that the path of a call names. True for a rule that names no
 * record.
 */
export const hasRecordInRegions = async (
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
