import type { EventDraw } from '#contract/rules/match-draw.ts'
import type { Db } from '#server/db/open.ts'
import type { Actor } from '#server/features/audit/service.ts'
import { AppError } from '#server/lib/app-error.ts'
import { appendScoreLog, toEventChange } from '../log/queries-append.ts'
import { readLoggedDraw, updateWithdrawn, upsertEventDraw } from '../rules/queries-draws.ts'
import { listAllEntryIds, updateTotalsOrDeleteEntries } from './entry-totals.ts'
import type { ScoredEvent } from './score-write.ts'

/**
 * Stores a draw, or with the same sides who has withdrawn since, computes all entries by it, and adds it to the score log. `entries` are those of a new draw. Call it in the
 * transaction of `inScoreTransaction`. Throws `ranking-frozen`, because visitors would see which results it hides, and `results-final`.
 */
export const writeDraw = async (
  tx: Db,
  event: ScoredEvent,
  draw: EventDraw,
  entries: readonly { entryId: string; teamId: string }[] | undefined,
  actor: Actor,
): Promise<void> => {
  const { id: eventId, isFrozen, areResultsFinal, rules } = event
  if (isFrozen) throw new AppError('ranking-frozen')
  if (areResultsFinal) throw new AppError('results-final')
  const before = await readLoggedDraw(tx, eventId)
  if (entries) await upsertEventDraw(tx, eventId, draw, entries)
  else await updateWithdrawn(tx, eventId, draw.withdrawn)
  await updateTotalsOrDeleteEntries(tx, eventId, await listAllEntryIds(tx, eventId), { ...rules, draw })
  event.changedTags.add(`scores:${eventId}`)
  const change = toEventChange({ draw: before }, { draw: await readLoggedDraw(tx, eventId) })
  await appendScoreLog(tx, { eventId, kind: 'draw', actorId: actor.userId, source: 'admin' }, [change])
}
