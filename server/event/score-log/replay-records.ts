import { isDeepStrictEqual } from 'node:util'
import type {
  LoggedAdvancement,
  LoggedAward,
  LoggedCompletion,
  LoggedFreeze,
  LoggedSheet,
  ScoreLogKind,
  ScoreLogRow,
} from '#contract/event/scores/score-log.schema.ts'

/**
 * What a log gives besides the ranking. `freeze` is the planned freeze or the one that has begun, null without
 * one. Awards, advancements and sheets are by their ids. From the row `completeFrom` on the log has rows about
 * them; `missingRecordCount` rows about existing ones follow, and `isBeginning` is true as long as the log has
 * nothing but its first rows.
 */
export type ReplayedRecords = {
  freeze: { freezeAt: string; frozenAt: string | null } | null
  awards: Map<string, LoggedAward>
  advancements: Map<string, LoggedAdvancement>
  sheets: Map<string, LoggedSheet>
  completeFrom: number | null
  missingRecordCount: number
  isBeginning: boolean
}
export const createEmptyRecords = (): ReplayedRecords => ({
  freeze: null,
  awards: new Map(),
  advancements: new Map(),
  sheets: new Map(),
  completeFrom: null,
  missingRecordCount: 0,
  isBeginning: true,
})

const setFreeze = (records: ReplayedRecords, after: LoggedFreeze | null): boolean => {
  records.freeze = after && { freezeAt: after.freezeAt, frozenAt: after.frozenAt ?? null }
  return true
}

/** Sets, replaces or deletes a record. Returns false when the one before the change is not that of the replay. */
const applyRecord = <T extends object>(
  records: Map<string, T>,
  getId: (record: T) => string,
  before: T | null,
  after: T | null,
): boolean => {
  const ids = new Set([before, after].flatMap((record) => (record ? [getId(record)] : [])))
  const [id] = ids
  if (id === undefined) return false
  const isNext = ids.size === 1 && isDeepStrictEqual(records.get(id) ?? null, before)
  records.delete(id)
  if (after) records.set(getId(after), after)
  return isNext
}
const applyAward = ({ awards }: ReplayedRecords, before: LoggedAward | null, after: LoggedAward | null) =>
  applyRecord(awards, ({ awardId }) => awardId, before, after)
/** Sets or replaces an advancement. A row has no target event when it was deleted since; the replay keeps it. */
const applyAdvancement = (
  { advancements }: ReplayedRecords,
  before: LoggedAdvancement | null,
  after: LoggedAdvancement | null,
) => {
  const known = (before && advancements.get(before.advancementId)?.targetEventId) ?? null
  const [withTargetBefore, withTargetAfter] = [before, after].map(
    (row) => row && { ...row, targetEventId: row.targetEventId ?? known },
  )
  return applyRecord(
    advancements,
    ({ advancementId }) => advancementId,
    withTargetBefore ?? null,
    withTargetAfter ?? null,
  )
}

/**
 * Sets a sheet. A later row about it gives it another attempt, or with the same one a later time; what the
 * device sent, team and judge stay. A row has no team or judge when they were deleted since; the replay keeps
 * them.
 */
const applySheet = ({ sheets }: ReplayedRecords, after: LoggedSheet | null): boolean => {
  if (after === null) return false
  const known = sheets.get(after.sheetId)
  const { teamId = null, judgeId = null } = known ?? {}
  const sheet = { ...after, teamId: after.teamId ?? teamId, judgeId: after.judgeId ?? judgeId }
  sheets.set(sheet.sheetId, sheet)
  return (
    !known ||
    (sheet.sheetHash === known.sheetHash &&
      sheet.teamId === teamId &&
      sheet.judgeId === judgeId &&
      (sheet.attemptId === known.attemptId
        ? sheet.judgedAt >= known.judgedAt
        : sheet.judgedAt === known.judgedAt))
  )
}

/** Applies a row about a record that existed before the rows about such records. */
const applyExistingRecord = (records: ReplayedRecords, after: ScoreLogRow['after']): boolean => {
  records.missingRecordCount--
  if (after === null) return false
  if ('awardId' in after) return applyAward(records, null, after)
  if ('advancementId' in after) return applyAdvancement(records, null, after)
  if ('sheetId' in after) return applySheet(records, after)
  return 'freezeAt' in after && setFreeze(records, after)
}

/**
 * Applies a row about something other than attempts, participants, rules and publications. Returns false when
 * the values before the change are not those of the replay, and for an unknown kind.
 */
export const applyAndCheckRecordRow = (
  records: ReplayedRecords,
  { kind, sequence, before, after }: Pick<ScoreLogRow, 'kind' | 'sequence' | 'before' | 'after'>,
): boolean => {
  switch (kind) {
    case 'plan-freeze':
    case 'unfreeze': {
      const isNext = records.freeze?.freezeAt === (before as LoggedFreeze | null)?.freezeAt
      return setFreeze(records, after as LoggedFreeze | null) && isNext
    }
    case 'freeze':
      return setFreeze(records, after as LoggedFreeze | null)
    case 'award':
      return applyAward(records, before as LoggedAward | null, after as LoggedAward | null)
    case 'advance':
    case 'undo-advance':
      return applyAdvancement(records, before as LoggedAdvancement | null, after as LoggedAdvancement | null)
    case 'sheet':
      return applySheet(records, after as LoggedSheet | null)
    case 'complete': {
      const isFirst = records.completeFrom === null || (records.isBeginning && records.completeFrom === 1)
      records.completeFrom ??= sequence
      records.missingRecordCount = (after as LoggedCompletion | null)?.recordCount ?? 0
      return isFirst
    }
    case 'initial':
      return applyExistingRecord(records, after)
    default:
      return false
  }
}

/** The kinds of the first rows of a log, before anything happens in its event. */
const firstKinds: readonly ScoreLogKind[] = ['rule', 'draw', 'participant', 'initial', 'complete']

/**
 * Tells, after each row, whether all rows about existing records follow the row that announces them, and no
 * further ones.
 */
export const markBeginningAndCheckRecordCount = (records: ReplayedRecords, kind: ScoreLogKind): boolean => {
  records.isBeginning &&= firstKinds.includes(kind)
  const { missingRecordCount } = records
  return kind === 'complete' || kind === 'initial' ? missingRecordCount >= 0 : missingRecordCount <= 0
}
