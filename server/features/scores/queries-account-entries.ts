import { sql } from 'drizzle-orm'
import type { Attempt, ScoreEvent } from '#contract/score.ts'
import type { Db } from '#server/db/open.ts'
import { buildOwnedEntryIdsQuery, type ScoreOwner } from './queries-owner.ts'
import { buildEntryTable, buildRankingSourceCondition, getAttemptTable, type RankingSource } from './queries-source.ts'

/** Which entries of an account are read: its own ones and those of its teams, in these events only. */
export type AccountEntrySelection = { owner: ScoreOwner; teamIds: readonly string[]; eventIds: readonly string[] }
/** An entry as visitors see it, with its attempts, the oldest first. */
export type VisibleEntry = { id: string; event: ScoreEvent; teamId: string | null; name: string; attempts: Attempt[] }

type Raw = {
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
 * Lists entries of an account and of its teams in visible events, the newest first, with their attempts. The source `frozen` has the events whose ranking is
 * frozen, `standing` the others.
 */
export const listAccountEntriesWithAttempts = async (
  db: Db,
  { owner, teamIds, eventIds }: AccountEntrySelection,
  source: RankingSource,
): Promise<(VisibleEntry & { reachedAt: string })[]> => {
  const { rows } = await db.execute<Raw>(sql`
    select s.id, e.id as event_id, e.slug, e.title_en, e.title_ar, s.team_id, coalesce(nullif(s.team_name, ''), s.player_name) as name, s.reached_at,
      coalesce((
        select jsonb_agg(jsonb_build_object('id', score_attempts.id, 'mission', mission, 'score', score, 'timeMs', time_ms, 'at', at, 'correctedAt', corrected_at) order by at, score_attempts.id)
        from ${sql.raw(getAttemptTable(source))} where score_attempts.entry_id = s.id), '[]') as attempts
    from ${buildEntryTable(source, 's')} join events e on e.id = s.event_id and e.active and e.deleted_at is null
    where s.event_id = any(${sql.param([...eventIds])}::uuid[]) and ${buildRankingSourceCondition(source)}
      and (s.team_id = any(${sql.param([...teamIds])}::uuid[]) or s.id in (${buildOwnedEntryIdsQuery(owner, source)}))
    order by s.reached_at desc, s.id desc limit 1000`)
  return rows.map(
    ({ id, event_id: eventId, slug, title_en: en, title_ar: ar, team_id: teamId, name, reached_at: reachedAt, attempts }) => ({
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
