import { and, asc, eq, gt, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { CertificateKind } from '#contract/event/certificate.ts'
import type { Db } from '#server/platform/db/open.ts'
import { rankingFreezes } from '#server/platform/db/schema/frozen-rankings.ts'
import { judgeSheets } from '#server/platform/db/schema/judging.ts'
import { advancements, awards, certificates } from '#server/platform/db/schema/results.ts'
import { scoreEntries } from '#server/platform/db/schema/scores.ts'
import { teamPeople, teams } from '#server/platform/db/schema/teams.ts'
import type { HashedParticipant } from '../scores/service.ts'

/** An attempt as the database has it. */
type CheckedAttempt = {
  id: string
  entryId: string
  mission: number
  score: number
  timeMs: number
  at: string
  values: unknown
  ruleVersion: number | null
}

/** The ranking that is checked: the current one, or the copies that visitors see during a freeze. */
export type CheckedRanking = 'current' | 'frozen'
const tables = {
  current: { entries: sql.raw('score_entries'), attempts: sql.raw('score_attempts') },
  frozen: { entries: sql.raw('frozen_score_entries'), attempts: sql.raw('frozen_score_attempts') },
} as const

/** Lists the next 1,000 attempts of an event after the one with an id, in the order of their ids. */
export const listNextAttemptsToCheck = async (
  db: Db,
  { eventId, ranking }: { eventId: string; ranking: CheckedRanking },
  afterId: string | null,
): Promise<CheckedAttempt[]> => {
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
    select a.id, a.entry_id, a.mission, a.score, a.time_ms, a.at, a."values", a.rule_version from ${tables[ranking].attempts} a
    join ${tables[ranking].entries} e on e.id = a.entry_id
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

/**
 * An entry with its participant and the totals that the database has. `isUnlinked` is true when its user or
 * team exists, but the entry does not refer to it.
 */
export type CheckedEntry = HashedParticipant & {
  userId: string | null
  participantSalt: string | null
  isUnlinked: boolean
  score: number
  timeMs: number
  totalScore: number
  totalTimeMs: number
  reachedAt: number
  attemptCount: number
  rankingKey: number[] | undefined
  hasRankOfAlliance: true | undefined
}
type RawEntry = HashedParticipant & {
  userId: string | null
  participantSalt: string | null
  isUnlinked: boolean
  score: string
  time_ms: string
  total_score: string
  total_time_ms: string
  reached_at: Date
  attempt_count: number
  rule_set_key: number[] | null
  has_rank_of_alliance: boolean
}
const idOfKey = (kind: 'user' | 'team') =>
  sql.raw(
    `case when e.participant_key ~ '^${kind}:[0-9a-f-]{36}$' then substr(e.participant_key, ${kind.length + 2})::uuid end`,
  )

/** Lists the next 1,000 entries of an event after the one with an id, in the order of their ids. */
export const listNextEntriesToCheck = async (
  db: Db,
  { eventId, ranking }: { eventId: string; ranking: CheckedRanking },
  afterId: string | null,
): Promise<CheckedEntry[]> => {
  const { rows } = await db.execute<RawEntry>(sql`
    select e.id, e.participant_key as "participantKey", e.player_name as "playerName", e.team_no as "teamNo", e.team_name as "teamName",
      e.school as "schoolName", e.mission_type as "missionType", e.team_id as "teamId", e.user_id as "userId", e.participant_salt as "participantSalt",
      (u.id is not null and e.user_id is null or t.id is not null and e.team_id is null) as "isUnlinked",
      e.score, e.time_ms, e.total_score, e.total_time_ms, e.reached_at, e.attempt_count, e.rule_set_key, e.has_rank_of_alliance
    from ${tables[ranking].entries} e left join users u on u.id = ${idOfKey('user')} left join teams t on t.id = ${idOfKey('team')}
    where e.event_id = ${eventId} and (${afterId}::uuid is null or e.id > ${afterId}::uuid) order by e.id limit 1000`)
  return rows.map(
    ({
      time_ms,
      total_score,
      total_time_ms,
      reached_at,
      attempt_count,
      rule_set_key,
      has_rank_of_alliance,
      ...row
    }) => ({
      ...row,
      score: Number(row.score),
      timeMs: Number(time_ms),
      totalScore: Number(total_score),
      totalTimeMs: Number(total_time_ms),
      reachedAt: new Date(reached_at).getTime(),
      attemptCount: attempt_count,
      rankingKey: rule_set_key ?? undefined,
      hasRankOfAlliance: has_rank_of_alliance || undefined,
    }),
  )
}

/** Lists the ids of all teams, those in the bin too. */
export const listAllTeamIds = async (db: Db): Promise<string[]> =>
  (await db.select({ id: teams.id }).from(teams)).map(({ id }) => id)

/** A valid certificate. `personTeamId` is the team of its member, `entryTeamId` the one of its entry. */
type CheckedCertificate = {
  eventId: string
  entryId: string
  rank: number
  issuedAt: Date
  kind: CertificateKind
  personId: string | null
  personKind: string | null
  personTeamId: string | null
  entryTeamId: string | null
}
/** Lists the valid certificates of an event that have an entry, and those of other events for its entries. */
export const listValidCertificatesOfEventToCheck = async (
  db: Db,
  eventId: string,
): Promise<CheckedCertificate[]> =>
  db
    .select({
      eventId: certificates.eventId,
      entryId: sql<string>`${certificates.entryId}`,
      rank: sql<number>`${certificates.rank}`,
      issuedAt: certificates.issuedAt,
      kind: certificates.kind,
      personId: certificates.personId,
      personKind: teamPeople.kind,
      personTeamId: teamPeople.teamId,
      entryTeamId: scoreEntries.teamId,
    })
    .from(certificates)
    .leftJoin(scoreEntries, eq(scoreEntries.id, certificates.entryId))
    .leftJoin(teamPeople, eq(teamPeople.id, certificates.personId))
    .where(
      and(
        or(eq(certificates.eventId, eventId), eq(scoreEntries.eventId, eventId)),
        isNull(certificates.revokedAt),
        isNotNull(certificates.entryId),
      ),
    )

/** Finds the freeze of an event, planned or not. */
export const findStoredFreeze = async (
  db: Db,
  eventId: string,
): Promise<{ freezeAt: string; frozenAt: string | null; entryCount: number } | undefined> => {
  const { freezeAt, frozenAt, entryCount } = rankingFreezes
  const [row] = await db
    .select({ freezeAt, frozenAt, entryCount })
    .from(rankingFreezes)
    .where(eq(rankingFreezes.eventId, eventId))
  return (
    row && {
      ...row,
      freezeAt: row.freezeAt.toISOString(),
      frozenAt: row.frozenAt?.toISOString() ?? null,
    }
  )
}

/** Lists the awards of an event, also those of deleted teams. */
export const listAwardsOfEventToCheck = (db: Db, eventId: string) =>
  db.select().from(awards).where(eq(awards.eventId, eventId))

export const listAdvancementsOfEventToCheck = (db: Db, eventId: string) =>
  db.select().from(advancements).where(eq(advancements.eventId, eventId))

/**
 * Lists the teams of an event that have one of the stages of its advancements without having advanced to it in
 * any event, or that advanced and have a stage that no advancement gives.
 */
export const listEventTeamsWithStageUnlikeAdvancement = async (
  db: Db,
  eventId: string,
): Promise<{ teamNo: number; name: string }[]> => {
  const { rows } = await db.execute<{ teamNo: number; name: string }>(sql`
    with given as (
      select a.event_id, a.stage, team ->> 'id' as team_id from advancements a, jsonb_array_elements(a.teams) team where a.undone_at is null
    )
    select t.team_no as "teamNo", t.name from teams t
    where t.deleted_at is null and not exists (select from given g where g.team_id = t.id::text and g.stage = t.stage)
      and (exists (select from given g where g.event_id = ${eventId} and g.team_id = t.id::text)
        or t.stage in (select stage from given where event_id = ${eventId})
          and exists (select from score_entries e where e.event_id = ${eventId} and e.team_id = t.id))
    order by t.team_no, t.id`)
  return rows
}

/** Lists the next 1,000 sheets of an event after the one with an id, in the order of their ids. */
export const listNextSheetsToCheck = (db: Db, eventId: string, afterId: string | null) =>
  db
    .select()
    .from(judgeSheets)
    .where(and(eq(judgeSheets.eventId, eventId), afterId === null ? undefined : gt(judgeSheets.id, afterId)))
    .orderBy(asc(judgeSheets.id))
    .limit(1000)

/** Returns those of the ids that a table has. */
export const readExistingIdSet = async (
  db: Db,
  table: 'events' | 'teams' | 'judges',
  ids: readonly string[],
): Promise<Set<string>> => {
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from ${sql.raw(table)} where id = any(${sql.param([...ids])}::uuid[])`,
  )
  return new Set(rows.map(({ id }) => id))
}
