import { and, asc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { MissionType } from '#contract/event.ts'
import type { AdminAttempt } from '#contract/score.ts'
import { bigLists } from '#server/db/lists/lists.ts'
import { pageOf, placeOf } from '#server/db/lists/page.ts'
import { type Db, poolOf } from '#server/db/open.ts'
import { eventSlugs, events } from '#server/db/schema/events.ts'
import { scoreAttempts } from '#server/db/schema/scores.ts'
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
export const topEntries = async (db: Db, eventId: string, limit: number): Promise<EntryRow[]> => {
  const size = topSizes.find((each) => each >= limit) ?? 1000
  const { rows } = await poolOf(db).query<RawEntry>({ name: `top-${size}`, text: topQuery(size), values: [eventId] })
  return rows.slice(0, limit).map(toEntryRow)
}

export type EntryFilter = { search?: string | undefined; missionType?: MissionType | undefined }
/** `place` counts from 0 and tells two entries with the same totals apart. */
export type PlacedEntry = EntryRow & { place: number }

const raw = (found: RawEntry[]) => new Map(found.map((row) => [row.id, toEntryRow(row)]))

/** A page of a ranking, each entry with where it stands in the whole one, and how many match. */
export const entriesPage = async (
  db: Db,
  eventId: string,
  { page, perPage, search, missionType }: EntryFilter & { page: number; perPage: number },
): Promise<{ total: number; rows: PlacedEntry[] }> => {
  const facets = { mission_type: missionType === undefined ? undefined : String(missionType) }
  return pageOf(
    db,
    bigLists.score_entries,
    { scope: eventId, page, perPage, search, facets, places: true },
    async (tx, { ids, places }) => {
      const { rows } = await tx.execute<RawEntry>(
        sql`select ${sql.raw(entryColumns)} from score_entries where id = any(${sql.param(ids)}::uuid[])`,
      )
      const entries = raw(rows)
      return ids.flatMap((id, at) => {
        const entry = entries.get(id)
        return entry ? [{ ...entry, place: places[at] as number }] : []
      })
    },
  )
}

/** Where an entry stands in the ranking of its event, from 0. */
export const placeOfEntry = (db: Db, eventId: string, { id, totalScore, totalTimeMs, reachedAt }: EntryRow): Promise<number> =>
  placeOf(db, bigLists.score_entries, eventId, { k: [Math.round(-totalScore * 1000), totalTimeMs, Date.parse(reachedAt)], id })

/** How many entries with the same totals stand before each of these. */
export const equalsBefore = async (db: Db, ids: readonly string[]): Promise<Map<string, number>> => {
  const { rows } = await db.execute<{ id: string; equals: string }>(sql`select id, (
      select count(*) from score_entries other where other.event_id = entry.event_id and other.total_score = entry.total_score
        and other.total_time_ms = entry.total_time_ms and (other.reached_at, other.id) < (entry.reached_at, entry.id)) as equals
    from score_entries entry where id = any(${sql.param(ids)}::uuid[])`)
  return new Map(rows.map(({ id, equals }) => [id, Number(equals)]))
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
    sql`(select ${sql.raw(entryColumns)} from score_entries where event_id = ${eventId} and ${condition} order by ${sql.raw(inRankingOrder)} limit 500)`
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
