import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { MissionType } from '#contract/event/event.ts'
import { areResultsInterdependent } from '#contract/event/scoring/event-results.ts'
import type { EventDraw } from '#contract/event/scoring/match-draw.ts'
import { newestCalculation } from '#contract/event/scoring/rule-set.ts'
import type { Db } from '#server/platform/db/open.ts'
import { events } from '#server/platform/db/schema/events.ts'
import { rankingFreezes } from '#server/platform/db/schema/frozen-rankings.ts'
import { closedJudging, secondJudgeEvents } from '#server/platform/db/schema/judging.ts'
import { publishedResults } from '#server/platform/db/schema/results.ts'
import { drawnEntries, eventRuleSets, matchDraws } from '#server/platform/db/schema/rule-sets.ts'
import { matchSlots } from '#server/platform/db/schema/schedule.ts'
import { freezeColumns, getRankingLockName, type RankingFreeze } from '../ranking/queries-freeze.ts'
import type { EventRules } from '../rules/event-rules.ts'
import type { DrawnTeams } from './queries-draws.ts'

/** Whether an event has teams or a draw, and whether it accepts guests beside them. */
export type GuestRules = { hasTeams: boolean; acceptsGuests: boolean }

/** Selects the guest rules of the event `events`. */
export const guestRuleColumns = {
  acceptsGuests: events.acceptsGuests,
  hasTeams: sql<boolean>`(exists (select from match_draws where event_id = events.id)
    or exists (select from event_teams et join teams t on t.id = et.team_id and t.deleted_at is null where et.event_id = events.id))`,
}

/**
 * What a transaction that may write scores knows of an event, read once at its beginning: its rules with the draw,
 * its freeze, whether its results are final, and who may send sheets.
 */
export type EventContext = {
  id: string
  missionType: MissionType
  rules: EventRules
  /** Null in an event whose teams are not drawn. */
  drawnTeams: DrawnTeams | null
  /** Whether matches have a place in the schedule. */
  hasMatchSlots: boolean
  freeze: RankingFreeze | undefined
  areResultsFinal: boolean
  guestRules: GuestRules
  isJudgingClosed: boolean
  needsSecondJudge: boolean
}

const exists = (table: typeof closedJudging | typeof secondJudgeEvents): SQL<boolean> =>
  sql<boolean>`exists (select from ${table} where ${table.eventId} = events.id)`

/** Reads the draw of an event with the teams of its entries, and whether its matches have a place in the schedule. */
const readDrawWithTeams = async (tx: Db, eventId: string) => {
  const { rows } = await tx.execute<{
    draw: EventDraw | null
    entries: { entryId: string; teamId: string | null }[]
    has_slots: boolean
  }>(sql`
    select (select json_build_object('randomSeed', random_seed, 'sides', sides, 'groups', "groups", 'lots', lots, 'withdrawn', withdrawn)
        from ${matchDraws} where event_id = ${eventId}) as draw,
      (select coalesce(json_agg(json_build_object('entryId', entry_id, 'teamId', team_id)), '[]') from ${drawnEntries} where event_id = ${eventId}) as entries,
      exists (select from ${matchSlots} where event_id = ${eventId}) as has_slots`)
  const [row] = rows
  return {
    draw: row?.draw ?? null,
    drawnTeams: new Map((row?.entries ?? []).map(({ entryId, teamId }) => [entryId, teamId])),
    hasMatchSlots: row?.has_slots ?? false,
  }
}

const getLockSql = (name: string): SQL => sql`hashtextextended(${name}, 0)`

/**
 * Takes the lock of a writer of the scores of an event, and reads the event in one statement after it. Writers do not
 * wait for each other, only for `lockEventRankingExclusive`; with `lockName` also for those with the same name, and where
 * the results of entries depend on each other for all: each computes all entries, and would not see what the other
 * one adds. Undefined when the event does not exist.
 */
export const lockSharedAndReadEventContext = async (
  tx: Db,
  eventId: string,
  lockName?: string,
): Promise<EventContext | undefined> => {
  const ownLock = lockName === undefined ? sql`` : sql`, pg_advisory_xact_lock(${getLockSql(lockName)})`
  await tx.execute(
    sql`select pg_advisory_xact_lock_shared(${getLockSql(getRankingLockName(eventId))})${ownLock}`,
  )
  const newest = tx
    .select({ version: eventRuleSets.version, document: eventRuleSets.document })
    .from(eventRuleSets)
    .where(eq(eventRuleSets.eventId, events.id))
    .orderBy(desc(eventRuleSets.version))
    .limit(1)
    .as('newest')
  const [row] = await tx
    .select({
      missionType: sql<MissionType>`coalesce(${events.missionType}, 0)`,
      totalRule: events.totalRule,
      calculation: events.calculationVersion,
      version: newest.version,
      document: newest.document,
      freeze: freezeColumns,
      status: publishedResults.status,
      guestRules: guestRuleColumns,
      isJudgingClosed: exists(closedJudging),
      needsSecondJudge: exists(secondJudgeEvents),
    })
    .from(events)
    .leftJoin(rankingFreezes, eq(rankingFreezes.eventId, events.id))
    .leftJoin(publishedResults, eq(publishedResults.eventId, events.id))
    .leftJoinLateral(newest, sql`true`)
    .where(and(eq(events.id, eventId), isNull(events.deletedAt)))
  if (!row) return undefined
  const { missionType, totalRule, calculation, version, document, freeze, status } = row
  if (areResultsInterdependent(document))
    await tx.execute(sql`select pg_advisory_xact_lock(${getLockSql(`results ${eventId}`)})`)
  // read after the lock, because another writer may withdraw a team of the draw
  const drawn = document?.matches
    ? await readDrawWithTeams(tx, eventId)
    : { draw: null, drawnTeams: null, hasMatchSlots: false }
  return {
    id: eventId,
    missionType,
    rules: {
      totalRule,
      ruleSet: document,
      ruleVersion: document ? version : null,
      calculation: version === null ? newestCalculation : calculation,
      draw: drawn.draw,
    },
    drawnTeams: drawn.drawnTeams,
    hasMatchSlots: drawn.hasMatchSlots,
    freeze: freeze?.freezeAt ? (freeze as RankingFreeze) : undefined,
    areResultsFinal: status === 'final',
    guestRules: row.guestRules,
    isJudgingClosed: row.isJudgingClosed,
    needsSecondJudge: row.needsSecondJudge,
  }
}
