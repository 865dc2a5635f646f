import { and, asc, count, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import type { MissionType } from '#contract/domain/event.ts'
import type { AdminAttempt } from '#contract/domain/score.ts'
import type { Db } from '#server/db/open.ts'
import { eventSlugs, events } from '#server/db/schema/events.ts'
import { scoreAttempts, scoreEntries } from '#server/db/schema/scores.ts'
import { matching } from '#server/lib/search.ts'
import { type EntryRow, entryColumns, type RawEntry, type ScoredEvent, toAttempt, toEntryRow, toScoredEvent } from './rows.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

const ofEvent = {
  id: events.id,
  slug: events.slug,
  titleEn: events.titleEn,
  titleAr: events.titleAr,
  totalRule: events.totalRule,
  eventCode: events.eventCode,
  active: events.active,
  missionType: events.missionType,
  entryCount: events.entryCount,
}

/** An event that visitors see, by id, slug or an earlier slug. */
export const visibleEvent = async (db: Db, idOrSlug: string): Promise<ScoredEvent | undefined> => {
  const earlier = db.select({ id: eventSlugs.eventId }).from(eventSlugs).where(eq(eventSlugs.slug, idOrSlug))
  const named = uuid.test(idOrSlug) ? eq(events.id, idOrSlug) : or(eq(events.slug, idOrSlug), inArray(events.id, earlier))
  const [row] = await db
    .select(ofEvent)
    .from(events)
    .where(and(named, isNull(events.deletedAt), eq(events.active, true)))
    .limit(1)
  return row && toScoredEvent(row)
}

/** An event that is not deleted, hidden or not. */
export const presentEvent = async (db: Db, id: string): Promise<ScoredEvent | undefined> => {
  const [row] = await db
    .select(ofEvent)
    .from(events)
    .where(and(eq(events.id, id), isNull(events.deletedAt)))
  return row && toScoredEvent(row)
}

/** The ranking order, as the index `score_entries_ranking` has it. */
const inRankingOrder = 'total_score desc nulls last, total_time_ms asc nulls last, reached_at asc nulls last, id asc nulls last'
// a statement for each of these is prepared once a connection; with the number in it the plan is made once, too
const topSizes = [10, 25, 50, 100, 200, 300, 400, 500, 1000] as const

/** The text of the query behind the first places of every ranking; `size` is one of `topSizes`. */
export const topQuery = (size: number): string =>
  `select ${entryColumns} from score_entries where event_id = $1 order by ${inRankingOrder} limit ${size}`

/** The first `limit` (at most 1,000) entries of a ranking, in order. The hot query: one index scan, no sort. */
export const topEntries = async (db: NodePgDatabase, eventId: string, limit: number): Promise<EntryRow[]> => {
  const size = topSizes.find((each) => each >= limit) ?? 1000
  const { $client } = db as NodePgDatabase & { $client: pg.Pool }
  const { rows } = await $client.query<RawEntry>({ name: `top-${size}`, text: topQuery(size), values: [eventId] })
  return rows.slice(0, limit).map(toEntryRow)
}

export type EntryFilter = { search?: string | undefined; missionType?: MissionType | undefined }

const conditions = (eventId: string, { search, missionType }: EntryFilter): SQL =>
  and(
    eq(scoreEntries.eventId, eventId),
    missionType === undefined ? undefined : eq(scoreEntries.missionType, missionType),
    ...matching(scoreEntries.search, search),
  ) as SQL

/** Entries in ranking order from `offset` on. */
export const entriesFrom = async (db: Db, eventId: string, filter: EntryFilter, offset: number, limit: number): Promise<EntryRow[]> => {
  // the skipped ones are only counted in the index, their rows are not read
  const ids = sql`select id from score_entries where ${conditions(eventId, filter)} order by ${sql.raw(inRankingOrder)} limit ${limit} offset ${offset}`
  const { rows } = await db.execute<RawEntry>(
    sql`select ${sql.raw(entryColumns)} from score_entries where id in (${ids}) order by ${sql.raw(inRankingOrder)}`,
  )
  return rows.map(toEntryRow)
}

export const countEntries = async (db: Db, eventId: string, filter: EntryFilter): Promise<number> => {
  const [row] = await db.select({ total: count() }).from(scoreEntries).where(conditions(eventId, filter))
  return row?.total ?? 0
}

/** How many entries stand strictly before one with these totals. */
export const countBetter = async (db: Db, eventId: string, { totalScore, totalTimeMs }: EntryRow): Promise<number> => {
  const { rows } = await db.execute<{ better: string }>(sql`select
    (select count(*) from score_entries where event_id = ${eventId} and total_score > ${totalScore}::numeric)
    + (select count(*) from score_entries where event_id = ${eventId} and total_score = ${totalScore}::numeric and total_time_ms < ${totalTimeMs}::bigint) as better`)
  return Number(rows[0]?.better)
}

/** The places of some entries in the whole ranking of their event. Reads the ranking down to the last of them. */
export const placesInAll = async (db: Db, eventId: string, entries: readonly EntryRow[]): Promise<Map<string, number>> => {
  const lowest = Math.min(...entries.map(({ totalScore }) => totalScore))
  const ids = entries.map(({ id }) => id)
  const { rows } = await db.execute<{ id: string; place: string }>(sql`select id, place from (
      select id, rank() over (order by total_score desc nulls last, total_time_ms asc nulls last) as place
      from score_entries where event_id = ${eventId} and total_score >= ${lowest}::numeric
    ) ranked where id = any(${sql.param(ids)}::uuid[])`)
  return new Map(rows.map(({ id, place }) => [id, Number(place)]))
}

/** One entry of an event, and whose it is. */
export const entryById = async (
  db: Db,
  eventId: string,
  entryId: string,
): Promise<{ row: EntryRow; userId: string | null; teamId: string | null } | undefined> => {
  if (!uuid.test(entryId)) return undefined
  const { rows } = await db.execute<RawEntry & { user_id: string | null; team_id: string | null }>(
    sql`select ${sql.raw(entryColumns)}, user_id, team_id from score_entries where id = ${entryId} and event_id = ${eventId}`,
  )
  const [raw] = rows
  return raw && { row: toEntryRow(raw), userId: raw.user_id, teamId: raw.team_id }
}

/** The attempts of an entry, the oldest first. */
export const attemptsOf = async (db: Db, entryId: string): Promise<AdminAttempt[]> => {
  const rows = await db
    .select()
    .from(scoreAttempts)
    .where(eq(scoreAttempts.entryId, entryId))
    .orderBy(asc(scoreAttempts.at), asc(scoreAttempts.id))
  return rows.map(toAttempt)
}

/** The whole ranking, some hundred entries at a time, each part from where the last one ended. */
export const eachEntry = async function* (db: Db, eventId: string): AsyncGenerator<EntryRow[]> {
  let last: EntryRow | undefined
  for (;;) {
    const after: SQL = last
      ? sql`and (total_score < ${last.totalScore}::numeric or (total_score = ${last.totalScore}::numeric and (total_time_ms, reached_at, id) > (${last.totalTimeMs}::bigint, ${last.reachedAt}::timestamptz, ${last.id}::uuid)))`
      : sql``
    const { rows } = await db.execute<RawEntry>(
      sql`select ${sql.raw(entryColumns)} from score_entries where event_id = ${eventId} ${after} order by ${sql.raw(inRankingOrder)} limit 500`,
    )
    const part = rows.map(toEntryRow)
    if (part.length > 0) yield part
    if (part.length < 500) return
    last = part.at(-1)
  }
}
