import { isDeepStrictEqual } from 'node:util'
import type {
  LoggedAttempt,
  LoggedErasure,
  LoggedParticipant,
  LoggedPublication,
  LoggedRule,
  ScoreLogKind,
  ScoreLogRow,
} from '#contract/event/scores/score-log.schema.ts'
import {
  compareRankingKeys,
  getRankingKey,
  isCountedInFollowingRanks,
  sortAndRankItems,
} from '#contract/event/scoring/ranking.ts'
import type { ScoreSheetValues } from '#contract/event/scoring/rule-set.schema.ts'
import {
  createResultsCalculator,
  type EventRules,
  mergeLoggedRuleChange,
  type RuledTotal,
} from '../scores/service.ts'
import {
  applyAndCheckRecordRow,
  createEmptyRecords,
  markBeginningAndCheckRecordCount,
  type ReplayedRecords,
} from './replay-records.ts'

/** An attempt that a log leaves, with the version of the rules by which it was judged. */
type ReplayedAttempt = LoggedAttempt & { entryId: string; ruleVersion: number | null }

/** The participant of an entry. `isErased` is true when the last row about it is an erasure. */
export type ReplayedParticipant = LoggedParticipant & { isErased: boolean }
/**
 * A ranking that a log gives: attempts and participants, the latter by the ids of entries, with the rules.
 * Logs of before the rows about participants have those of an existing entry later.
 */
export type ReplayedRanking = {
  attempts: Map<string, ReplayedAttempt>
  participants: Map<string, ReplayedParticipant>
  hasParticipants: boolean
  rule: LoggedRule | null
}
/**
 * What a log gives after some rows. `frozen` is the ranking that visitors see during a freeze, null without
 * one.
 */
export type ScoreLogReplay = ReplayedRanking &
  ReplayedRecords & {
    frozen: ReplayedRanking | null
    publication: (LoggedPublication & { sequence: number }) | null
  }
export const createEmptyScoreLogReplay = (): ScoreLogReplay => ({
  attempts: new Map(),
  participants: new Map(),
  hasParticipants: false,
  rule: null,
  ...createEmptyRecords(),
  frozen: null,
  publication: null,
})

/** Copies the ranking of a replay, which further rows do not change. */
export const copyReplayedRanking = ({
  attempts,
  participants,
  hasParticipants,
  rule,
}: ReplayedRanking): ReplayedRanking => ({
  attempts: new Map(attempts),
  participants: new Map(participants),
  hasParticipants,
  rule,
})

type Row = Omit<ScoreLogRow, 'hash' | 'previousHash'>

const applyRuleRow = (replay: ScoreLogReplay, row: Row): boolean => {
  const [current, before] = [replay.rule ?? {}, row.before ?? {}] as Record<string, unknown>[]
  // older rows have only the fields that changed
  const isNext =
    replay.rule === null ||
    Object.entries(before ?? {}).every(([key, value]) => isDeepStrictEqual(current?.[key] ?? null, value))
  replay.rule = mergeLoggedRuleChange(replay.rule, (row.after ?? {}) as LoggedRule) as LoggedRule
  return isNext
}

/** Applies an erasure. Returns false when it gives an entry another team. */
const applyErasure = (
  { participants, frozen }: ScoreLogReplay,
  entryId: string,
  erasure: LoggedErasure,
): boolean => {
  const erase = (current: Map<string, ReplayedParticipant> | undefined, erased: LoggedParticipant | null) => {
    if (!current || !erased) return true
    const before = current.get(entryId)
    current.set(entryId, { ...erased, isErased: true })
    return !before || erased.teamHash === null || erased.teamHash === before.teamHash
  }
  return [erase(participants, erasure.standing), erase(frozen?.participants, erasure.frozen)].every(Boolean)
}

const applyAttemptRow = (replay: ScoreLogReplay, row: Row, entryId: string, attemptId: string): boolean => {
  const current = replay.attempts.get(attemptId)
  const isNext =
    isSameAttempt(current, row.before as LoggedAttempt | null) && (!current || current.entryId === entryId)
  const after = row.after as LoggedAttempt | null
  // an attempt keeps the version by which it was judged when the event gets new rules
  const ruleVersion = row.kind === 'recalculate' && current ? current.ruleVersion : row.ruleVersion
  if (after) replay.attempts.set(attemptId, { ...after, entryId, ruleVersion })
  else replay.attempts.delete(attemptId)
  return isNext
}

/**
 * Applies a row to a replay. `frozenRanking` is the ranking that the next freeze has when it is not the
 * current one. Returns false when the values before the change are not those of the replay.
 */
