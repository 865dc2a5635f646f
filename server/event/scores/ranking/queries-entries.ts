import { sql } from 'drizzle-orm'
import type { Attempt, ScoreRow } from '#contract/event/scores/score.schema.ts'
import type { ScoreEvent } from '#contract/event/scores/score.ts'
import type { ScoreSheetValues } from '#contract/event/scoring/rule-set.schema.ts'
import type { Db } from '#server/platform/db/open.ts'
import {
  entryColumnsSql,
  type RawEntry,
  readRanksByEntry,
  toEntryWithoutRank,
  type UnrankedEntry,
} from './queries.ts'
import {
  buildAliasedEntryTableSql,
  buildVisibleEntryCountQuery,
  buildVisibleSourceCondition,
  getAttemptTableSql,
  getEntryTableSql,
  type RankingSource,
} from './queries-freeze.ts'

/**
 * The user who owns entries. With `email`, a confirmed one, the entries of the guest with that address are
 * included.
 */
export type ScoreOwner = { userId: string; email: string | null }
type OwnedEntry = {
  event: {
    id: string
    slug: string
    titleEn: string
    titleAr: string
    entryCount: number
    isVisible: boolean
  }
  entry: UnrankedEntry
}

type RawOwnedEntry = RawEntry & {
  event_id: string
  slug: string
  title_en: string
  title_ar: string
  entry_count: number
  visible: boolean
}

const ownedEntryColumns = entryColumnsSql
  .split(', ')
  .map((name) => `s.${name}`)
  .join(', ')

/**
 * Selects the ids of the entries of an owner. The entries of the guest are found event by event, by the index
 * of participant keys.
 */
export const buildUserOrGuestEntryIdsQuery = (
  { userId, email }: ScoreOwner,
  source: RankingSource = 'current',
) => {
  const guest = email === null ? null : `guest:${email}`
  return sql`select id from ${buildAliasedEntryTableSql(source, 's')} where user_id = ${userId}
    union select s.id from events e join ${buildAliasedEntryTableSql(source, 's')} on s.event_id = e.id and s.participant_key = ${guest}::text`
}

/**
 * Lists the entries of an owner with their events, the newest first. `isVisible` tells whether visitors see
 * the event. The source `frozen` has the events whose ranking is frozen, `current` the others.
 */
export const listUserEntriesWithEvents = async (
  db: Db,
  owner: ScoreOwner,
  source: RankingSource,
): Promise<OwnedEntry[]> => {
  const { rows } = await db.execute<RawOwnedEntry>(sql`
    with owned as (${buildUserOrGuestEntryIdsQuery(owner, source)})
    select ${sql.raw(ownedEntryColumns)}, e.id as event_id, e.slug, e.title_en, e.title_ar, ${buildVisibleEntryCountQuery(source)} as entry_count, (e.active and e.deleted_at is null) as visible
    from owned join ${buildAliasedEntryTableSql(source, 's')} on s.id = owned.id join events e on e.id = s.event_id
    where ${buildVisibleSourceCondition(source)}
    order by s.reached_at desc, s.id desc limit 1000`)
  return rows.map((raw) => ({
    event: {
      id: raw.event_id,
      slug: raw.slug,
      titleEn: raw.title_en,
      titleAr: raw.title_ar,
      entryCount: raw.entry_count,
      isVisible: raw.visible,
    },
    entry: toEntryWithoutRank(raw),
  }))
}

/**
 * An entry with the next entry of the ranking and the last one with a better rank. Keys are those of the rule
 * set, or `defaultRankingKeys` without one.
 */
export type EntryWithNeighbours = {
  id: string
  eventId: string
  rankingKey: number[]
  next: RankingNeighbour | null
  higher: RankingNeighbour | null
}
export type RankingNeighbour = { id: string; teamName: string; playerName: string; rankingKey: number[] }

type RawNeighbours = {
  id: string
  event_id: string
  key: number[]
  next_id: string | null
  next_team: string
  next_player: string
  next_key: number[]
  higher_id: string | null
  higher_team: string
  higher_player: string
  higher_key: number[]
}
/**
 * Returns the key that `explainOrderOfTwoEntries` compares: that of the rule set or, without one, the total and the time
 * of `defaultRankingKeys`.
 */
