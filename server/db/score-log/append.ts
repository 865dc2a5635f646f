import type { LoggedAttempt, LoggedValues, ScoreLogKind, ScoreLogRow } from '#contract/score-log.ts'
import type { Db } from '#server/db/open.ts'
import { hashScoreLogRow } from './hash-row.ts'
import { readLoggedRule } from './logged-rule.ts'
import { insertScoreLogRowsAndMoveHead, lockScoreLogHead } from './rows.ts'

/** A change for the score log: of an attempt, of an entry (without `attemptId`) or of the event (without ids). Its own `kind` replaces the one of the context. */
export type ScoreLogChange = {
  kind?: ScoreLogKind
  entryId: string | null
  attemptId: string | null
  before: LoggedValues | null
  after: LoggedValues | null
  ruleVersion?: number | null | undefined
}

/** Returns a change of the event itself: of its rules, publication or freeze. */
export const toEventChange = (before: LoggedValues | null, after: LoggedValues | null): ScoreLogChange => ({
  entryId: null,
  attemptId: null,
  before,
  after,
})

/** What all changes of a transaction have in common. `device` identifies the device of a judge. */
export type ScoreLogContext = { eventId: string; kind: ScoreLogKind; actorId: string | null; source: string; device?: string | undefined }

/** Returns the values of an attempt that the score log has. Scores have at most three decimals, as in the database. */
export const toLoggedAttempt = (attempt: {
  mission: number
  score: number
  timeMs: number
  at: Date
  values?: LoggedAttempt['values'] | null
}): LoggedAttempt => ({
  mission: attempt.mission,
  score: Math.round(attempt.score * 1000) / 1000,
  timeMs: attempt.timeMs,
  at: attempt.at.toISOString(),
  ...(attempt.values ? { values: attempt.values } : {}),
})

/** How many rows one statement inserts; more would take much memory. */
const rowsPerInsert = 1000

/**
 * Adds changes to the score log of an event. Call it last in a transaction: from then on other writers of the event wait until the transaction ends. Does
 * nothing without changes. The first row of a log is about the rules of the event.
 */
export const appendScoreLog = async (tx: Db, context: ScoreLogContext, changes: Iterable<ScoreLogChange>): Promise<void> => {
  const { eventId, actorId, source, device = null } = context
  let head: Awaited<ReturnType<typeof lockScoreLogHead>> | undefined
  let rows: ScoreLogRow[] = []
  const addRow = (
    current: NonNullable<typeof head>,
    { kind = context.kind, entryId, attemptId, before, after, ruleVersion = null }: ScoreLogChange,
  ) => {
    const content = {
      eventId,
      sequence: current.sequence + 1,
      kind,
      entryId,
      attemptId,
      before,
      after,
      actorId,
      source,
      device,
      ruleVersion,
      time: current.time,
      previousHash: current.hash,
    }
    const hash = hashScoreLogRow(content)
    rows.push({ ...content, hash })
    return { ...current, sequence: content.sequence, hash }
  }
  for (const change of changes) {
    head ??= await lockScoreLogHead(tx, eventId)
    if (head.sequence === 0 && (change.kind ?? context.kind) !== 'rule')
      head = addRow(head, { kind: 'rule', ...toEventChange(null, await readLoggedRule(tx, eventId)) })
    head = addRow(head, change)
    if (rows.length < rowsPerInsert) continue
    await insertScoreLogRowsAndMoveHead(tx, rows)
    rows = []
  }
  await insertScoreLogRowsAndMoveHead(tx, rows)
}
