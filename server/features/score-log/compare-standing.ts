import { isDeepStrictEqual } from 'node:util'
import type { ScoreLogProblem } from '#contract/score-log-check.ts'
import type { Db } from '#server/db/open.ts'
import { readEventRules } from '#server/features/scores/service.ts'
import type { LoggedEvent } from './queries.ts'
import { listCertificateRanks, listNextStandingAttempts, listNextStandingEntries } from './queries-standing.ts'
import { computeReplayedRanksByEntry, computeReplayedTotalsByEntry, type ScoreLogReplay } from './replay.ts'

/** Calls `each` for every row of a list that is read in parts. Returns how many there are. */
const forEachPart = async <T extends { id: string }>(readNext: (afterId: string | null) => Promise<T[]>, each: (row: T) => void) => {
  let count = 0
  for (let afterId: string | null = null; ; ) {
    const rows = await readNext(afterId)
    rows.forEach(each)
    count += rows.length
    const last = rows.at(-1)
    if (!last) return count
    afterId = last.id
  }
}

const attemptFields = ['entryId', 'mission', 'score', 'timeMs', 'at', 'values', 'ruleVersion'] as const
const totalFields = ['score', 'timeMs', 'totalScore', 'totalTimeMs', 'reachedAt', 'attemptCount', 'rankingKey'] as const

/** Compares the attempts and totals of an event with those that its log gives. Returns the number of attempts and entries in the database. */
export const compareStandingWithReplay = async (
  db: Db,
  event: LoggedEvent,
  replay: ScoreLogReplay,
  report: (problem: ScoreLogProblem) => void,
): Promise<{ attemptCount: number; entryCount: number }> => {
  const unseenAttempts = new Set(replay.attempts.keys())
  const attemptCount = await forEachPart(
    (afterId) => listNextStandingAttempts(db, event.id, afterId),
    (attempt) => {
      const logged = replay.attempts.get(attempt.id)
      unseenAttempts.delete(attempt.id)
      const record = { entryId: attempt.entryId, attemptId: attempt.id }
      if (!logged) return report({ code: 'attempt-added', ...record })
      for (const field of attemptFields)
        if (!isDeepStrictEqual(attempt[field], logged[field])) report({ code: 'attempt-differs', ...record, field })
    },
  )
  for (const attemptId of unseenAttempts)
    report({ code: 'attempt-missing', attemptId, entryId: replay.attempts.get(attemptId)?.entryId as string })

  const totals = computeReplayedTotalsByEntry(replay, await readEventRules(db, event))
  const unseenEntries = new Set(totals.keys())
  const entryCount = await forEachPart(
    (afterId) => listNextStandingEntries(db, event.id, afterId),
    (entry) => {
      const total = totals.get(entry.id)
      unseenEntries.delete(entry.id)
      if (!total) return report({ code: 'entry-empty', entryId: entry.id })
      for (const field of totalFields)
        if (!isDeepStrictEqual(entry[field], total[field])) report({ code: 'total-differs', entryId: entry.id, field })
    },
  )
  for (const entryId of unseenEntries) report({ code: 'entry-missing', entryId })
  const ranks = computeReplayedRanksByEntry(totals)
  for (const { entryId, rank } of await listCertificateRanks(db, event.id))
    if (ranks.get(entryId) !== rank) report({ code: 'certificate-differs', entryId })
  if (replay.rule && replay.rule.totalRule !== event.totalRule) report({ code: 'total-differs', field: 'totalRule' })
  if (event.entryCount !== entryCount) report({ code: 'total-differs', field: 'entryCount' })
  return { attemptCount, entryCount }
}
