import { type SQL, sql } from 'drizzle-orm'
import type { MissionType } from '#contract/event/event.ts'
import type { ScoreRow } from '#contract/event/scores/score.schema.ts'
import { ageLevels } from '#contract/people/teams/team.fields.ts'
import type { Db } from '#server/platform/db/open.ts'
import { buildAliasedEntryTableSql, type RankingSource } from './queries-freeze.ts'

/** Builds the joins with the team `t` and the event `v` of the entry `alias`, which its level follows from. */
const buildLevelJoins = (alias: string): SQL =>
  sql.raw(`left join teams t on t.id = ${alias}.team_id join events v on v.id = ${alias}.event_id`)

/**
 * Builds the level that pages show of the entry `alias`: that of its team, else the stored one. A stored 0 that
 * nobody chose is the one that an event or an account begins with: pages then show the chosen level of the event,
 * or none.
 */
const buildShownLevel = (alias: string): SQL =>
  sql.raw(`case when ${alias}.team_id is not null then array_position(array['${ageLevels.join("','")}'], t.age_level) - 1
    when ${alias}.mission_type = 0 and (${alias}.user_id is not null or v.mission_type is null or not v.has_chosen_level)
      then case when v.has_chosen_level then v.mission_type end
    else ${alias}.mission_type end`)

/** Builds the joins and the condition that pages show a level for an entry of the table `score_entries`. */
export const buildEntriesOfShownLevelFilter = (level: MissionType): { joins: SQL; condition: SQL } => ({
  joins: buildLevelJoins('score_entries'),
  condition: sql`(${buildShownLevel('score_entries')}) = ${level}`,
})

/**
 * Reads the levels that pages show, and returns the entries with those that are not the stored ones. `levels` has
 * the levels of all entries of the event where `isWholeRanking` is true, else none.
 */
export const loadAndMarkShownLevels = async <E extends Pick<ScoreRow, 'id' | 'missionType'>>(
  db: Db,
  { eventId, entries, isWholeRanking }: { eventId: string; entries: readonly E[]; isWholeRanking: boolean },
  source: RankingSource = 'current',
): Promise<{ entries: (E & Pick<ScoreRow, 'level'>)[]; levels: MissionType[] }> => {
  const isOfPage = sql`e.id = any(${sql.param(entries.map(({ id }) => id))}::uuid[])`
  const { rows } = await db.execute<{
    levels: MissionType[]
    by_entry: Record<string, MissionType | null>
  }>(sql`
    select coalesce(array_agg(distinct level order by level) filter (where level is not null), '{}') as levels,
      coalesce(jsonb_object_agg(id, level) filter (where is_of_page), '{}') as by_entry
    from (select e.id, ${isOfPage} as is_of_page, (${buildShownLevel('e')})::int as level
      from ${buildAliasedEntryTableSql(source, 'e')} ${buildLevelJoins('e')}
      where e.event_id = ${eventId} ${isWholeRanking ? sql`` : sql`and ${isOfPage}`}) shown`)
  const [{ levels, by_entry: byEntry } = { levels: [], by_entry: {} }] = rows
  return {
    levels: isWholeRanking ? levels : [],
    entries: entries.map((entry) => {
      const level = byEntry[entry.id]
      return level === undefined || level === entry.missionType ? entry : { ...entry, level }
    }),
  }
}

/** Lists the tags of the rankings that have an entry of a team, frozen ones included. */
export const listRankingCacheTagsOfTeam = async (db: Db, teamId: string): Promise<string[]> => {
  const { rows } = await db.execute<{ event_id: string }>(sql`
    select event_id from score_entries where team_id = ${teamId} union select event_id from frozen_score_entries where team_id = ${teamId}`)
  return rows.map(({ event_id: eventId }) => `scores:${eventId}`)
}
