import type { Localized } from './localized.ts'
import type { ResultsStatus } from './results.ts'
import type { scoreLogResponse } from './score-log.schema.ts'
import type { z } from './z.ts'

/** The kinds of changes in the score log. `initial` rows have the attempts of before the log; `purge` rows end the log of a permanently deleted event. */
export const scoreLogKinds = ['initial', 'add', 'correct', 'remove', 'restore', 'undo-import', 'recalculate', 'rule', 'purge'] as const
export type ScoreLogKind = (typeof scoreLogKinds)[number]

/** The values of an attempt in the score log: numbers, codes and times only. `values` are those of the fields of a score sheet, by their keys. */
export type LoggedAttempt = {
  mission: number
  score: number
  timeMs: number
  at: string
  values?: Record<string, number | string | boolean | null>
}
/** The rule for the totals of an event in the score log, with the version of its rule set if it has one, and the SHA-256 of the canonical JSON of that rule set. */
export type LoggedRule = { totalRule: string; ruleSetVersion?: number; ruleSetHash?: string }

/**
 * A row of the score log without its hash. `sequence` counts from 1 in each event. A row about an attempt has `entryId` and `attemptId`; `before` is null
 * when the attempt is new, `after` when it is removed. A row about the rule of the event has neither id. `previousHash` is the hash of the row before,
 * 64 zeros for the first one.
 */
export type ScoreLogContent = {
  eventId: string
  sequence: number
  kind: ScoreLogKind
  entryId: string | null
  attemptId: string | null
  before: LoggedAttempt | LoggedRule | null
  after: LoggedAttempt | LoggedRule | null
  actorId: string | null
  source: string
  device: string | null
  ruleVersion: number | null
  time: string
  previousHash: string
}
/** A row of the score log. `hash` is the SHA-256 of the canonical JSON (RFC 8785) of its content. */
export type ScoreLogRow = ScoreLogContent & { hash: string }

/** The last row of the score log of an event. Without rows, the sequence is 0 and the hash is 64 zeros. */
export type ScoreLogHead = { sequence: number; hash: string }
export const emptyScoreLogHead: ScoreLogHead = { sequence: 0, hash: '0'.repeat(64) }

/**
 * What the webhook of the settings gets when results are published or taken back (`revoked`). `site` is the address of the site, `time` an instant (ISO 8601).
 */
export type PublishedHeadMessage = {
  site: string
  event: { id: string; slug: string; title: Localized }
  status: ResultsStatus | 'revoked'
  head: ScoreLogHead
  time: string
}

/** A page of the score log of an event in the back office, the newest rows first. */
export type ScoreLogPage = Omit<z.infer<typeof scoreLogResponse>, 'success'>
/** A row of the score log in the back office. */
export type ScoreLogEntry = ScoreLogPage['rows'][number]
