import { and, desc, eq, gte, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { RegionLimit } from '#contract/accounts/permissions.ts'
import type { AdminSettings, Settings } from '#contract/platform/settings.ts'
import { getStartOfDay } from '#contract/platform/time-zone.ts'
import type { DashboardCount } from '#contract/site/dashboard.schema.ts'
import type { Db } from '#server/platform/db/open.ts'
import {
  buildMessageRegionCondition,
  buildOwnEventCondition,
  buildTeamRegionCondition,
  buildUserRegionCondition,
} from '#server/platform/db/region-conditions.ts'
import { competitions } from '#server/platform/db/schema/competitions.ts'
import { faqs, organizers, partners, settings } from '#server/platform/db/schema/content.ts'
import { events } from '#server/platform/db/schema/events.ts'
import { downloads, simulatorFiles } from '#server/platform/db/schema/media.ts'
import { messages } from '#server/platform/db/schema/messages.ts'
import { payments } from '#server/platform/db/schema/payments.ts'
import { scoreAttempts, scoreEntries } from '#server/platform/db/schema/scores.ts'
import { seasonYears } from '#server/platform/db/schema/season-years.ts'
import { teams } from '#server/platform/db/schema/teams.ts'
import { users } from '#server/platform/db/schema/users.ts'

/** The number of rows in each group. */
const countRows = sql`count(*)`.mapWith(Number)

/** Counts the users whom a user may see, and the active ones, of each role. */
export const countAllAndActiveUsersByRole = (db: Db, regionLimit: RegionLimit) =>
  db
    .select({
      key: users.role,
      count: countRows,
      active: sql`count(*) filter (where ${users.active})`.mapWith(Number),
    })
    .from(users)
    .where(and(isNull(users.deletedAt), buildUserRegionCondition(regionLimit)))
    .groupBy(users.role)

export const countRegistrantsByField = (db: Db, field: 'country' | 'userType'): Promise<DashboardCount[]> =>
  db
    .select({ key: downloads[field], count: countRows })
    .from(downloads)
    .where(isNull(downloads.deletedAt))
    .groupBy(downloads[field])

/** Counts the downloads of each day in a time zone and platform, since the start of a day (`YYYY-MM-DD`). */
export const countRegistrantsByDayAndPlatform = (db: Db, since: string, timeZone: string) => {
  const day = sql<string>`to_char(${downloads.createdAt} at time zone ${timeZone}, 'YYYY-MM-DD')`
  return db
    .select({ day, platform: downloads.platform, count: countRows })
    .from(downloads)
    .where(and(isNull(downloads.deletedAt), gte(downloads.createdAt, getStartOfDay(since, timeZone))))
    .groupBy(sql`1`, downloads.platform)
}

/** Counts the teams that a user may see and that have a place by competition, stage and payment. */
export const countRegisteredTeamsInGroups = (db: Db, regionLimit: RegionLimit) =>
  db
    .select({ competitionId: teams.competitionId, stage: teams.stage, paid: teams.paid, count: countRows })
    .from(teams)
    .where(
      and(isNull(teams.deletedAt), eq(teams.status, 'registered'), buildTeamRegionCondition(regionLimit)),
    )
    .groupBy(teams.competitionId, teams.stage, teams.paid)

/** Counts the teams that a user may see and that have no place, by the reason. */
export const countTeamsWithoutPlaceByStatus = (db: Db, regionLimit: RegionLimit) =>
  db
    .select({ status: teams.status, count: countRows })
    .from(teams)
    .where(
      and(isNull(teams.deletedAt), ne(teams.status, 'registered'), buildTeamRegionCondition(regionLimit)),
    )
    .groupBy(teams.status)

/** Counts the new messages that a user may read. */
export const countNewMessages = (db: Db, regionLimit: RegionLimit): Promise<number> =>
  db.$count(
    messages,
    and(isNull(messages.deletedAt), eq(messages.state, 'new'), buildMessageRegionCondition(regionLimit)),
  )

export const listCompetitionNamesIncludingDeleted = (db: Db) =>
  db
    .select({ id: competitions.id, en: competitions.nameEn, ar: competitions.nameAr })
    .from(competitions)
    .orderBy(competitions.position)

/** Lists the most recent attempts in the events that a user may change. */
export const listNewestAttempts = (db: Db, limit: number, regionLimit: RegionLimit) => {
  const ownEvents = buildOwnEventCondition(regionLimit)
  // sorts the attempts alone, before their entries and events are joined
  const newest = db
    .select()
    .from(scoreAttempts)
    .where(
      ownEvents &&
        sql`${scoreAttempts.entryId} in (select ${scoreEntries.id} from ${scoreEntries} join ${events} on ${events.id} = ${scoreEntries.eventId} where ${ownEvents})`,
    )
    .orderBy(desc(scoreAttempts.at), desc(scoreAttempts.id))
    .limit(limit)
    .as('newest')
  return db
    .select({
      eventId: events.id,
      en: events.titleEn,
      ar: events.titleAr,
      player: scoreEntries.playerName,
      team: scoreEntries.teamName,
      score: newest.score,
      at: newest.at,
    })
    .from(newest)
    .innerJoin(scoreEntries, eq(scoreEntries.id, newest.entryId))
    .innerJoin(events, eq(events.id, scoreEntries.eventId))
    .orderBy(desc(newest.at), desc(newest.id))
}

type SetupState = {
  settings: Settings & Partial<AdminSettings>
  hasEvent: boolean
  hasCompetition: boolean
  hasCompetitionWithoutDates: boolean
  hasDemoContent: boolean
}

const exists = (rows: SQL) => sql<boolean>`exists (${rows})`
const openCompetition = sql`select from ${competitions} where ${competitions.active} and ${competitions.deletedAt} is null`
const demoRows = sql.join(
  [
    events,
    users,
    teams,
    faqs,
    partners,
    organizers,
    downloads,
    scoreEntries,
    messages,
    simulatorFiles,
    payments,
    seasonYears,
  ].map((table) => exists(sql`select from ${table} where ${table.demo}`)),
  sql` or `,
)

/**
 * Finds in one statement what the setup checklist needs: the settings of a site, and what its content has and
 * lacks.
 */
export const findSettingsAndSetupState = async (
  db: Db,
  siteName: string,
): Promise<SetupState | undefined> => {
  const [row] = await db
    .select({
      settings: settings.value,
      hasEvent: exists(sql`select from ${events} where not ${events.demo} and ${events.deletedAt} is null`),
      hasCompetition: exists(openCompetition),
      hasCompetitionWithoutDates: exists(
        sql`${openCompetition} and (${competitions.opensAt} is null or ${competitions.closesAt} is null)`,
      ),
      hasDemoContent: sql<boolean>`(${demoRows})`,
    })
    .from(settings)
    .where(eq(settings.siteName, siteName))
  return row
}
