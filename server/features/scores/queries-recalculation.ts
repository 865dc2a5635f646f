import { eq, sql } from 'drizzle-orm'
import type { TotalRule } from '#contract/event.ts'
import type { Db } from '#server/db/open.ts'
import { pendingFirstStartSteps } from '#server/db/schema/first-start.ts'

const step = eq(pendingFirstStartSteps.step, 'calculation')

/** Returns true when the results of before the newest version of the calculation are still to be computed again. */
export const hasPendingRecalculation = async (db: Db): Promise<boolean> =>
  (await db.select({ step: pendingFirstStartSteps.step }).from(pendingFirstStartSteps).where(step)).length > 0
export const deletePendingRecalculation = async (db: Db): Promise<void> => {
  await db.delete(pendingFirstStartSteps).where(step)
}

/** An event with a rule set and the first version of the calculation. */
export type EventToRecalculate = { id: string; totalRule: TotalRule; isBeingRevealed: boolean }

/** Lists the events, deleted or not, that have a rule set, the first version of the calculation and no final results; with `eventId` only that event. */
export const listEventsToRecalculate = async (db: Db, eventId: string | null = null): Promise<EventToRecalculate[]> => {
  const { rows } = await db.execute<{ id: string; total_rule: TotalRule; revealing: boolean }>(sql`
    select id, total_rule, exists (select from ranking_reveals where event_id = events.id and not is_rehearsal) as revealing from events
    where calculation_version = 1 and (${eventId}::uuid is null or id = ${eventId}::uuid)
      and exists (select from event_rule_sets r where r.event_id = events.id and r.document is not null
        and not exists (select from event_rule_sets newer where newer.event_id = events.id and newer.version > r.version))
      and not exists (select from published_results where event_id = events.id and status = 'final')
    order by id`)
  return rows.map(({ id, total_rule: totalRule, revealing: isBeingRevealed }) => ({ id, totalRule, isBeingRevealed }))
}
