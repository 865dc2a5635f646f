import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { MissionType } from '#contract/event.ts'
import { newestCalculation } from '#contract/rule-set.ts'
import type { Db } from '#server/db/open.ts'
import { events } from '#server/db/schema/events.ts'
import { publishedResults } from '#server/db/schema/results.ts'
import { eventRuleSets, rankingFreezes } from '#server/db/schema/scores.ts'
import type { EventRules } from './event-rules.ts'
import { freezeColumns, type RankingFreeze } from './queries-freeze.ts'

const lockName = (eventId: string) => `scores ${eventId}`

/** Takes the lock of a writer of the scores of an event. Writers do not wait for each other, only for `lockRankingExclusive`. */
export const lockRankingShared = async (tx: Db, eventId: string): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(hashtextextended(${lockName(eventId)}, 0))`)
}
/** Waits for all writers of the scores of an event, and makes new ones wait until the transaction ends. */
export const lockRankingExclusive = async (tx: Db, eventId: string): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${lockName(eventId)}, 0))`)
}

/** What a writer of scores knows of an event: its rules, its freeze, and whether its results are final. */
export type EventForScores = {
  id: string
  missionType: MissionType
  rules: EventRules
  freeze: RankingFreeze | undefined
  areResultsFinal: boolean
}

/** Takes the lock of a writer of the scores of an event, and reads the event in one statement after it. Undefined when the event does not exist. */
export const lockEventForScores = async (tx: Db, eventId: string): Promise<EventForScores | undefined> => {
  await lockRankingShared(tx, eventId)
  const newest = tx
    .select({ version: eventRuleSets.version, document: eventRuleSets.document })
    .from(eventRuleSets)
    .where(eq(eventRuleSets.eventId, events.id))
    .orderBy(desc(eventRuleSets.version))
    .limit(1)
    .as('newest')
  const [row] = await tx
    .select({
      missionType: events.missionType,
      totalRule: events.totalRule,
      calculation: events.calculationVersion,
      version: newest.version,
      document: newest.document,
      freeze: freezeColumns,
      status: publishedResults.status,
    })
    .from(events)
    .leftJoin(rankingFreezes, eq(rankingFreezes.eventId, events.id))
    .leftJoin(publishedResults, eq(publishedResults.eventId, events.id))
    .leftJoinLateral(newest, sql`true`)
    .where(and(eq(events.id, eventId), isNull(events.deletedAt)))
  if (!row) return undefined
  const { missionType, totalRule, calculation, version, document, freeze, status } = row
  return {
    id: eventId,
    missionType: missionType as MissionType,
    rules: {
      totalRule,
      ruleSet: document,
      ruleVersion: document ? version : null,
      calculation: version === null ? newestCalculation : calculation,
    },
    freeze: freeze?.freezeAt ? (freeze as RankingFreeze) : undefined,
    areResultsFinal: status === 'final',
  }
}