const buildRankingKey = (alias: string) =>
  sql.raw(`coalesce(${alias}.rule_set_key, array[-${alias}.total_score, ${alias}.total_time_ms])`)
const neighbourKeyColumns = sql`n.id, ${buildRankingKey('n')} as key, n.team_name as team, n.player_name as player`

/** The condition that the entries `s` and `n` are not those of teams of one alliance. */
const areOnDifferentSides = sql`not exists (select from match_draws d, jsonb_array_elements(d.sides) side
  where d.event_id = s.event_id and side ? s.id::text and side ? n.id::text)`

/** Reads entries with their neighbours in the ranking, without the other teams of their alliances. */
export const listEntriesWithNeighbours = async (
  db: Db,
  ids: readonly string[],
  source: RankingSource,
): Promise<EntryWithNeighbours[]> => {
  if (ids.length === 0) return []
  const { rows } = await db.execute<RawNeighbours>(sql`
    select s.id, s.event_id, ${buildRankingKey('s')} as key, next.id as next_id, next.team as next_team, next.player as next_player, next.key as next_key,
      higher.id as higher_id, higher.team as higher_team, higher.player as higher_player, higher.key as higher_key
    from ${buildAliasedEntryTableSql(source, 's')}
    left join lateral (
      select ${neighbourKeyColumns} from ${buildAliasedEntryTableSql(source, 'n')} where n.event_id = s.event_id
        and (n.ranking_key, n.reached_at, n.id) > (s.ranking_key, s.reached_at, s.id) and ${areOnDifferentSides}
      order by n.ranking_key, n.reached_at, n.id limit 1) next on true
    left join lateral (
      select ${neighbourKeyColumns} from ${buildAliasedEntryTableSql(source, 'n')} where n.event_id = s.event_id and n.ranking_key < s.ranking_key
      order by n.ranking_key desc, n.reached_at desc, n.id desc limit 1) higher on true
    where s.id = any(${sql.param([...ids])}::uuid[])`)
  const toNeighbour = (id: string | null, teamName: string, playerName: string, rankingKey: number[]) =>
    id === null ? null : { id, teamName, playerName, rankingKey }
  return rows.map((row) => ({
    id: row.id,
    eventId: row.event_id,
    rankingKey: row.key,
    next: toNeighbour(row.next_id, row.next_team, row.next_player, row.next_key),
    higher: toNeighbour(row.higher_id, row.higher_team, row.higher_player, row.higher_key),
  }))
}

/** Reads entries by id with their ranks in a source. Ids without an entry are left out. */
export const listEntriesWithRanks = async (
  db: Db,
  ids: readonly string[],
  source: RankingSource,
): Promise<ScoreRow[]> => {
  if (ids.length === 0) return []
  const { rows } = await db.execute<RawEntry>(
    sql`select ${sql.raw(entryColumnsSql)} from ${sql.raw(getEntryTableSql(source))} where id = any(${sql.param([...ids])}::uuid[])`,
  )
  const ranks = await readRanksByEntry(db, ids, source)
  return rows.map((raw) => ({ ...toEntryWithoutRank(raw), rank: ranks.get(raw.id) ?? 0 }))
}

/** Which entries are read: those of a user and of these teams, in these events only. */
export type UserEntrySelection = {
  owner: ScoreOwner
  teamIds: readonly string[]
  eventIds: readonly string[]
}
/** An entry as visitors see it, with its attempts, the oldest first. */
export type VisibleEntry = {
  id: string
  event: ScoreEvent
  teamId: string | null
  name: string
  attempts: Attempt[]
}

type RawUserEntry = {
  id: string
  event_id: string
  slug: string
  title_en: string
  title_ar: string
  team_id: string | null
  name: string
  reached_at: Date
  attempts: (Omit<Attempt, 'at' | 'correctedAt'> & { at: string; correctedAt: string | null })[]
}

