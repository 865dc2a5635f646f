import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import { certificates } from '#server/db/schema/results.ts'

/** An attempt as the database has it. */
export type StandingAttempt = {
  id: string
  entryId: string
  mission: number
  score: number
  timeMs: number
  at: string
  values: unknown
  ruleVersion: number | null
}

/** Lists the next 1,000 attempts of an event after the one with an id, in the order of their ids. */
export const listNextStandingAttempts = async (db: Db, eventId: string, afterId: string | null): Promise<StandingAttempt[]> => {
  const { rows } = await db.execute<{
    id: string
    entry_id: string
    mission: number
    score: string
    time_ms: string
    at: Date
    values: unknown
    rule_version: number | null
  }>(sql`
    select a.id, a.entry_id, a.mission, a.score, a.time_ms, a.at, a."values", a.rule_version from score_attempts a join score_entries e on e.id = a.entry_id
    where e.event_id = ${eventId} and (${afterId}::uuid is null or a.id > ${afterId}::uuid) order by a.id limit 1000`)
  return rows.map((row) => ({
    id: row.id,
    entryId: row.entry_id,
    mission: row.mission,
    score: Number(row.score),
    timeMs: Number(row.time_ms),
    at: new Date(row.at).toISOString(),
    values: row.values ?? undefined,
    ruleVersion: row.rule_version,
  }))
}

/** An entry with the totals that the database has. */
export type StandingEntry = {
  id: string
  score: number
  timeMs: number
  totalScore: number
  totalTimeMs: number
  reachedAt: number
  attemptCount: number
  rankingKey: number[] | undefined
}
type RawEntry = {
  id: string
  score: string
  time_ms: string
  total_score: string
  total_time_ms: string
  reached_at: Date
  attempt_count: number
  rule_set_key: number[] | null
}

/** Lists the next 1,000 entries of an event after the one with an id, in the order of their ids. */
export const listNextStandingEntries = async (db: Db, eventId: string, afterId: string | null): Promise<StandingEntry[]> => {
  const { rows } = await db.execute<RawEntry>(sql`
    select id, score, time_ms, total_score, total_time_ms, reached_at, attempt_count, rule_set_key from score_entries
    where event_id = ${eventId} and (${afterId}::uuid is null or id > ${afterId}::uuid) order by id limit 1000`)
  return rows.map((row) => ({
    id: row.id,
    score: Number(row.score),
    timeMs: Number(row.time_ms),
    totalScore: Number(row.total_score),
    totalTimeMs: Number(row.total_time_ms),
    reachedAt: new Date(row.reached_at).getTime(),
    attemptCount: row.attempt_count,
    rankingKey: row.rule_set_key ?? undefined,
  }))
}

/** Lists the ranks on the valid certificates of an event. */
export const listCertificateRanks = async (db: Db, eventId: string): Promise<{ entryId: string; rank: number }[]> =>
  db
    .selectDistinct({ entryId: certificates.entryId, rank: certificates.rank })
    .from(certificates)
    .where(and(eq(certificates.eventId, eventId), isNull(certificates.revokedAt)))
