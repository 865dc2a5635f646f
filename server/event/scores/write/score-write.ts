import type {
  AttemptInput,
  AttemptUpdate,
  Participant,
  ParticipantDetails,
} from '#contract/event/scores/score.schema.ts'
import type { AttemptSource } from '#contract/event/scores/score.ts'
import type { ScoreSheetValues } from '#contract/event/scoring/rule-set.schema.ts'
import type { Actor } from '#server/platform/audit/service.ts'
import type { ImportFile } from '#server/platform/imports/service.ts'
import type { SaltedEntry, ScoreLogChange, ScoreLogRows } from '../log/queries-append.ts'
import type { EventContext } from '../scoring/queries-event-context.ts'
import type { StoredEntry, WrittenEntry } from './queries-entries.ts'

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
export const toAuditJudgeUnlessActor = ({ judgeId, actor }: Pick<WriteContext, 'judgeId' | 'actor'>) =>
  judgeId && judgeId !== actor.judgeId ? { judge: judgeId } : {}

/** Returns the participant of an entry for the audit log, without the email. */
export const toAuditScoreEntry = (
  entry: Pick<StoredEntry, 'playerName' | 'teamNo' | 'teamName' | 'schoolName' | 'missionType'>,
) => ({
  playerName: entry.playerName,
  teamNo: entry.teamNo,
  teamName: entry.teamName,
  schoolName: entry.schoolName,
  missionType: entry.missionType,
})

export type NewAttempt = { participant: Participant; attempt: AttemptInput }

/**
 * A write to the scores of an event. `remove` without an attempt removes the entry; `restore` undoes a
 * removal. `file` is the file that `attempts` were imported from; `undo-import` deletes the attempts of an
 * import; `match` adds or corrects the attempts of both sides of a match; `assign` gives the results of guests
 * to the teams that they are.
 */
export type ScoreWrite =
  | { kind: 'add'; attempts: readonly NewAttempt[]; file?: ImportFile }
  | { kind: 'undo-import'; importId: string; attemptIds: readonly string[] }
  | { kind: 'correct'; entryId: string; attemptId: string; attempt: AttemptUpdate }
  | { kind: 'match'; added: readonly NewAttempt[]; corrected: readonly Omit<WriteOf<'correct'>, 'kind'>[] }
  | { kind: 'remove'; entryId: string; attemptId?: string }
  | { kind: 'details'; entryId: string; details: ParticipantDetails; reason?: string | undefined }
  | { kind: 'restore'; removedId: string }
  | { kind: 'assign'; assignments: readonly { entryId: string; teamId: string }[]; reason: string }
export type WriteOf<K extends ScoreWrite['kind']> = Extract<ScoreWrite, { kind: K }>

/**
 * The source and the actor of a write. With `idempotency`, a repeat of the same request returns the first
 * result and changes nothing; `oldRequestHash` is the hash that version 1.0.0 gave the request.
 */
export type WriteContext = {
  source: AttemptSource
  actor: Actor
  idempotency?: { key: string; requestHash: string; oldRequestHash?: string } | undefined
  /** The judge of a sheet, whom somebody else may have confirmed. The audit log has the id. */
  judgeId?: string | null | undefined
  /** Tells how many attempts of an import are added. What it throws rolls the write back. */
  reportAdded?: ((count: number) => Promise<void>) | undefined
  /** The device of a judge, for the score log. */
  device?: string | undefined
}

/**
 * A guest whose entry `from` has become the entry `to` of a team, or whose attempts that entry has now. `name` is
 * what the entry showed, `repeatedCount` counts the attempts that judges' sheets of the team have, too, and
 * `sharedMatches` are those in which both have a result.
 */
type AssignedGuest = {
  from: string
  to: string
  teamId: string
  teamNo: number
  teamName: string
  attemptCount: number
  repeatedCount: number
  sharedMatches: readonly number[]
  name: string
}

/** An attempt as it is stored. */
export type WrittenAttempt = {
  id: string
  entryId: string
  mission: number
  score: number
  timeMs: number
  values: ScoreSheetValues | null
}

/**
 * `entries` are those that were written to and still have attempts. `attemptId` is the attempt that was
 * added, if it was one.
 */
export type WriteResult = {
  entries: WrittenEntry[]
  createdCount: number
  removedEntryIds: string[]
  removedId?: string
  attemptId?: string | undefined
  /** The new and corrected attempts. */
  attempts?: readonly WrittenAttempt[]
  assignments?: readonly AssignedGuest[]
  isRepeat: boolean
  /** Visitors see the ranking as it was before. */
  isFrozen: boolean
}

/**
 * The event of a transaction that writes scores. `isFrozen` tells whether visitors see the ranking as it was
 * before; writes add the tags of the replies that they change, and the rows of the score log, which are added at
 * the end of the transaction.
 */
export type ScoredEvent = EventContext & {
  isFrozen: boolean
  changedTags: Set<string>
  logRows: ScoreLogRows[]
}
/**
 * What a write changed: `entryIds` are the entries whose attempts changed, `changes` the changes of these
 * attempts for the score log, `changedEntries` the entries that are new or whose participant or names
 * changed.
 */
export type AppliedWrite = {
  entryIds: string[]
  createdCount: number
  removedId?: string
  attemptId?: string | undefined
  assignments?: readonly AssignedGuest[]
  changedEntries: readonly SaltedEntry[]
  /** The new and corrected attempts. */
  attempts?: readonly WrittenAttempt[]
  changes: Iterable<ScoreLogChange>
}
