import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import type { MissionType } from '#contract/event/event.ts'
import type { PublishedResults } from '#contract/event/results/results.schema.ts'
import type {
  AdminAttempt,
  AdminScoreEntry,
  AdminScoreEvent,
  ScoreRow,
} from '#contract/event/scores/score.schema.ts'
import {
  assignRanksToSorted,
  compareScoreRows,
  getRankingKey,
  isCountedInFollowingRanks,
} from '#contract/event/scoring/ranking.ts'
import type { RuleSet } from '#contract/event/scoring/rule-set.schema.ts'
import { isUuid } from '#contract/platform/text.ts'
import { buildSearchConditions, orderBySearchMatch, type Paging } from '#server/platform/db/lists.ts'
import { type Db, getPool } from '#server/platform/db/open.ts'
import { eventSlugs, events } from '#server/platform/db/schema/events.ts'
import { rankingFreezes } from '#server/platform/db/schema/frozen-rankings.ts'
import { publishedResults } from '#server/platform/db/schema/results.ts'
import { eventRuleSets } from '#server/platform/db/schema/rule-sets.ts'
import { entryRankSql, scoreEntries } from '#server/platform/db/schema/scores.ts'
import { listAttemptsOfEntry, toAdminAttempt } from '../write/queries-attempts.ts'
import type { AttemptJudges } from '../write/queries-judges.ts'
import {
  buildAliasedEntryTableSql,
  getEntryTableSql,
  type RankingSource,
  toPublishedResults,
} from './queries-freeze.ts'
import { buildEntriesOfShownLevelFilter } from './queries-levels.ts'
import { buildOwnNameOfAdultCondition } from './queries-public-names.ts'

/** The event of a ranking; `entryCount` is the stored count of its entries. */
type RankingEvent = AdminScoreEvent & { entryCount: number }
const eventColumns = {
  id: events.id,
  slug: events.slug,
  title: { en: events.titleEn, ar: events.titleAr },
  totalRule: events.totalRule,
  eventCode: events.eventCode,
  active: events.active,
  missionType: sql<MissionType>`coalesce(${events.missionType}, 0)`,
  entryCount: events.entryCount,
}
const newestRuleSet = sql<RuleSet | null>`(select rules.document from ${eventRuleSets} rules where rules.event_id = ${events.id} order by rules.version desc limit 1)`
const freezeColumns = {
  freezeAt: rankingFreezes.freezeAt,
  frozenAt: rankingFreezes.frozenAt,
  frozenEntryCount: rankingFreezes.entryCount,
}

/**
 * The event of a ranking as visitors see it: `entryCount` is that of the frozen ranking from the time
 * `frozenAt` on. Instants are null without a freeze, `results` when none are published, `ruleSet` for the
 * default ranking.
 */
export type VisibleRankingEvent = RankingEvent & {
  startDate: string | null
  endDate: string | null
  freezeAt: Date | null
  frozenAt: Date | null
  results: PublishedResults | null
  ruleSet: RuleSet | null
}

/** Finds an event that visitors see by id, slug or former slug. */
export const findVisibleRankingEvent = async (
  db: Db,
  idOrSlug: string,
): Promise<VisibleRankingEvent | undefined> => {
  const earlier = db.select({ id: eventSlugs.eventId }).from(eventSlugs).where(eq(eventSlugs.slug, idOrSlug))
  const isNamed = isUuid(idOrSlug)
    ? eq(events.id, idOrSlug)
    : or(eq(events.slug, idOrSlug), inArray(events.id, earlier))
  const [row] = await db
    .select({
      ...eventColumns,
      ...freezeColumns,
      startDate: events.startDate,
      endDate: events.endDate,
      results: publishedResults,
      ruleSet: newestRuleSet,
    })
    .from(events)
    .leftJoin(publishedResults, eq(publishedResults.eventId, events.id))
    .leftJoin(rankingFreezes, eq(rankingFreezes.eventId, events.id))
    .where(and(isNamed, isNull(events.deletedAt), eq(events.active, true)))
    .limit(1)
  if (!row) return undefined
  const { frozenEntryCount, results, ...event } = row
  return {
    ...(event as VisibleRankingEvent),
    results: results && toPublishedResults(results),
    entryCount: event.frozenAt ? (frozenEntryCount ?? 0) : event.entryCount,
  }
}

