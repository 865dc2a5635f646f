import { and, asc, desc, eq, exists, getTableColumns, inArray, isNull, sql } from 'drizzle-orm'
import type { TotalRule } from '#contract/event/event.ts'
import type { EventDraw } from '#contract/event/scoring/match-draw.ts'
import type { RuleSet } from '#contract/event/scoring/rule-set.schema.ts'
import type { CalculationVersion } from '#contract/event/scoring/rule-set.ts'
import type { Db } from '#server/platform/db/open.ts'
import { events } from '#server/platform/db/schema/events.ts'
import { pendingFirstStartSteps } from '#server/platform/db/schema/installation.ts'
import { eventRuleSets, matchDraws } from '#server/platform/db/schema/rule-sets.ts'
import { eventTeams } from '#server/platform/db/schema/schedule.ts'
import { scoreAttempts } from '#server/platform/db/schema/scores.ts'
import { teams } from '#server/platform/db/schema/teams.ts'
import { drawColumns } from '../scoring/queries-draws.ts'

const step = eq(pendingFirstStartSteps.step, 'calculation')

/**
 * Returns true when the results of before the newest version of the calculation are still to be computed
 * again.
 */
export const hasPendingCalculationUpgrade = async (db: Db): Promise<boolean> =>
  (await db.select({ step: pendingFirstStartSteps.step }).from(pendingFirstStartSteps).where(step)).length > 0
export const deletePendingCalculationUpgrade = async (db: Db): Promise<void> => {
  await db.delete(pendingFirstStartSteps).where(step)
}

/** An event with a rule set and the first version of the calculation. */
type EventToRecalculate = { id: string; totalRule: TotalRule; isBeingRevealed: boolean }

/**
 * Lists the events, deleted or not, that have a rule set, the first version of the calculation and no final
 * results; with `eventId` only that event.
 */
export const listEventsWithOldCalculation = async (
  db: Db,
  eventId: string | null = null,
): Promise<EventToRecalculate[]> => {
  const { rows } = await db.execute<{ id: string; total_rule: TotalRule; revealing: boolean }>(sql`
    select id, total_rule, exists (select from ranking_reveals where event_id = events.id and not is_rehearsal) as revealing from events
    where calculation_version = 1 and (${eventId}::uuid is null or id = ${eventId}::uuid)
      and exists (select from event_rule_sets r where r.event_id = events.id and r.document is not null
        and not exists (select from event_rule_sets newer where newer.event_id = events.id and newer.version > r.version))
      and not exists (select from published_results where event_id = events.id and status = 'final')
    order by id`)
  return rows.map(({ id, total_rule: totalRule, revealing: isBeingRevealed }) => ({
    id,
    totalRule,
    isBeingRevealed,
  }))
}

/**
 * The newest version of the rule set of an event. `ruleSet` is null when the event returned to the default
 * ranking.
 */
export type RuleSetVersion = { version: number; ruleSet: RuleSet | null }

/**
 * Finds the newest version of the rule set of an event with the version of its calculation and the draw by it;
 * undefined when the event never had a rule set.
 */
export const findNewestRuleSetOfEvent = async (
  db: Db,
  eventId: string,
): Promise<(RuleSetVersion & { calculation: CalculationVersion; draw: EventDraw | null }) | undefined> => {
  const [row] = await db
    .select({
      version: eventRuleSets.version,
      ruleSet: eventRuleSets.document,
      calculation: events.calculationVersion,
      draw: drawColumns,
    })
    .from(eventRuleSets)
    .innerJoin(events, eq(events.id, eventRuleSets.eventId))
    .leftJoin(matchDraws, eq(matchDraws.eventId, eventRuleSets.eventId))
    .where(eq(eventRuleSets.eventId, eventId))
    .orderBy(desc(eventRuleSets.version))
    .limit(1)
  return row
}

/** Finds the newest rule sets of these events, by event. An event without a rule set is left out. */
export const mapNewestRuleSetsByEvent = async (
  db: Db,
  eventIds: Iterable<string>,
): Promise<Map<string, RuleSet>> => {
  const ids = [...new Set(eventIds)]
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectDistinctOn([eventRuleSets.eventId], {
      eventId: eventRuleSets.eventId,
      ruleSet: eventRuleSets.document,
    })
    .from(eventRuleSets)
    .where(inArray(eventRuleSets.eventId, ids))
    .orderBy(eventRuleSets.eventId, desc(eventRuleSets.version))
  return new Map(rows.flatMap(({ eventId, ruleSet }) => (ruleSet ? [[eventId, ruleSet]] : [])))
}

