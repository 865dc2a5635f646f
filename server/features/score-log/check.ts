import type { ScoreLogHead } from '#contract/score-log.ts'
import { maxScoreLogProblems, type ScoreLogCheck, type ScoreLogProblem } from '#contract/score-log-check.ts'
import type { Db } from '#server/db/open.ts'
import { readScoreLogHead } from '#server/db/score-log/rows.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { checkScoreLogChain } from './check-chain.ts'
import { compareStandingWithReplay } from './compare-standing.ts'
import { findEventIncludingDeleted, listLoggedEventIds, listPublishedHeadsOfEvent } from './queries.ts'

/** Lists the ids of the events whose log can be checked. */
export const listCheckableEventIds = (db: Db): Promise<string[]> => listLoggedEventIds(db)

/** Returns the id of an event that has a log or scores, by id or slug. An event that was deleted permanently has its id only. */
export const findCheckableEventId = async (db: Db, idOrSlug: string): Promise<string | undefined> =>
  (await findEventIncludingDeleted(db, idOrSlug))?.id ?? (await listLoggedEventIds(db)).find((id) => id === idOrSlug)

/**
 * Checks the chain of the log of an event, its head, its published heads and `knownHeads`, and that the log gives exactly the attempts and totals of the
 * database. Reads one snapshot, so scores may be written meanwhile.
 */
export const checkScoreLog = (db: Db, eventId: string, knownHeads: readonly ScoreLogHead[] = []): Promise<ScoreLogCheck> =>
  inTransaction(db, (tx) => checkSnapshot(tx, eventId, knownHeads), { isolationLevel: 'repeatable read', accessMode: 'read only' })

const checkSnapshot = async (tx: Db, eventId: string, knownHeads: readonly ScoreLogHead[]): Promise<ScoreLogCheck> => {
  let problemCount = 0
  const problems: ScoreLogProblem[] = []
  const report = (problem: ScoreLogProblem) => {
    problemCount++
    if (problems.length < maxScoreLogProblems) problems.push(problem)
  }
  const head = await readScoreLogHead(tx, eventId)
  const published = [...(await listPublishedHeadsOfEvent(tx, eventId)), ...knownHeads]
  const event = await findEventIncludingDeleted(tx, eventId)
  const { replay, isPurged, rowCount, last, hashAt } = await checkScoreLogChain(
    tx,
    eventId,
    new Set([head, ...published].map(({ sequence }) => sequence)),
    report,
  )
  const lastKnown = Math.max(head.sequence, ...published.map(({ sequence }) => sequence))
  if (last.sequence < lastKnown) report({ code: 'rows-cut', sequence: last.sequence + 1 })
  if (last.sequence > head.sequence) report({ code: 'rows-added', sequence: head.sequence + 1 })
  if (head.sequence > 0 && hashAt.has(head.sequence) && hashAt.get(head.sequence) !== head.hash)
    report({ code: 'head-differs', sequence: head.sequence })
  for (const { sequence, hash } of published)
    if (sequence > 0 && sequence <= last.sequence && hashAt.get(sequence) !== hash) report({ code: 'published-differs', sequence })
  if (!event && !isPurged) report({ code: 'event-missing' })
  const counts = event ? await compareStandingWithReplay(tx, event, replay, report) : { attemptCount: 0, entryCount: 0 }
  return {
    eventId,
    slug: event?.slug ?? null,
    head,
    rowCount,
    ...counts,
    publishedCount: published.length - knownHeads.length,
    problemCount,
    problems,
  }
}