/** Returns when the last result of a ranking was recorded or changed; null without results. */
export const findLastResultTimeOfEvent = async (
  db: Db,
  eventId: string,
  source: RankingSource,
): Promise<Date | null> => {
  const { rows } = await db.execute<{ at: string | null }>(
    sql`select max(updated_at) as at from ${buildAliasedEntryTableSql(source, 'e')} where event_id = ${eventId}`,
  )
  return rows[0]?.at ? new Date(rows[0].at) : null
}

/** The event of a current ranking, with the freeze of the public one. */
export type RankingEventWithFreeze = RankingEvent & {
  freeze: { freezeAt: string; isFrozen: boolean } | null
  ruleSet: RuleSet | null
  areResultsFinal: boolean
}

/** Finds an event that is not deleted, active or not. */
export const findRankingEvent = async (db: Db, id: string): Promise<RankingEventWithFreeze | undefined> => {
  const [row] = await db
    .select({
      ...eventColumns,
      freezeAt: rankingFreezes.freezeAt,
      isFrozen: sql<boolean>`${rankingFreezes.freezeAt} <= clock_timestamp()`,
      areResultsFinal: sql<boolean>`${publishedResults.status} is not distinct from 'final'`,
      ruleSet: newestRuleSet,
    })
    .from(events)
    .leftJoin(publishedResults, eq(publishedResults.eventId, events.id))
    .leftJoin(rankingFreezes, eq(rankingFreezes.eventId, events.id))
    .where(and(eq(events.id, id), isNull(events.deletedAt)))
  if (!row) return undefined
  const { freezeAt, isFrozen, ruleSet, areResultsFinal, ...event } = row
  return {
    ...(event as RankingEvent),
    ruleSet,
    areResultsFinal,
    freeze: freezeAt ? { freezeAt: freezeAt.toISOString(), isFrozen } : null,
  }
}

/** An entry without its rank, the email unmasked. */
export type UnrankedEntry = Omit<ScoreRow, 'rank'>
/** An entry as PostgreSQL returns it, numbers as texts. */
export type RawEntry = {
  id: string
  player_name: string
  player_email: string
  team_no: string
  has_team: boolean
  team_name: string
  school: string
  mission_type: number
  score: string
  time_ms: string
  total_score: string
  total_time_ms: string
  attempt_count: number
  reached_at: Date
  rule_set_key: number[] | null
  has_rank_of_alliance: boolean
}
/** The columns of a `RawEntry`. */
export const entryColumnsSql =
  'id, player_name, player_email, team_no, team_id is not null as has_team, team_name, school, mission_type, score, time_ms, total_score, total_time_ms, attempt_count, reached_at, rule_set_key, has_rank_of_alliance'

export const toEntryWithoutRank = (raw: RawEntry): UnrankedEntry => ({
  id: raw.id,
  playerName: raw.player_name,
  playerEmail: raw.player_email,
  teamNo: raw.team_no,
  hasTeam: raw.has_team,
  teamName: raw.team_name,
  schoolName: raw.school,
  missionType: raw.mission_type as MissionType,
  score: Number(raw.score),
  timeMs: Number(raw.time_ms),
  totalScore: Number(raw.total_score),
  totalTimeMs: Number(raw.total_time_ms),
  attemptCount: raw.attempt_count,
  reachedAt: new Date(raw.reached_at).toISOString(),
  ...(raw.rule_set_key
    ? { rankingKey: raw.rule_set_key.map((number) => (Number.isFinite(number) ? number : null)) }
    : {}),
  ...(raw.has_rank_of_alliance ? { hasRankOfAlliance: true } : {}),
})

const withRanks = (
  entries: readonly UnrankedEntry[],
  start: { before?: number; firstRank?: number } = {},
): ScoreRow[] =>
  assignRanksToSorted(entries, compareScoreRows, { ...start, isCounted: isCountedInFollowingRanks }).map(
    ({ item, rank }) => ({ ...item, rank }),
  )

/**
 * The ranking order, as the index `score_entries_ranking` has it. Entries with the same `ranking_key` share a
 * rank (`entryRankSql`).
 */
