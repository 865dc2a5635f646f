import { and, asc, desc, eq, exists, inArray, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
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
import { scoreLog } from '#server/platform/db/schema/score-log.ts'
import { seasonYears } from '#server/platform/db/schema/season-years.ts'
import { teams } from '#server/platform/db/schema/teams.ts'
import { buildRestorableCondition } from '#server/platform/db/soft-delete.ts'
import { getUploadUrlPath } from '#server/platform/lib/files.ts'

const hasFinalResults = sql<boolean>`exists (select from published_results r where r.event_id = events.id and r.status = 'final')`
// a frozen ranking hides that the first result arrived
const hasVisibleResults = sql`coalesce((select f.entry_count from ranking_freezes f where f.event_id = events.id and f.frozen_at is not null), events.entry_count) > 0`
const lastDate = sql`greatest(events.start_date, events.end_date)`

/**
 * Builds the condition that an event is live on a calendar date in the time zone of the site
 * (contract/event/event.ts).
 */
const buildLiveCondition = (
  today: string,
) => sql<boolean>`case events.live_mode when 'on' then true when 'off' then false
  else not ${hasFinalResults} and case when events.start_date is null and events.end_date > ${today}::date then ${hasVisibleResults}
    else coalesce(${today}::date between coalesce(events.start_date, events.end_date) and ${lastDate}, ${hasVisibleResults}) end end`

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
export const readEventListPage = async (
  db: Db,
  query: EventListQuery,
): Promise<{ events: EventListRow[]; total: number }> => {
  const select = selectEvents(db, query.today).$dynamic()
  const { rows, total } = await selectPageWithTotal(db, { select, ...buildEventListQuery(query) }, query)
  return { events: rows.map((row) => toEventListRow(row, query.regionLimit)), total }
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
 * change. A live event counts as live whatever its dates, unless
 * its results are final.
 */
export const countEventsByPhaseAndTotalEntries = async (
  db: Db,
  today: string,
  regionLimit: RegionLimit,
): Promise<Dashboard['events']> => {
  const isLive = sql`(${buildLiveCondition(today)} and not ${hasFinalResults})`
  const isPast = sql`(${hasFinalResults} or coalesce(${lastDate} < ${today}::date, false))`
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

export const insertEvent = async (tx: Db, values: typeof events.$inferInsert): Promise<EventRow> => {
  const [row] = await tx.insert(events).values(values).returning()
  return row as EventRow
}

/** Finds the columns of an event; undefined for a deleted one. */
export const findEventRow = async (db: Db, id: string): Promise<EventRow | undefined> => {
  const [row] = await db
    .select()
    .from(events)
    .where(and(eq(events.id, id), isNull(events.deletedAt)))
  return row as EventRow | undefined
}

/**
 * Tells whether the last day of an event is before a date, and the score log has a score of it, removed ones
 * included.
 */
export const hasEventEndedWithScores = async (tx: Db, id: string, today: string): Promise<boolean> => {
  const hasScores = tx
    .select()
    .from(scoreLog)
    .where(and(eq(scoreLog.eventId, events.id), isNotNull(scoreLog.attemptId)))
  const rows = await tx
    .select({ id: events.id })
    .from(events)
    .where(and(eq(events.id, id), lt(lastDate, today), exists(hasScores)))
  return rows.length > 0
}

/** Counts the events of each season that are live on a calendar date in the time zone of the site. */
export const countLiveEventsBySeason = async (db: Db, today: string): Promise<Map<string, number>> => {
  const rows = await db
    .select({ id: events.seasonYearId, count: sql`count(*)`.mapWith(Number) })
    .from(events)
    .where(and(isPublicEvent, buildLiveCondition(today)))
    .groupBy(events.seasonYearId)
  return new Map(rows.flatMap(({ id, count }) => (id === null ? [] : [[id, count] as const])))
}

/** Finds the season of a year and keeps it from being deleted until the transaction ends. */
export const lockSeasonYearIdByYear = async (tx: Db, year: number): Promise<string | undefined> => {
  const [row] = await tx
    .select({ id: seasonYears.id })
    .from(seasonYears)
    .where(and(eq(seasonYears.year, year), isNull(seasonYears.deletedAt)))
    .for('share')
  return row?.id
}

/** Finds the year of a season by its id. */
export const findSeasonYearById = async (db: Db, id: string): Promise<number | undefined> => {
  const [row] = await db
    .select({ year: seasonYears.year })
    .from(seasonYears)
    .where(and(eq(seasonYears.id, id), isNull(seasonYears.deletedAt)))
  return row?.year
}

/** Finds the slug of a region by its id. */
export const findRegionSlugById = async (db: Db, id: string): Promise<string | undefined> => {
  const [row] = await db
    .select({ slug: regions.slug })
    .from(regions)
    .where(and(eq(regions.id, id), isNull(regions.deletedAt)))
  return row?.slug
}

/**
 * Locks the slugs of all events until the transaction ends and lists the current and former slugs of other
 * events that begin with `base`.
 */
export const lockAndListUsedSlugsWithPrefix = async (
  tx: Db,
  base: string,
  exceptEvent: string | undefined,
): Promise<Set<string>> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('event slugs'))`)
  const prefix = `${base}%`
  const current = await tx
    .select({ slug: events.slug, id: events.id })
    .from(events)
    .where(sql`${events.slug} like ${prefix}`)
  const former = await tx
    .select({ slug: eventSlugs.slug, id: eventSlugs.eventId })
    .from(eventSlugs)
    .where(sql`${eventSlugs.slug} like ${prefix}`)
  return new Set([...current, ...former].filter(({ id }) => id !== exceptEvent).map(({ slug }) => slug))
}

/** Stores the old slug of an event as a former slug, and removes the new one from the former slugs. */
export const addOldAndRemoveNewFromFormerSlugs = async (
  tx: Db,
  eventId: string,
  from: string,
  to: string,
): Promise<void> => {
  await tx.delete(eventSlugs).where(and(eq(eventSlugs.slug, to), eq(eventSlugs.eventId, eventId)))
  await tx.insert(eventSlugs).values({ slug: from, eventId }).onConflictDoNothing()
}

export type EventRow = typeof events.$inferSelect
/** An event with its region, and what holds on the day of the query. */
type SelectedEventRow = {
  events: EventRow
  regions: typeof regions.$inferSelect | null
  live: boolean
  hasFinalResults: boolean
}

const toIsoText = (date: string | null) => date && `${date}T00:00:00.000Z`
const toImagePath = (name: string | null) => name && getUploadUrlPath('events', name)
/**
 * Returns the cover of an event. The value `image.png` means that an event has no cover (specification,
 * section 3).
 */
const toCoverPath = (name: string | null) => (name === 'image.png' ? null : toImagePath(name))

/** An event as the back office reads it, with the ids of its teams and the year of its season. */
type SelectedAdminEventRow = SelectedEventRow & { teamIds: string[]; season: number | null }

const toEventCard = ({
  events: row,
  regions: region,
  live,
  hasFinalResults,
}: SelectedEventRow): EventCard => ({
  id: row.id,
  slug: row.slug,
  title: { en: row.titleEn, ar: row.titleAr },
  description: { en: row.descriptionEn, ar: row.descriptionAr },
  startDate: toIsoText(row.startDate),
  endDate: toIsoText(row.endDate),
  tags: row.tags,
  coverImage: toCoverPath(row.coverImage),
  trending: row.trending,
  live,
  hasFinalResults,
  missionType: row.missionType as MissionType | null,
  region: region?.slug ?? null,
})

const toEventDetails = (row: SelectedEventRow): EventDetails => ({
  ...toEventCard(row),
  bannerImage: toImagePath(row.events.bannerImage),
  eventCode: row.events.eventCode,
  datesInfo: { en: row.events.datesInfoEn, ar: row.events.datesInfoAr },
  howToPlay: { en: row.events.howToPlayEn, ar: row.events.howToPlayAr },
  rules: { en: row.events.rulesEn, ar: row.events.rulesAr },
  active: row.events.active,
  ...(row.events.protestsUntil && !row.hasFinalResults
    ? { protestsUntil: row.events.protestsUntil.toISOString() }
    : {}),
})

const toMetadata = ({ events: row, teamIds }: SelectedAdminEventRow) => ({
  teamIds,
  version: row.version,
  entryCount: row.entryCount,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  deletedAt: row.deletedAt?.toISOString() ?? null,
})

const toAdminEventRow = (row: SelectedAdminEventRow): AdminEventRow => ({
  ...toEventCard(row),
  ...toMetadata(row),
  eventCode: row.events.eventCode,
  active: row.events.active,
  liveMode: row.events.liveMode,
})

const toEventListRow = ({ events: row, live }: SelectedEventRow, regionLimit: RegionLimit): EventListRow => ({
  id: row.id,
  slug: row.slug,
  title: { en: row.titleEn, ar: row.titleAr },
  startDate: toIsoText(row.startDate),
  endDate: toIsoText(row.endDate),
  coverImage: toCoverPath(row.coverImage),
  trending: row.trending,
  live,
  missionType: row.missionType as MissionType | null,
  eventCode: row.eventCode,
  active: row.active,
  liveMode: row.liveMode,
  entryCount: row.entryCount,
  updatedAt: row.updatedAt.toISOString(),
  isReadOnly: !isWithinRegions(regionLimit, row.regionId),
})

const toAdminEvent = (row: SelectedAdminEventRow): AdminEvent => ({
  ...toEventDetails(row),
  ...toMetadata(row),
  liveMode: row.events.liveMode,
  totalRule: row.events.totalRule,
  season: row.season,
  hasChosenLevel: row.events.hasChosenLevel,
})
