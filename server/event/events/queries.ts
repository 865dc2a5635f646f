import { and, asc, desc, eq, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { RegionLimit } from '#contract/accounts/permissions.ts'
import type {
  AdminEvent,
  AdminEventRow,
  EventCard,
  EventDetails,
  EventHeading,
  EventListRow,
} from '#contract/event/event.schema.ts'
import type { EventState, MissionType } from '#contract/event/event.ts'
import type { ListSort, ListSortKey } from '#contract/platform/list-sort.ts'
import type { Lang } from '#contract/platform/localized.ts'
import { isUuid } from '#contract/platform/text.ts'
import type { Dashboard } from '#contract/site/dashboard.schema.ts'
import {
  buildSearchConditions,
  orderBySearchMatch,
  orderBySort,
  type Paging,
  selectPageWithTotal,
} from '#server/platform/db/lists.ts'
import type { Db } from '#server/platform/db/open.ts'
import {
  buildOwnEventCondition,
  buildReadableEventCondition,
  buildTeamRegionCondition,
  isWithinRegions,
} from '#server/platform/db/region-conditions.ts'
import { regions } from '#server/platform/db/schema/content.ts'
import { eventSlugs, events } from '#server/platform/db/schema/events.ts'
import { seasonYears } from '#server/platform/db/schema/season-years.ts'
import { teams } from '#server/platform/db/schema/teams.ts'
import { buildRestorableCondition } from '#server/platform/db/soft-delete.ts'
import {
  type SelectedAdminEventRow,
  toAdminEvent,
  toAdminEventListRow,
  toAdminEventRow,
  toEventCard,
  toEventDetails,
  toIsoText,
} from './rows.ts'

const hasFinalResults = sql<boolean>`exists (select from published_results r where r.event_id = events.id and r.status = 'final')`
// a frozen ranking hides that the first result arrived
const hasVisibleResults = sql`coalesce((select f.entry_count from ranking_freezes f where f.event_id = events.id and f.frozen_at is not null), events.entry_count) > 0`
/** The last day of an event. */
export const lastEventDaySql = sql`greatest(events.start_date, events.end_date)`

/**
 * Builds the condition that an event is live on a calendar date in the time zone of the site
 * (contract/event/event.ts).
 */
const buildLiveCondition = (
  today: string,
) => sql<boolean>`case events.live_mode when 'on' then true when 'off' then false
  else not ${hasFinalResults} and case when events.start_date is null and events.end_date > ${today}::date then ${hasVisibleResults}
    else coalesce(${today}::date between coalesce(events.start_date, events.end_date) and ${lastEventDaySql}, ${hasVisibleResults}) end end`

/** Selects events with their region and what holds on a calendar date in the time zone of the site. */
const selectEvents = (db: Db, today: string) =>
  db
    .select({ events, regions, live: buildLiveCondition(today), hasFinalResults })
    .from(events)
    .leftJoin(regions, eq(events.regionId, regions.id))

/** Builds the column with the ids of the teams of an event that a user may see. */
const buildTeamIdsColumn = (regionLimit: RegionLimit) =>
  sql<string[]>`array(select ${teams.id}::text from ${teams} where ${and(
    isNull(teams.deletedAt),
    sql`${teams.id} in (
  select a.team_id from event_teams a where a.event_id = events.id
  union select e.team_id from score_entries e where e.event_id = events.id)`,
    regionLimit ? or(buildTeamRegionCondition(regionLimit), buildOwnEventCondition(regionLimit)) : undefined,
  )} order by ${teams.id})`

/** Selects events as `selectEvents` does, with their teams and seasons, for a user of the back office. */
const selectAdminEvents = (db: Db, today: string, regionLimit: RegionLimit) =>
  db
    .select({
      events,
      regions,
      live: buildLiveCondition(today),
      hasFinalResults,
      teamIds: buildTeamIdsColumn(regionLimit),
      season: seasonYears.year,
    })
    .from(events)
    .leftJoin(seasonYears, eq(events.seasonYearId, seasonYears.id))
    .leftJoin(regions, eq(events.regionId, regions.id))
/** The condition for events that visitors see. */
export const isPublicEvent = and(isNull(events.deletedAt), eq(events.active, true))

/**
 * Lists the published events, live ones first, then the newest start. `region` is a slug: events of other
 * regions are left out.
 */
export const listPublicEvents = async (db: Db, today: string, region?: string): Promise<EventCard[]> => {
  const rows = await selectEvents(db, today)
    .where(and(isPublicEvent, region ? or(isNull(events.regionId), eq(regions.slug, region)) : undefined))
    .orderBy(desc(buildLiveCondition(today)), sql`${events.startDate} desc nulls last`, asc(events.id))
  return rows.map(toEventCard)
}

/** Builds the condition for the published event with an id, slug or former slug. */
export const buildPublicEventIdOrSlugCondition = (db: Db, idOrSlug: string): SQL | undefined => {
  const formerSlugs = db
    .select({ id: eventSlugs.eventId })
    .from(eventSlugs)
    .where(eq(eventSlugs.slug, idOrSlug))
  const isNamed = isUuid(idOrSlug)
    ? eq(events.id, idOrSlug)
    : or(eq(events.slug, idOrSlug), inArray(events.id, formerSlugs))
  return and(isPublicEvent, isNamed)
}

/** Finds a published event by id, slug or former slug. */
export const findPublicEvent = async (
  db: Db,
  idOrSlug: string,
  today: string,
): Promise<EventDetails | undefined> => {
  const [row] = await selectEvents(db, today).where(buildPublicEventIdOrSlugCondition(db, idOrSlug)).limit(1)
  return row && toEventDetails(row)
}

type EventListQuery = Paging & {
  today: string
  search?: string | undefined
  deleted?: boolean | undefined
  sort?: ListSort<'events'> | undefined
  state?: EventState | undefined
  lang?: Lang | undefined
  /** That of the reader. */
  regionLimit: RegionLimit
}

const sortColumns = (lang: Lang, today: string): Record<ListSortKey<'events'>, PgColumn | SQL> => ({
  title: sql`lower(${lang === 'ar' ? events.titleAr : events.titleEn})`,
  dates: events.startDate,
  missionType: events.missionType,
  entries: events.entryCount,
  trending: events.trending,
  live: buildLiveCondition(today),
  active: events.active,
  changed: events.updatedAt,
})

/**
 * Builds which events a list of the back office has and in which order, without dates and the latest first.
 * `deleted` lists the events that can be restored, `state` only drafts or published events.
 */
const buildEventListQuery = ({
  today,
  search,
  deleted,
  sort,
  lang = 'en',
  state,
  regionLimit,
}: EventListQuery) => {
  const isListed = deleted ? buildRestorableCondition(events.deletedAt) : isNull(events.deletedAt)
  const hasState = state && eq(events.active, state === 'published')
  return {
    table: events,
    where: and(
      isListed,
      hasState,
      buildReadableEventCondition(regionLimit),
      ...buildSearchConditions(events.search, search),
    ),
    orderBy: orderBySort(sort, sortColumns(lang, today), events.id) ?? [
      ...orderBySearchMatch(events.search, search),
      sql`${events.startDate} desc nulls first`,
      desc(events.id),
    ],
  }
}

/** Reads one page of events with the ids of their teams, and counts the matches. */
export const readAdminEventPage = async (
  db: Db,
  query: EventListQuery,
): Promise<{ events: AdminEventRow[]; total: number }> => {
  const select = selectAdminEvents(db, query.today, query.regionLimit).$dynamic()
  const { rows, total } = await selectPageWithTotal(db, { select, ...buildEventListQuery(query) }, query)
  return { events: rows.map(toAdminEventRow), total }
}

/** Reads one page of events with what the list of the back office shows, and counts the matches. */
export const readAdminEventListPage = async (
  db: Db,
  query: EventListQuery,
): Promise<{ events: EventListRow[]; total: number }> => {
  const select = selectEvents(db, query.today).$dynamic()
  const { rows, total } = await selectPageWithTotal(db, { select, ...buildEventListQuery(query) }, query)
  return { events: rows.map((row) => toAdminEventListRow(row, query.regionLimit)), total }
}

/** Yields all events that match and that a user may read, newest first, 200 at a time. */
export const iterateEventBatches = async function* (
  db: Db,
  today: string,
  { search, regionLimit }: { search: string | undefined; regionLimit: RegionLimit },
): AsyncGenerator<AdminEvent[]> {
  let after: string | undefined
  for (;;) {
    const rows: SelectedAdminEventRow[] = await selectAdminEvents(db, today, regionLimit)
      .where(
        and(
          isNull(events.deletedAt),
          after ? lt(events.id, after) : undefined,
          buildReadableEventCondition(regionLimit),
          ...buildSearchConditions(events.search, search),
        ),
      )
      .orderBy(desc(events.id))
      .limit(200)
    if (rows.length > 0) yield rows.map(toAdminEvent)
    if (rows.length < 200) return
    after = rows.at(-1)?.events.id
  }
}

/** Finds an event that is not deleted and that a user may read. */
export const findAdminEvent = async (
  db: Db,
  id: string,
  today: string,
  regionLimit: RegionLimit,
): Promise<AdminEvent | undefined> => {
  if (!isUuid(id)) return undefined
  const [row] = await selectAdminEvents(db, today, regionLimit).where(
    and(eq(events.id, id), isNull(events.deletedAt), buildReadableEventCondition(regionLimit)),
  )
  return row && toAdminEvent(row)
}

/** Finds what all pages of an event in the back office show. */
export const findEventHeading = async (
  db: Db,
  id: string,
  regionLimit: RegionLimit,
): Promise<EventHeading | undefined> => {
  const [row] = await db
    .select({ events, season: seasonYears.year })
    .from(events)
    .leftJoin(seasonYears, eq(events.seasonYearId, seasonYears.id))
    .where(and(eq(events.id, id), isNull(events.deletedAt), buildReadableEventCondition(regionLimit)))
  if (!row) return undefined
  const { slug, titleEn, titleAr, startDate, endDate, missionType, hasChosenLevel, active } = row.events
  return {
    id,
    slug,
    title: { en: titleEn, ar: titleAr },
    startDate: toIsoText(startDate),
    endDate: toIsoText(endDate),
    missionType: missionType as MissionType | null,
    hasChosenLevel,
    active,
    season: row.season,
    isReadOnly: !isWithinRegions(regionLimit, row.events.regionId),
  }
}

/**
 * Counts the events that a user may read in each phase on a calendar date, and the entries of those that the user may
 * change. A live event counts as live whatever its dates, unless its results are final.
 */
export const countEventsByPhaseAndSumEntries = async (
  db: Db,
  today: string,
  regionLimit: RegionLimit,
): Promise<Dashboard['events']> => {
  const isLive = sql`(${buildLiveCondition(today)} and not ${hasFinalResults})`
  const isPast = sql`(${hasFinalResults} or coalesce(${lastEventDaySql} < ${today}::date, false))`
  const [row] = await db
    .select({
      live: sql`count(*) filter (where ${isLive})`.mapWith(Number),
      past: sql`count(*) filter (where not ${isLive} and ${isPast})`.mapWith(Number),
      coming: sql`count(*) filter (where not ${isLive} and not ${isPast})`.mapWith(Number),
      entries:
        sql`coalesce(sum(${events.entryCount}) filter (where ${buildOwnEventCondition(regionLimit) ?? sql`true`}), 0)`.mapWith(
          Number,
        ),
    })
    .from(events)
    .where(and(isNull(events.deletedAt), buildReadableEventCondition(regionLimit)))
  return row ?? { live: 0, past: 0, coming: 0, entries: 0 }
}

/** Counts the events of each season that are live on a calendar date in the time zone of the site. */
export const countEventsLiveTodayBySeason = async (db: Db, today: string): Promise<Map<string, number>> => {
  const rows = await db
    .select({ id: events.seasonYearId, count: sql`count(*)`.mapWith(Number) })
    .from(events)
    .where(and(isPublicEvent, buildLiveCondition(today)))
    .groupBy(events.seasonYearId)
  return new Map(rows.flatMap(({ id, count }) => (id === null ? [] : [[id, count] as const])))
}
