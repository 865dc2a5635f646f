import { isDeepStrictEqual } from 'node:util'
import type { ScoreSheetValues } from '#contract/rule-set.ts'
import { compareRankingKeys } from '#contract/rules/ranking-key.ts'
import { getRankingKey, rankItems } from '#contract/rules/scoring.ts'
import type { LoggedAttempt, LoggedRule, ScoreLogRow } from '#contract/score-log.ts'
import { createTotalCalculator, type EventRules, type RuledTotal } from '#server/features/scores/service.ts'

/** An attempt that a log leaves, with the version of the rules by which it was judged. */
export type ReplayedAttempt = LoggedAttempt & { entryId: string; ruleVersion: number | null }

/** The attempts after some rows of a log, by id, and the rule for totals if a row has it. */
export type ScoreLogReplay = { attempts: Map<string, ReplayedAttempt>; rule: LoggedRule | null }
export const createEmptyScoreLogReplay = (): ScoreLogReplay => ({ attempts: new Map(), rule: null })

/** Applies a row to a replay. Returns false when the values before the change are not those of the replay. */
export const applyScoreLogRow = (replay: ScoreLogReplay, row: Omit<ScoreLogRow, 'hash' | 'previousHash'>): boolean => {
  if (row.kind === 'purge') {
    replay.attempts.clear()
    return true
  }
  if (row.attemptId === null || row.entryId === null) {
    const [current, before] = [replay.rule ?? {}, row.before ?? {}] as Record<string, unknown>[]
    // a change of the rule for totals does not name the rule set
    const isNext = replay.rule === null || Object.entries(before ?? {}).every(([key, value]) => current?.[key] === value)
    replay.rule = { ...replay.rule, ...(row.after as LoggedRule) }
    return isNext
  }
  const current = replay.attempts.get(row.attemptId)
  const isNext = isSameAttempt(current, row.before as LoggedAttempt | null) && (!current || current.entryId === row.entryId)
  const after = row.after as LoggedAttempt | null
  // an attempt keeps the version by which it was judged when the event gets new rules
  const ruleVersion = row.kind === 'recalculate' && current ? current.ruleVersion : row.ruleVersion
  if (after) replay.attempts.set(row.attemptId, { ...after, entryId: row.entryId, ruleVersion })
  else replay.attempts.delete(row.attemptId)
  return isNext
}

const isSameAttempt = (current: ReplayedAttempt | undefined, before: LoggedAttempt | null) => {
  if (!current || !before) return !current && !before
  const { entryId: _entryId, ruleVersion: _ruleVersion, ...values } = current
  return isDeepStrictEqual(values, before)
}

/** Computes the totals of the entries of a replay by their ids. Simultaneous attempts count in the order of their ids, as in the database. */
export const computeReplayedTotalsByEntry = (
  { attempts }: { attempts: ReadonlyMap<string, LoggedAttempt & { entryId: string }> },
  rules: EventRules,
): Map<string, RuledTotal & { attemptCount: number }> => {
  const computeTotal = createTotalCalculator(rules)
  const byEntry = new Map<string, { id: string; attempt: LoggedAttempt }[]>()
  for (const [id, attempt] of attempts) {
    const list = byEntry.get(attempt.entryId)
    if (list) list.push({ id, attempt })
    else byEntry.set(attempt.entryId, [{ id, attempt }])
  }
  const totals = new Map<string, RuledTotal & { attemptCount: number }>()
  for (const [entryId, list] of byEntry) {
    const ordered = list
      .sort((a, b) => (a.id < b.id ? -1 : 1))
      .map(({ attempt: { mission, score, timeMs, at, values } }) => ({
        ...{ mission, score, timeMs },
        at: new Date(at),
        values: (values as ScoreSheetValues | undefined) ?? null,
      }))
    const total = computeTotal(ordered)
    if (total) totals.set(entryId, { ...total, attemptCount: list.length })
  }
  return totals
}

/** Computes the rank of each entry from the totals of all entries. Returns the ranks by the ids of the entries. */
export const computeReplayedRanksByEntry = (totals: ReadonlyMap<string, RuledTotal>): Map<string, number> => {
  const rows = [...totals].map(([id, { rankingKey, totalScore, totalTimeMs }]) => ({
    id,
    key: rankingKey ?? getRankingKey({ totalScore, totalTimeMs }),
  }))
  const ranked = rankItems(
    rows,
    (a, b) => compareRankingKeys(a.key, b.key),
    (a, b) => (a.id < b.id ? -1 : 1),
  )
  return new Map(ranked.map(({ item, rank }) => [item.id, rank]))
}