const rankingOrder = 'ranking_key asc nulls last, reached_at asc nulls last, id asc nulls last'
// Each connection prepares one statement for each size. A literal limit lets PostgreSQL plan it once.
const topSizes = [10, 25, 50, 100, 200, 300, 400, 500, 1000] as const

/** Returns the SQL statement that reads the first entries of a ranking; `size` is one of `topSizes`. */
export const buildTopEntriesStatement = (size: number, source: RankingSource = 'current'): string =>
  `select ${entryColumnsSql} from ${getEntryTableSql(source)} where event_id = $1 order by ${rankingOrder} limit ${size}`

/** The most entries that `listTopEntriesOfRanking` reads. */
const topEntriesLimit = 1000

/** Lists the first `limit` (at most 1,000) entries of a ranking: one index scan, no sort. */
export const listTopEntriesOfRanking = async (
  db: Db,
  eventId: string,
  limit: number,
  source: RankingSource = 'current',
): Promise<ScoreRow[]> => {
  const size = topSizes.find((each) => each >= limit) ?? topEntriesLimit
  const text = buildTopEntriesStatement(size, source)
  const { rows } = await getPool(db).query<RawEntry>({
    name: `top-${source}-${size}`,
    text,
    values: [eventId],
  })
  return withRanks(rows.slice(0, limit).map(toEntryWithoutRank))
}

/**
 * `level` is the level that pages show, `missionType` the stored one. With `shownOn` a search finds the names that
 * visitors see on that day (`shortenPlayerNamesExceptAdults`).
 */
export type RankingQuery = Paging & {
  search?: string | undefined
  missionType?: MissionType | undefined
  level?: MissionType | undefined
  shownOn?: string | undefined
}

/**
 * Reads a page of the matching entries of an event, each with its rank among all entries of the event, and
 * how many match: one statement, whatever the page. The best matches of a search are first, in the order of
 * the ranking among each other.
 */
export const selectFilteredRankingPage = async (
  db: Db,
  eventId: string,
  { page, perPage, search, missionType, level, shownOn }: RankingQuery,
  source: RankingSource = 'current',
): Promise<{ rows: ScoreRow[]; total: number }> => {
  const table = sql.raw(getEntryTableSql(source))
  const searched =
    shownOn === undefined
      ? scoreEntries.search
      : sql`case when adult.id is null then ${scoreEntries.publicSearch} else ${scoreEntries.search} end`
  const adults =
    search && shownOn !== undefined
      ? sql`left join users adult on adult.id = ${scoreEntries.userId} and ${buildOwnNameOfAdultCondition(sql`score_entries`, sql`adult`, shownOn)}`
      : sql``
  const ofLevel = level === undefined ? undefined : buildEntriesOfShownLevelFilter(level)
  const where = and(
    eq(scoreEntries.eventId, eventId),
    missionType === undefined ? undefined : eq(scoreEntries.missionType, missionType),
    ofLevel?.condition,
    ...buildSearchConditions(searched, search),
  )
  const [match] = orderBySearchMatch(searched, search)
  const order = sql.raw(match ? `match, ${rankingOrder}` : rankingOrder)
  // Only entries that are as good as the last one of the page or better decide about its ranks.
  // Without `materialized` PostgreSQL may compute the ranks again for each row of the page.
  const { rows } = await db.execute<{ total: string } & (RawRanked | Record<keyof RawRanked, null>)>(sql`
    with matching as ${sql.raw(match ? '' : 'not')} materialized (
      select ${scoreEntries.id}, ranking_key, reached_at, ${match ?? sql`0`} as match from ${table} ${adults} ${ofLevel?.joins ?? sql``} where ${where}
    ), page as (
      select id, ranking_key, match from matching order by ${order} limit ${perPage} offset ${(page - 1) * perPage}
    ), ranking as materialized (
      select id, ${entryRankSql} as rank from ${table}
      where event_id = ${eventId} and ranking_key <= (select max(ranking_key) from page)
    ), ranked as (
      select score_entries.*, ranking.rank, page.match from page join ranking using (id) join ${table} using (id)
    )
    select counted.total, ranked.rank, ${sql.raw(entryColumnsSql)} from (select count(*) as total from matching) counted left join ranked on true
    order by ${order}`)
  return {
    rows: rows.flatMap((row) =>
      row.id === null ? [] : [{ ...toEntryWithoutRank(row), rank: Number(row.rank) }],
    ),
    total: Number(rows[0]?.total ?? 0),
  }
}
type RawRanked = RawEntry & { rank: string }