/**
 * Lists entries of a user and of teams in visible events, the newest first, with their attempts. The source
 * `frozen` has the events whose ranking is frozen, `current` the others.
 */
export const listOwnVisibleEntriesOfSource = async (
  db: Db,
  { owner, teamIds, eventIds }: UserEntrySelection,
  source: RankingSource,
): Promise<(VisibleEntry & { reachedAt: string })[]> => {
  const { rows } = await db.execute<RawUserEntry>(sql`
    select s.id, e.id as event_id, e.slug, e.title_en, e.title_ar, s.team_id, coalesce(nullif(s.team_name, ''), s.player_name) as name, s.reached_at,
      coalesce((
        select jsonb_agg(jsonb_build_object('id', score_attempts.id, 'mission', mission, 'score', score, 'timeMs', time_ms, 'at', at, 'correctedAt', corrected_at) order by at, score_attempts.id)
        from ${sql.raw(getAttemptTableSql(source))} where score_attempts.entry_id = s.id), '[]') as attempts
    from ${buildAliasedEntryTableSql(source, 's')} join events e on e.id = s.event_id and e.active and e.deleted_at is null
    where s.event_id = any(${sql.param([...eventIds])}::uuid[]) and ${buildVisibleSourceCondition(source)}
      and (s.team_id = any(${sql.param([...teamIds])}::uuid[]) or s.id in (${buildUserOrGuestEntryIdsQuery(owner, source)}))
    order by s.reached_at desc, s.id desc limit 1000`)
  return rows.map(
    ({
      id,
      event_id: eventId,
      slug,
      title_en: en,
      title_ar: ar,
      team_id: teamId,
      name,
      reached_at: reachedAt,
      attempts,
    }) => ({
      id,
      event: { id: eventId, slug, title: { en, ar } },
      teamId,
      name,
      reachedAt: new Date(reachedAt).toISOString(),
      attempts: attempts.map(({ at, correctedAt, ...attempt }) => ({
        ...attempt,
        at: new Date(at).toISOString(),
        ...(correctedAt ? { correctedAt: new Date(correctedAt).toISOString() } : {}),
      })),
    }),
  )
}

/** Finds the event of an entry by the id of the entry, in the standing ranking or in a frozen one. */
export const findEventIdOfEntry = async (db: Db, entryId: string): Promise<string | undefined> => {
  const { rows } = await db.execute<{ event_id: string }>(sql`
    select event_id from score_entries where id = ${entryId} union select event_id from frozen_score_entries where id = ${entryId} limit 1`)
  return rows[0]?.event_id
}

type RawPlace = {
  id: string
  team_id: string
  event_id: string
  slug: string
  title_en: string
  title_ar: string
  entry_count: number
  reached_at: Date
  total_score: string
  total_time_ms: string
  above_id: string | null
  above_team: string
  above_player: string
  above_score: string | null
  below_id: string | null
  below_team: string
  below_player: string
  below_score: string | null
}

const neighbourTotalColumns = sql`n.id, n.total_score, n.team_name as team, n.player_name as player`

/**
 * Lists the entries of teams in the rankings that visitors see, the newest first, each with the entry before
 * and the entry after it in the order of the ranking (index `score_entries_ranking`). The source `frozen` has
 * the events whose ranking is frozen, `current` the others.
 */
