import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open.ts'
import { rankingFreezes } from '#server/platform/db/schema/frozen-rankings.ts'
import { judgeSheets } from '#server/platform/db/schema/judging.ts'
import { advancements, awards } from '#server/platform/db/schema/results.ts'
import {
  type SaltedSheet,
  toLoggedAdvancement,
  toLoggedAward,
  toLoggedFreeze,
  toLoggedSheet,
} from './logged-records.ts'
import {
  lockAndAppendScoreLog,
  newSaltSql,
  type ScoreLogChange,
  toEventScoreLogChange,
} from './queries-append.ts'

/** Gives the sheets of an event without a salt one, and returns all of them in the order of their ids. */
const saltAndListSheets = async (tx: Db, eventId: string): Promise<SaltedSheet[]> => {
  await tx
    .update(judgeSheets)
    .set({ salt: newSaltSql })
    .where(and(eq(judgeSheets.eventId, eventId), isNull(judgeSheets.salt)))
  const rows = await tx
    .select()
    .from(judgeSheets)
    .where(eq(judgeSheets.eventId, eventId))
    .orderBy(asc(judgeSheets.id))
  return rows as SaltedSheet[]
}

/**
 * Adds the awards, the advancement, the freeze and the sheets of an event to a log that has no rows about them:
 * a row `complete` with their number, and an `initial` row for each. Adds nothing for an event without them
 * whose log has just begun.
 */
export const logAwardsAdvancementFreezeAndSheets = async (
  tx: Db,
  eventId: string,
  isNewLog: boolean,
): Promise<void> => {
  const ofAwards = await tx.select().from(awards).where(eq(awards.eventId, eventId)).orderBy(asc(awards.id))
  const ofAdvancements = await tx
    .select()
    .from(advancements)
    .where(eq(advancements.eventId, eventId))
    .orderBy(asc(advancements.id))
  const [freeze] = await tx.select().from(rankingFreezes).where(eq(rankingFreezes.eventId, eventId))
  const records: ScoreLogChange[] = [
    ...(freeze ? [toEventScoreLogChange(null, toLoggedFreeze(freeze))] : []),
    ...ofAwards.map((award) => toEventScoreLogChange(null, toLoggedAward(award))),
    ...ofAdvancements.map((advancement) => toEventScoreLogChange(null, toLoggedAdvancement(advancement))),
    ...(await saltAndListSheets(tx, eventId)).map((sheet) =>
      toEventScoreLogChange(null, toLoggedSheet(sheet)),
    ),
  ]
  if (isNewLog && records.length === 0) return
  await lockAndAppendScoreLog(tx, { eventId, kind: 'initial', actorId: null, source: 'system' }, [
    { kind: 'complete', ...toEventScoreLogChange(null, { recordCount: records.length }) },
    ...records,
  ])
}
