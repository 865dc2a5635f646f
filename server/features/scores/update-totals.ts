import { scoreLimits } from '#contract/score.ts'
import type { Db } from '#server/db/open.ts'
import { AppError } from '#server/lib/app-error.ts'
import { createTotalCalculator, type EventRules } from './event-rules.ts'
import { listAttemptsOfEntries } from './queries-attempts.ts'
import { deleteEntries, updateEntryTotals, type WrittenEntry } from './queries-write-entries.ts'
import type { WriteResult } from './score-write.ts'

/** How many entries' totals are computed at once: an entry has up to 1,000 attempts. */
const entriesPerTotals = 250

/** Computes the totals of these entries from their attempts, and deletes entries without attempts. */
export const updateTotalsOrDeleteEntries = async (
  tx: Db,
  ids: string[],
  rules: EventRules,
): Promise<Pick<WriteResult, 'entries' | 'removedEntryIds'>> => {
  const entries: WrittenEntry[] = []
  const removedEntryIds: string[] = []
  const computeTotal = createTotalCalculator(rules)
  for (let start = 0; start < ids.length; start += entriesPerTotals) {
    const part = ids.slice(start, start + entriesPerTotals)
    const byEntry = Map.groupBy(await listAttemptsOfEntries(tx, part), ({ entryId }) => entryId)
    const totals = part.flatMap((id) => {
      const attempts = byEntry.get(id) ?? []
      if (attempts.length > scoreLimits.attempts)
        throw new AppError('bad-input', [{ field: 'attempts', code: 'too-large', values: { limit: scoreLimits.attempts } }])
      const total = computeTotal(attempts)
      return total ? [{ id, attempts: attempts.length, ...total }] : []
    })
    await updateEntryTotals(tx, totals)
    for (const { id, totalScore, totalTimeMs, attempts } of totals) entries.push({ id, totalScore, totalTimeMs, attempts })
    removedEntryIds.push(...part.filter((id) => !byEntry.has(id)))
  }
  if (removedEntryIds.length > 0) await deleteEntries(tx, removedEntryIds)
  return { entries, removedEntryIds }
}
