import { createListQueryFields, listResponseFields, localizedText } from './fields.schema.ts'
import { pageSizes } from './page-sizes.ts'
import { successResponse } from './response.schema.ts'
import type { ResultsStatus } from './results.ts'
import { scoreLogProblemCodes } from './score-log-check.ts'
import { z } from './z.ts'

/**
 * The kinds of rows in the score log.
 *
 * - about an attempt: `add`, `correct`, `remove`, `restore`, `undo-import`, `recalculate`, and `initial` for the attempts of before the log
 * - about an entry: `participant` when it is created or its participant or names change, `erase` when an erasure removed its names
 * - about the event: `rule`, `publish` and `take-back` of results, `freeze` and `unfreeze` of the public ranking, `purge` as the last row of a permanently
 *   deleted event
 */
const scoreLogKinds = [
  ...(['initial', 'add', 'correct', 'remove', 'restore', 'undo-import', 'recalculate'] as const),
  ...(['participant', 'erase', 'rule', 'publish', 'take-back', 'freeze', 'unfreeze', 'purge'] as const),
] as const
export type ScoreLogKind = (typeof scoreLogKinds)[number]

/** The values of an attempt in the score log: numbers, codes and times only. `values` are those of the fields of a score sheet, by their keys. */
export type LoggedAttempt = {
  mission: number
  score: number
  timeMs: number
  at: string
  values?: Record<string, number | string | boolean | null>
}
/**
 * The rules of an event in the score log: the rule for totals, the newest version of its rule set if it ever had one, and the SHA-256 of the canonical JSON of that
 * rule set, null when the event returned to the default ranking, and the version of the calculation (`CalculationVersion`). Older rows have only the fields that
 * changed; until a row names the calculation, it is 1.
 */
export type LoggedRule = { totalRule: string; ruleSetVersion?: number; ruleSetHash?: string | null; calculation?: number }
/**
 * The participant of an entry in the score log, as hashes: with the salt of the entry, of its participant key, names and level; without it, of its team, null without one.
 * `isCorrection` marks a change of final results, whose reason is in the audit log.
 */
export type LoggedParticipant = { participantHash: string; teamHash: string | null; isCorrection?: true }
/** What an erasure left: the hashes of the entry, and of its copy in the frozen ranking, with new salts. Null for the one that does not exist. */
export type LoggedErasure = { standing: LoggedParticipant | null; frozen: LoggedParticipant | null }
/** A publication of results. `head` is the row that was published, when it is an earlier one. */
export type LoggedPublication = { status: ResultsStatus; publishedAt: string; head?: ScoreLogHead }
/** A freeze. `sequence` is the last row that the frozen ranking has, when it is not the row before. */
export type LoggedFreeze = { freezeAt: string; sequence?: number }
export type LoggedValues = LoggedAttempt | LoggedRule | LoggedParticipant | LoggedErasure | LoggedPublication | LoggedFreeze

/**
 * A row of the score log without its hash. `sequence` counts from 1 in each event; the first row has the rules of the event. A row about an attempt has `entryId` and
 * `attemptId`, one about an entry `entryId`, one about the event neither. `before` is null for something new, `after` for something that is removed; rows about a
 * participant have no `before`. `previousHash` is the hash of the row before, 64 zeros for the first one.
 */
export type ScoreLogContent = {
  eventId: string
  sequence: number
  kind: ScoreLogKind
  entryId: string | null
  attemptId: string | null
  before: LoggedValues | null
  after: LoggedValues | null
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

/** A page of the score log of an event in the back office, the newest rows first. */
export type ScoreLogPage = Omit<z.infer<typeof scoreLogResponse>, 'success'>
/** A row of the score log in the back office. */
export type ScoreLogEntry = ScoreLogPage['rows'][number]

const loggedAttempt = z.object({
  mission: z.number(),
  score: z.number(),
  timeMs: z.number(),
  at: z.string(),
  values: z.record(z.string(), z.union([z.number(), z.string(), z.boolean(), z.null()])).optional(),
})
const loggedValues = z.union([loggedAttempt, z.record(z.string(), z.unknown())]).nullable()
const scoreLogHead = z.object({ sequence: z.number(), hash: z.string() })

/** A row of the score log in the back office. The names are those that participant, user and judges have today, empty when they do not exist any more. */
export const scoreLogEntry = z
  .object({
    id: z.string().describe('the sequence'),
    sequence: z.number(),
    kind: z.enum(scoreLogKinds),
    entryId: z.string().nullable(),
    attemptId: z.string().nullable(),
    participantName: z.string(),
    before: loggedValues,
    after: loggedValues,
    actorName: z.string(),
    judgeName: z.string().describe('the judge whose sheet was recorded'),
    reviewerName: z.string().describe('the second judge or organizer who confirmed that sheet'),
    source: z.string(),
    device: z.string().nullable(),
    ruleVersion: z.number().nullable(),
    time: z.string().describe('ISO 8601'),
    hash: z.string(),
  })
  .meta({ id: 'ScoreLogEntry' })

export const scoreLogParams = z.object({ eventId: z.uuid() })
export const scoreLogQuery = z.object(createListQueryFields(pageSizes.short))
export const scoreLogResponse = successResponse({
  event: z.object({ id: z.string(), slug: z.string(), title: localizedText }),
  head: scoreLogHead,
  published: z.array(scoreLogHead.extend({ publishedAt: z.string() })).describe('the published heads, the newest first'),
  rows: z.array(scoreLogEntry),
  ...listResponseFields,
})

export const scoreLogProblem = z.object({
  code: z.enum(scoreLogProblemCodes),
  sequence: z.number().optional(),
  entryId: z.string().optional(),
  attemptId: z.string().optional(),
  field: z.string().optional(),
  ranking: z.literal('frozen').optional().describe('set for the copies that visitors see during a freeze'),
})
export const scoreLogCheck = z
  .object({
    eventId: z.string(),
    slug: z.string().nullable(),
    head: scoreLogHead,
    rowCount: z.number(),
    attemptCount: z.number(),
    entryCount: z.number(),
    publishedCount: z.number(),
    lastPublishedSequence: z.number().nullable(),
    participantsFrom: z.number().nullable().describe('the row from which on participants are known'),
    erasures: z.array(z.number()).describe('the rows about erasures up to the last published row'),
    erasuresAfterPublication: z.array(z.number()).describe('the rows about erasures after the last published row'),
    corrections: z
      .array(z.number())
      .describe('the rows about participants that were corrected after final results, up to the last published row'),
    correctionsAfterPublication: z.array(z.number()).describe('the rows about such corrections after the last published row'),
    publications: z.array(z.number()).describe('all rows about published results'),
    takeBacks: z.array(z.number()).describe('all rows about results that were taken back'),
    problemCount: z.number(),
    problems: z.array(scoreLogProblem).describe('at most 100'),
  })
  .meta({ id: 'ScoreLogCheck' })
export const scoreLogCheckResponse = successResponse({ check: scoreLogCheck })
