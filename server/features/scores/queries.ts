import { and, asc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { MissionType } from '#contract/event.ts'
import type { AdminAttempt, ScoreRow } from '#contract/score.ts'
import { type Db, poolOf } from '#server/db/open.ts'
import type { Paging } from '#server/db/paging.ts'
import { eventSlugs, events } from '#server/db/schema/events.ts'
import { scoreAttempts, scoreEntries } from '#server/db/schema/scores.ts'
import { searchConditions } from '#server/lib/search.ts'
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

/** Entries with the same total score and time share a rank. */
const rankOrder = 'total_score desc nulls last, total_time_ms asc nulls last'
/** The ranking order, as the index `score_entries_ranking` has it. */
const rankingOrder = `${rankOrder}, reached_at asc nulls last, id asc nulls last`
// Each connection prepares one statement for each size. A literal limit lets PostgreSQL plan it once.
const topSizes = [10, 25, 50, 100, 200, 300, 400, 500, 1000] as const

/** The text of the query behind the first places of every ranking; `size` is one of `topSizes`. */
export const topQuery = (size: number): string =>
  `select ${entryColumns} from score_entries where event_id = $1 order by ${rankingOrder} limit ${size}`

/** `topEntries` reads so many entries at most. */
export const topLimit = 1000

/** The first `limit` (at most `topLimit`) entries of a ranking, in order: one index scan, no sort. */
export const selectTopEntries = async (db: Db, eventId: string, limit: number): Promise<EntryRow[]> => {
  const size = topSizes.find((each) => each >= limit) ?? topLimit
  const { rows } = await poolOf(db).query<RawEntry>({ name: `top-${size}`, text: topQuery(size), values: [eventId] })
  return rows.slice(0, limit).map(toEntryRow)
}

export type EntryFilter = { search?: string | undefined; missionType?: MissionType | undefined }

/** A page of the entries of an event that match, each with its rank among all entries of the event, and how many match: one statement, whatever the page. */
export const selectRankedPage = async (
  db: Db,
  eventId: string,
  { page, perPage, search, missionType }: EntryFilter & Paging,
): Promise<{ rows: ScoreRow[]; total: number }> => {
  const where = and(
    eq(scoreEntries.eventId, eventId),
    missionType === undefined ? undefined : eq(scoreEntries.missionType, missionType),
    ...searchConditions(scoreEntries.search, search),
  )
  // Only entries that are as good as the last one of the page or better decide about its ranks.
  const { rows } = await db.execute<{ total: string } & (RawRanked | Record<keyof RawRanked, null>)>(sql`
    with matching as not materialized (
      select id, total_score, total_time_ms, reached_at from score_entries where ${where}
    ), page as (
      select id, total_score from matching order by ${sql.raw(rankingOrder)} limit ${perPage} offset ${(page - 1) * perPage}
    ), ranking as (
      select id, rank() over (order by ${sql.raw(rankOrder)}) as rank from score_entries
      where event_id = ${eventId} and total_score >= (select min(total_score) from page)
    ), ranked as (
      select score_entries.*, ranking.rank from page join ranking using (id) join score_entries using (id)
    )
    select counted.total, ranked.rank, ${sql.raw(entryColumns)} from (select count(*) as total from matching) counted left join ranked on true
    order by ${sql.raw(rankingOrder)}`)
  return {
    rows: rows.flatMap((row) => (row.id === null ? [] : [{ ...toEntryRow(row), rank: Number(row.rank) }])),
    total: Number(rows[0]?.total ?? 0),
  }
}
type RawRanked = RawEntry & { rank: string }

/** The ranks of entries in their events. */
export const ranksOf = async (db: Db, ids: readonly string[]): Promise<Map<string, number>> => {
  const { rows } = await db.execute<{ id: string; rank: string }>(sql`
    select id, 1 + (
      select count(*) from score_entries better where better.event_id = entry.event_id and better.total_score >= entry.total_score
        and (better.total_score > entry.total_score or better.total_time_ms < entry.total_time_ms)) as rank
    from score_entries entry where id = any(${sql.param(ids)}::uuid[])`)
  return new Map(rows.map(({ id, rank }) => [id, Number(rank)]))
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

/** The whole ranking, some hundred entries at a time, each part from where the last one ended: two looks into the index, one for those with the same total score. */
export const eachEntry = async function* (db: Db, eventId: string): AsyncGenerator<EntryRow[]> {
  const part = (condition: SQL) =>
    sql`(select ${sql.raw(entryColumns)} from score_entries where event_id = ${eventId} and ${condition} order by ${sql.raw(rankingOrder)} limit 500)`
  let last: EntryRow | undefined
  for (;;) {
    const after: SQL = last
      ? sql`${part(sql`total_score = ${last.totalScore}::numeric and (total_time_ms, reached_at, id) > (${last.totalTimeMs}::bigint, ${last.reachedAt}::timestamptz, ${last.id}::uuid)`)}
          union all ${part(sql`total_score < ${last.totalScore}::numeric`)} limit 500`
      : part(sql`true`)
    const { rows } = await db.execute<RawEntry>(after)
    const entries = rows.map(toEntryRow)
    if (entries.length > 0) yield entries
    if (entries.length < 500) return
    last = entries.at(-1)
  }
}