/**
 * Reads a page of a ranking and counts the matching entries. The first pages without a filter take their
 * ranks from the order of the index.
 */
export const readRankingPage = async (
  db: Db,
  event: { id: string; entryCount: number },
  query: RankingQuery,
  source: RankingSource = 'current',
): Promise<{ rows: ScoreRow[]; total: number }> => {
  const { page, perPage, search, missionType, level } = query
  const end = page * perPage
  if (search || missionType !== undefined || level !== undefined || end > topEntriesLimit)
    return selectFilteredRankingPage(db, event.id, query, source)
  return {
    rows: (await listTopEntriesOfRanking(db, event.id, end, source)).slice(end - perPage),
    total: event.entryCount,
  }
}

/** Computes the ranks of entries in their events, by id. */
export const readRanksByEntry = async (
  db: Db,
  ids: readonly string[],
  source: RankingSource = 'current',
): Promise<Map<string, number>> => {
  const { rows } = await db.execute<{ id: string; rank: string }>(sql`
    select id, 1 + (
      select count(*) from ${buildAliasedEntryTableSql(source, 'better')} where better.event_id = entry.event_id and better.ranking_key < entry.ranking_key and not better.has_rank_of_alliance) as rank
    from ${buildAliasedEntryTableSql(source, 'entry')} where id = any(${sql.param(ids)}::uuid[])`)
  return new Map(rows.map(({ id, rank }) => [id, Number(rank)]))
}

/** An entry with its attempts, without the names of judges, which visitors do not see. */
type EntryWithAttempts = Omit<AdminScoreEntry, 'attempts'> & {
  attempts: Omit<AdminAttempt, keyof AttemptJudges>[]
}

/** Finds an entry of an event with its rank, attempts, user and team. */
export const findEntryWithAttempts = async (
  db: Db,
  eventId: string,
  entryId: string,
  source: RankingSource = 'current',
): Promise<EntryWithAttempts | undefined> => {
  if (!isUuid(entryId)) return undefined
  const { rows } = await db.execute<RawEntry & { user_id: string | null; team_id: string | null }>(
    sql`select ${sql.raw(entryColumnsSql)}, user_id, team_id from ${sql.raw(getEntryTableSql(source))} where id = ${entryId} and event_id = ${eventId}`,
  )
  const [raw] = rows
  if (!raw) return undefined
  const [ranks, attempts] = await Promise.all([
    readRanksByEntry(db, [entryId], source),
    listAttemptsOfEntry(db, entryId, source),
  ])
  return {
    ...toEntryWithoutRank(raw),
    rank: ranks.get(entryId) ?? 0,
    attempts: attempts.map(toAdminAttempt),
    userId: raw.user_id,
    teamId: raw.team_id,
  }
}

/**
 * Yields the ranking of an event in batches of 500 entries. Each batch is a scan of the index that begins
 * after the last entry of the previous batch.
 */
export const iterateRankingBatches = async function* (db: Db, eventId: string): AsyncGenerator<ScoreRow[]> {
  let before = 0
  let last: ScoreRow | undefined
  for (;;) {
    const { rows } = await db.execute<RawEntry>(sql`
      select ${sql.raw(entryColumnsSql)} from score_entries where event_id = ${eventId}
        ${last ? sql`and (ranking_key, reached_at, id) > (${sql.param(getRankingKey(last))}::double precision[], ${last.reachedAt}::timestamptz, ${last.id}::uuid)` : sql``}
      order by ${sql.raw(rankingOrder)} limit 500`)
    const [first, ...rest] = rows.map(toEntryWithoutRank)
    if (!first) return
    const sharesRank = last && compareScoreRows(first, last) === 0
    const entries = withRanks([first, ...rest], {
      before,
      firstRank: sharesRank && last ? last.rank : before + 1,
    })
    yield entries
    if (entries.length < 500) return
    before += entries.filter(isCountedInFollowingRanks).length
    last = entries.at(-1)
  }
}