export const listVisibleTeamEntriesWithNeighbours = async (
  db: Db,
  teamIds: readonly string[],
  source: RankingSource,
): Promise<RawPlace[]> => {
  const { rows } = await db.execute<RawPlace>(sql`
    select s.id, s.team_id, e.id as event_id, e.slug, e.title_en, e.title_ar, ${buildVisibleEntryCountQuery(source)} as entry_count, s.reached_at, s.total_score, s.total_time_ms,
      above.id as above_id, above.team as above_team, above.player as above_player, above.total_score as above_score,
      below.id as below_id, below.team as below_team, below.player as below_player, below.total_score as below_score
    from ${buildAliasedEntryTableSql(source, 's')} join events e on e.id = s.event_id and e.active and e.deleted_at is null
    left join lateral (
      select ${neighbourTotalColumns} from ${buildAliasedEntryTableSql(source, 'n')} where n.event_id = s.event_id
        and (n.ranking_key, n.reached_at, n.id) < (s.ranking_key, s.reached_at, s.id) and ${areOnDifferentSides}
      order by n.ranking_key desc, n.reached_at desc, n.id desc limit 1) above on true
    left join lateral (
      select ${neighbourTotalColumns} from ${buildAliasedEntryTableSql(source, 'n')} where n.event_id = s.event_id
        and (n.ranking_key, n.reached_at, n.id) > (s.ranking_key, s.reached_at, s.id) and ${areOnDifferentSides}
      order by n.ranking_key asc, n.reached_at asc, n.id asc limit 1) below on true
    where s.team_id = any(${sql.param([...teamIds])}::uuid[]) and ${buildVisibleSourceCondition(source)}
    order by s.reached_at desc, s.id desc limit 1000`)
  return rows
}

/** The newest entry of a team in a visible event with a rule set, with its attempts. */
type TeamSheetEntry = {
  teamId: string
  eventId: string
  reachedAt: Date
  totalScore: number
  totalTimeMs: number
  attempts: TeamSheetAttempt[]
}
export type TeamSheetAttempt = {
  mission: number
  score: number
  timeMs: number
  values: ScoreSheetValues | null
  correctedAt: string | null
}

type RawSheetEntry = {
  team_id: string
  event_id: string
  id: string
  reached_at: Date
  total_score: string
  total_time_ms: string
}
type RawSheetAttempt = {
  entry_id: string
  mission: number
  score: string
  time_ms: string
  values: ScoreSheetValues | null
  corrected_at: Date | null
}

/** Lists these entries of teams from one source; teams without one are left out. */
export const listNewestVisibleRuleSetEntryPerTeam = async (
  db: Db,
  teamIds: readonly string[],
  source: RankingSource,
): Promise<TeamSheetEntry[]> => {
  const { rows } = await db.execute<RawSheetEntry>(sql`
    select distinct on (s.team_id) s.team_id, s.event_id, s.id, s.reached_at, s.total_score, s.total_time_ms
    from ${buildAliasedEntryTableSql(source, 's')} join events e on e.id = s.event_id and e.active and e.deleted_at is null
    where s.team_id = any(${sql.param([...teamIds])}::uuid[]) and s.rule_set_key is not null and ${buildVisibleSourceCondition(source)}
    order by s.team_id, s.reached_at desc, s.id desc`)
  if (rows.length === 0) return []
  const { rows: attempts } = await db.execute<RawSheetAttempt>(sql`
    select entry_id, mission, score, time_ms, "values", corrected_at from ${sql.raw(getAttemptTableSql(source))}
    where entry_id = any(${sql.param(rows.map(({ id }) => id))}::uuid[]) order by at, id`)
  const byEntry = Map.groupBy(attempts, (attempt) => attempt.entry_id)
  return rows.map((row) => ({
    teamId: row.team_id,
    eventId: row.event_id,
    reachedAt: new Date(row.reached_at),
    totalScore: Number(row.total_score),
    totalTimeMs: Number(row.total_time_ms),
    attempts: (byEntry.get(row.id) ?? []).map(({ mission, score, time_ms, values, corrected_at }) => ({
      mission,
      score: Number(score),
      timeMs: Number(time_ms),
      values,
      correctedAt: corrected_at && new Date(corrected_at).toISOString(),
    })),
  }))
}

/** Returns the entries that have these attempts in a ranking, by the id of the attempt. */
export const mapEntryIdsByAttempt = async (
  db: Db,
  attemptIds: readonly string[],
  source: RankingSource,
): Promise<Map<string, string>> => {
  if (attemptIds.length === 0) return new Map()
  const { rows } = await db.execute<{ id: string; entry_id: string }>(sql`
    select id, entry_id from ${sql.raw(getAttemptTableSql(source))} where id = any(${sql.param([...attemptIds])}::uuid[])`)
  return new Map(rows.map(({ id, entry_id: entryId }) => [id, entryId]))
}