export const applyRowAndTellIfItFollows = (
  replay: ScoreLogReplay,
  row: Row,
  frozenRanking?: ReplayedRanking,
): boolean => {
  const isNext = applyRow(replay, row, frozenRanking)
  return markBeginningAndCheckRecordCount(replay, row.kind) && isNext
}
const applyRow = (replay: ScoreLogReplay, row: Row, frozenRanking?: ReplayedRanking): boolean => {
  const { entryId, attemptId } = row
  if (entryId !== null && attemptId !== null) return applyAttemptRow(replay, row, entryId, attemptId)
  switch (row.kind) {
    case 'purge':
      Object.assign(replay, createEmptyScoreLogReplay())
      return true
    case 'rule':
      if (row.sequence === 1 && (row.after as LoggedRule | null)?.isComplete) replay.completeFrom = 1
      return applyRuleRow(replay, row)
    case 'draw':
      return applyRuleRow(replay, row)
    case 'participant':
      if (entryId === null || row.after === null) return false
      replay.participants.set(entryId, { ...(row.after as LoggedParticipant), isErased: false })
      replay.hasParticipants = true
      return true
    case 'erase':
      if (entryId === null || row.after === null) return false
      return applyErasure(replay, entryId, row.after as LoggedErasure)
    case 'freeze': {
      const isNext = replay.frozen === null
      replay.frozen = frozenRanking ?? copyReplayedRanking(replay)
      applyAndCheckRecordRow(replay, row)
      return isNext
    }
    case 'unfreeze':
      replay.frozen = null
      return applyAndCheckRecordRow(replay, row)
    case 'plan-freeze':
      return applyAndCheckRecordRow(replay, row) && replay.frozen === null
    case 'advance':
      return applyAndCheckRecordRow(replay, row) && replay.publication?.status === 'final'
    case 'publish':
    case 'take-back': {
      const { status = null } = (row.before ?? {}) as Partial<LoggedPublication>
      const isNext = status === (replay.publication?.status ?? null)
      replay.publication = row.after && { ...(row.after as LoggedPublication), sequence: row.sequence }
      return isNext
    }
    default:
      return applyAndCheckRecordRow(replay, row)
  }
}

/**
 * The kinds of rows that may follow final results. A row `initial` about an attempt may not; one about another
 * record follows a row `complete`.
 */
const kindsAfterFinal: readonly ScoreLogKind[] = [
  ...(['erase', 'take-back', 'purge', 'plan-freeze', 'freeze', 'unfreeze'] as const),
  ...(['award', 'advance', 'undo-advance', 'complete'] as const),
]

/**
 * Tells whether a row may follow final results: a correction of a name, an erasure, the end of the
 * publication or the log, a freeze, an award, advancement, or the same rules.
 */
export const isAllowedAfterFinal = (
  { rule }: Pick<ScoreLogReplay, 'rule'>,
  { kind, after, attemptId }: Row,
): boolean => {
  if (kind === 'participant') return (after as LoggedParticipant | null)?.isCorrection === true
  if (kind === 'rule')
    return isDeepStrictEqual(mergeLoggedRuleChange(rule, (after ?? {}) as Partial<LoggedRule>), rule)
  if (kind === 'initial') return attemptId === null
  return kindsAfterFinal.includes(kind)
}

const isSameAttempt = (current: ReplayedAttempt | undefined, before: LoggedAttempt | null) => {
  if (!current || !before) return !current && !before
  const { entryId: _entryId, ruleVersion: _ruleVersion, ...values } = current
  return isDeepStrictEqual(values, before)
}

/**
 * Computes the totals of the entries of a replay by their ids. Simultaneous attempts count in the order of
 * their ids, as in the database.
 */
export const computeTotalsOfReplay = (
  { attempts }: { attempts: ReadonlyMap<string, LoggedAttempt & { entryId: string }> },
  rules: EventRules,
): Map<string, RuledTotal & { attemptCount: number }> => {
  const byEntry = new Map<string, { id: string; attempt: LoggedAttempt }[]>()
  for (const [id, attempt] of attempts) {
    const list = byEntry.get(attempt.entryId)
    if (list) list.push({ id, attempt })
    else byEntry.set(attempt.entryId, [{ id, attempt }])
  }
  const ordered = [...byEntry].map(([entryId, list]) => {
    const attemptsOfEntry = list
      .sort((a, b) => (a.id < b.id ? -1 : 1))
      .map(({ attempt: { mission, score, timeMs, at, values } }) => ({
        mission,
        score,
        timeMs,
        at: new Date(at),
        values: (values as ScoreSheetValues | undefined) ?? null,
      }))
    return [entryId, attemptsOfEntry] as const
  })
  const totals = [...createResultsCalculator(rules)(new Map(ordered)).totals]
  return new Map(
    totals.map(([entryId, total]) => [
      entryId,
      { ...total, attemptCount: byEntry.get(entryId)?.length ?? 0 },
    ]),
  )
}

/**
 * Computes the rank of each entry from the totals of all entries. Returns the ranks by the ids of the
 * entries.
 */
export const rankReplayedTotals = (totals: ReadonlyMap<string, RuledTotal>): Map<string, number> => {
  const rows = [...totals].map(([id, { rankingKey, ...total }]) => ({
    id,
    ...total,
    key: rankingKey ?? getRankingKey(total),
  }))
  const ranked = sortAndRankItems(
    rows,
    (a, b) => compareRankingKeys(a.key, b.key),
    (a, b) => (a.id < b.id ? -1 : 1),
    isCountedInFollowingRanks,
  )
  return new Map(ranked.map(({ item, rank }) => [item.id, rank]))
}
