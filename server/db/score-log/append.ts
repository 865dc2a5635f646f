import type { LoggedAttempt, LoggedRule, ScoreLogKind, ScoreLogRow } from '#contract/score-log.ts'
import type { Db } from '#server/db/open.ts'
import { hashScoreLogRow } from './hash-row.ts'
import { insertScoreLogRowsAndMoveHead, lockScoreLogHead } from './rows.ts'

/** A change for the score log: of an attempt, or of the rule for totals (without ids). */
export type ScoreLogChange = {
  entryId: string | null
  attemptId: string | null
  before: LoggedAttempt | LoggedRule | null
  after: LoggedAttempt | LoggedRule | null
  ruleVersion?: number | null | undefined
}

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
 * nothing without changes.
 */
export const appendScoreLog = async (tx: Db, context: ScoreLogContext, changes: Iterable<ScoreLogChange>): Promise<void> => {
  const { eventId, kind, actorId, source, device = null } = context
  let head: Awaited<ReturnType<typeof lockScoreLogHead>> | undefined
  let rows: ScoreLogRow[] = []
  for (const { entryId, attemptId, before, after, ruleVersion = null } of changes) {
    head ??= await lockScoreLogHead(tx, eventId)
    const content = {
      eventId,
      sequence: head.sequence + 1,
      kind,
      entryId,
      attemptId,
      before,
      after,
      actorId,
      source,
      device,
      ruleVersion,
      time: head.time,
      previousHash: head.hash,
    }
    const hash = hashScoreLogRow(content)
    rows.push({ ...content, hash })
    head = { ...head, sequence: content.sequence, hash }
    if (rows.length < rowsPerInsert) continue
    await insertScoreLogRowsAndMoveHead(tx, rows)
    rows = []
  }
  await insertScoreLogRowsAndMoveHead(tx, rows)
}
