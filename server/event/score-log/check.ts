import { maxScoreLogProblems } from '#contract/event/scores/score.ts'
import type { ScoreLogCheck, ScoreLogHead, ScoreLogProblem } from '#contract/event/scores/score-log.schema.ts'
import type { Db } from '#server/platform/db/open.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { findPublishedResultsOfEvent, readScoreLogHeadOrEmpty } from '../scores/service.ts'
import { checkChainAndReplayScoreLog } from './check-chain.ts'
import { reportDifferencesAndCountResults, reportRuleSetDifferences } from './compare-results.ts'
import {
  findEventIncludingDeleted,
  listLoggedOrScoredEventIds,
  listPublishedHeadsOfEvent,
} from './queries.ts'
import { listEventTeamsWithStageUnlikeAdvancement } from './queries-checked-results.ts'

/** Lists the ids of the events whose log can be checked. */
export const listCheckableEventIds = (db: Db): Promise<string[]> => listLoggedOrScoredEventIds(db)

/**
 * Returns the id of an event that has a log or scores, by id or slug. An event that was deleted permanently
 * has its id only.
 */
export const findEventIdIncludingPurged = async (db: Db, idOrSlug: string): Promise<string | undefined> =>
  (await findEventIncludingDeleted(db, idOrSlug))?.id ??
  (await listLoggedOrScoredEventIds(db)).find((id) => id === idOrSlug)

/**
 * Checks the chain of the log of an event, its head, its published heads and `knownHeads`, and that the log
 * gives exactly what the database has of each column that `checkedColumns` declares as checked. Reads one
 * snapshot, so scores may be written meanwhile.
 */
export const checkScoreLog = (
  db: Db,
  eventId: string,
  knownHeads: readonly ScoreLogHead[] = [],
): Promise<ScoreLogCheck> =>
  inTransaction(db, (tx) => checkSnapshot(tx, eventId, knownHeads), {
    isolationLevel: 'repeatable read',
    accessMode: 'read only',
  })

const checkSnapshot = async (
  tx: Db,
  eventId: string,
  knownHeads: readonly ScoreLogHead[],
): Promise<ScoreLogCheck> => {
  let problemCount = 0
  const problems: ScoreLogProblem[] = []
  const report = (problem: ScoreLogProblem) => {
    problemCount++
    if (problems.length < maxScoreLogProblems) problems.push(problem)
  }
  const head = await readScoreLogHeadOrEmpty(tx, eventId)
  const publishedHeads = await listPublishedHeadsOfEvent(tx, eventId)
  const results = await findPublishedResultsOfEvent(tx, eventId)
  const shownHeads = results ? [{ sequence: results.logSequence, hash: results.logHash }] : []
  const published = [...publishedHeads, ...shownHeads, ...knownHeads]
  const event = await findEventIncludingDeleted(tx, eventId)
  const chain = await checkChainAndReplayScoreLog(
    tx,
    eventId,
    new Set([head, ...published].map(({ sequence }) => sequence)),
    report,
  )
  const {
    isPurged,
    rowCount,
    last,
    hashAt,
    ruleSets,
    participantsFrom,
    erasures,
    corrections,
    publications,
    takeBacks,
    awards,
    advancements,
    publishedSequences,
    replay: { completeFrom },
  } = chain
  const lastKnown = Math.max(head.sequence, ...published.map(({ sequence }) => sequence))
  if (last.sequence < lastKnown) report({ code: 'rows-cut', sequence: last.sequence + 1 })
  if (last.sequence > head.sequence) report({ code: 'rows-added', sequence: head.sequence + 1 })
  if (head.sequence > 0 && hashAt.has(head.sequence) && hashAt.get(head.sequence) !== head.hash)
    report({ code: 'head-differs', sequence: head.sequence })
  const differing = published.filter(
    ({ sequence, hash }) => sequence <= last.sequence && hashAt.get(sequence) !== hash,
  )
  for (const sequence of new Set(differing.map((each) => each.sequence)))
    report({ code: 'published-differs', sequence })
  const recorded = new Set(publishedHeads.map(({ sequence }) => sequence))
  for (const sequence of publishedSequences)
    if (!recorded.has(sequence)) report({ code: 'published-missing', sequence })
  // whoever may write to the database may add a published head
  const trusted = knownHeads.length > 0 ? knownHeads : published
  const lastPublishedSequence =
    trusted.length === 0 ? null : Math.max(...trusted.map(({ sequence }) => sequence))
  const isPublished = (sequence: number) =>
    lastPublishedSequence === null || sequence <= lastPublishedSequence
  const isAfterPublication = (sequence: number) => !isPublished(sequence)
  if (!event && !isPurged) report({ code: 'event-missing' })
  if (event) await reportRuleSetDifferences(tx, eventId, ruleSets, report)
  const counts = event
    ? await reportDifferencesAndCountResults(tx, event, chain, report)
    : { attemptCount: 0, entryCount: 0 }
  return {
    eventId,
    slug: event?.slug ?? null,
    head,
    rowCount,
    ...counts,
    publishedCount: publishedHeads.length,
    lastPublishedSequence,
    participantsFrom,
    erasures: erasures.filter(isPublished),
    erasuresAfterPublication: erasures.filter(isAfterPublication),
    corrections: corrections.filter(isPublished),
    correctionsAfterPublication: corrections.filter(isAfterPublication),
    completeFrom,
    awardsAfterPublication: awards.filter(isAfterPublication),
    advancements,
    teamsWithOtherStage:
      advancements.length > 0 ? await listEventTeamsWithStageUnlikeAdvancement(tx, eventId) : [],
    publications,
    takeBacks,
    problemCount,
    problems,
  }
}
