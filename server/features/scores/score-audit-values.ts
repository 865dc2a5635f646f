import type { ScoreSheetValues } from '#contract/rule-set.ts'
import type { AttemptSource } from '#contract/score.ts'
import type { StoredEntry } from './queries-write-entries.ts'
import type { WriteContext } from './score-write.ts'

/** Returns an attempt for the audit log. */
export const toAuditAttempt = (attempt: {
  mission: number
  score: number
  timeMs: number
  at?: Date | string | undefined
  note?: string | undefined
  source?: AttemptSource
  values?: ScoreSheetValues | null | undefined
}) => ({
  mission: attempt.mission,
  score: attempt.score,
  timeMs: attempt.timeMs,
  at: attempt.at ?? null,
  note: attempt.note ?? '',
  ...(attempt.source ? { source: attempt.source } : {}),
  ...(attempt.values ? { values: attempt.values } : {}),
})

/** Returns the judge of a sheet that somebody else recorded, for the audit log. */
export const toAuditJudge = ({ judgeId, actor }: Pick<WriteContext, 'judgeId' | 'actor'>) =>
  judgeId && judgeId !== actor.judgeId ? { judge: judgeId } : {}

/** Returns the participant of an entry for the audit log, without the e-mail. */
export const toAuditScoreEntry = (entry: Pick<StoredEntry, 'playerName' | 'teamNo' | 'teamName' | 'schoolName' | 'missionType'>) => ({
  playerName: entry.playerName,
  teamNo: entry.teamNo,
  teamName: entry.teamName,
  schoolName: entry.schoolName,
  missionType: entry.missionType,
})
