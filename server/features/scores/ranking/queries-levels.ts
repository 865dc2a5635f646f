import { type SQL, sql } from 'drizzle-orm'
import type { MissionType } from '#contract/event.ts'
import type { ScoreRow } from '#contract/score.schema.ts'
import { ageLevels } from '#contract/team.fields.ts'
import type { Db } from '#server/db/open.ts'
import { buildAliasedEntryTable, type RankingSource } from './queries-freeze.ts'

/**
 * Builds the level that pages show of the entry `alias`: that of its team, else the stored one. It is null where
 * the stored level is the one that an event begins with and nobody chose.
 */
const buildShownLevel = (alias: string): SQL =>
  sql.raw(`case when ${alias}.team_id is not null
    then (select array_position(array['${ageLevels.join("','")}'], t.age_level) - 1 from teams t where t.id = ${alias}.team_id)
    when ${alias}.mission_type = 0 and ${alias}.user_id is null
      and (select v.mission_type is null or not v.has_chosen_level from events v where v.id = ${alias}.event_id) then null
    else ${alias}.mission_type end`)

/** Builds the condition that pages show a level for an entry of the table `score_entries`. */
export const buildShownLevelCondition = (level: MissionType): SQL =>
  sql`(${buildShownLevel('score_entries')}) = ${level}`

/**
 * Reads the levels that pages show, and returns the entries with those that are not the stored ones. `levels` has
 * the levels of all entries of the event where `isWholeRanking` is true, else those of these entries.
 */
export const loadAndMarkShownLevels = async <E extends Pick<ScoreRow, 'id' | 'missionType'>>(
  db: Db,
  { eventId, entries, isWholeRanking }: { eventId: string; entries: readonly E[]; isWholeRanking: boolean },
  source: RankingSource = 'current',
): Promise<{ entries: (E & Pick<ScoreRow, 'level'>)[]; levels: MissionType[] }> => {
  const ids = sql`${sql.param(entries.map(({ id }) => id))}::uuid[]`
  const { rows } = await db.execute<{
    levels: MissionType[]
    by_entry: Record<string, MissionType | null>
  }>(sql`
    select coalesce(array_agg(distinct level order by level) filter (where level is not null), '{}') as levels,
      coalesce(jsonb_object_agg(id, level) filter (where id = any(${ids})), '{}') as by_entry
    from (select e.id, (${buildShownLevel('e')})::int as level from ${buildAliasedEntryTable(source, 'e')}
      where e.event_id = ${eventId} and (${isWholeRanking} or e.id = any(${ids}))) shown`)
  const [{ levels, by_entry: byEntry } = { levels: [], by_entry: {} }] = rows
  return {
    levels,
    entries: entries.map((entry) => {
      const level = byEntry[entry.id]
      return level === undefined || level === entry.missionType ? entry : { ...entry, level }
    }),
  }
}