/** Lists all versions of the rule set of an event. */
export const listRuleSetVersionsOfEvent = (db: Db, eventId: string): Promise<RuleSetVersion[]> =>
  db
    .select({ version: eventRuleSets.version, ruleSet: eventRuleSets.document })
    .from(eventRuleSets)
    .where(eq(eventRuleSets.eventId, eventId))
    .orderBy(asc(eventRuleSets.version))

/** Counts the teams of an event that were not deleted and have not withdrawn. */
export const countActiveTeamsOfEvent = (db: Db, eventId: string): Promise<number> =>
  db.$count(
    eventTeams,
    and(
      eq(eventTeams.eventId, eventId),
      isNull(eventTeams.withdrawnAt),
      exists(
        db
          .select()
          .from(teams)
          .where(and(eq(teams.id, eventTeams.teamId), isNull(teams.deletedAt))),
      ),
    ),
  )

export const insertRuleSetVersionOfEvent = async (
  tx: Db,
  eventId: string,
  { version, ruleSet }: RuleSetVersion,
  createdBy: string | null,
): Promise<void> => {
  await tx.insert(eventRuleSets).values({ eventId, version, document: ruleSet, createdBy })
}

/** Stores how the results of an event are calculated. */
export const updateEventCalculationVersion = async (
  tx: Db,
  eventId: string,
  calculation: CalculationVersion,
): Promise<void> => {
  // Drizzle would set `updated_at`, but this is no edit of the event
  await tx.execute(sql`update events set calculation_version = ${calculation} where id = ${eventId}`)
}

/** An attempt with the columns that the rules of its event decide. */
export type AttemptToScore = Pick<
  typeof scoreAttempts.$inferSelect,
  'id' | 'entryId' | 'mission' | 'score' | 'timeMs' | 'at' | 'values' | 'ruleVersion' | 'note'
>

/** Lists the attempts of these entries; simultaneous attempts are in the order of their creation. */
export const listAttemptsAndNotesOfEntries = async (
  db: Db,
  entryIds: readonly string[],
): Promise<AttemptToScore[]> => {
  const { id, entryId, mission, score, timeMs, at, values, ruleVersion, note } =
    getTableColumns(scoreAttempts)
  return db
    .select({ id, entryId, mission, score, timeMs, at, values, ruleVersion, note })
    .from(scoreAttempts)
    .where(sql`${scoreAttempts.entryId} = any(${sql.param([...entryIds])}::uuid[])`)
    .orderBy(asc(scoreAttempts.at), asc(scoreAttempts.id))
}

/** Stores the new values and results of attempts in one statement. */
export const updateAttemptResults = async (
  tx: Db,
  attempts: readonly Pick<AttemptToScore, 'id' | 'score' | 'timeMs' | 'values'>[],
): Promise<void> => {
  if (attempts.length === 0) return
  const rows = attempts.map(({ id, score, timeMs, values }) => ({ id, score, timeMs, values }))
  await tx.execute(sql`update score_attempts set score = new.score, time_ms = new."timeMs", "values" = new."values", updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as new(id uuid, score numeric, "timeMs" bigint, "values" jsonb)
    where score_attempts.id = new.id`)
}

/** The event of a rule set. Dates are `YYYY-MM-DD`. */
export type RuleSetEvent = {
  id: string
  slug: string
  totalRule: TotalRule
  entryCount: number
  lastDate: string | null
  hasClosedRules: boolean
}
/** Finds an event that is not deleted. */
export const findEventForRuleSet = async (db: Db, eventId: string): Promise<RuleSetEvent | undefined> => {
  const [row] = await db
    .select({
      id: events.id,
      slug: events.slug,
      totalRule: events.totalRule,
      entryCount: events.entryCount,
      hasClosedRules: events.hasClosedRules,
      lastDate: sql<string | null>`greatest(${events.startDate}, ${events.endDate})::text`,
    })
    .from(events)
    .where(and(eq(events.id, eventId), isNull(events.deletedAt)))
  return row
}
