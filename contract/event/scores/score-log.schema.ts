import { createPageAndSearchFields, listResponseFields, localizedText } from '../../platform/fields.schema.ts'
import { pageSizes } from '../../platform/page-sizes.ts'
import { createSuccessResponseSchema } from '../../platform/response.schema.ts'
import { z } from '../../platform/z.ts'
import type { ResultsStatus } from '../results/results.ts'
import type { EventDraw } from '../scoring/match-draw.ts'

/**
 * The kinds of rows in the score log.
 *
 * - about an attempt: `add`, `correct`, `remove`, `restore`, `undo-import`, `recalculate`, and `initial` for
 *   the attempts of before the log
 * - about an entry: `participant` when it is created or its participant or names change, `erase` when an
 *   erasure removed its names
 * - about the event: `rule`, `draw` of its matches and withdrawals after it, `publish` and `take-back` of
 *   results, `plan-freeze`, `freeze` and `unfreeze` of the public ranking, `award`, `advance` and
 *   `undo-advance`, `purge` as the last row of a permanently deleted event
 * - about a sheet of a judge: `sheet` when it is received, when it becomes an attempt, and when its time
 *   changes
 * - `complete` in a log of before the rows about awards, advancement, planned freezes and sheets: those that
 *   existed follow as `initial` rows
 */
const scoreLogKinds = [
  ...(['initial', 'add', 'correct', 'remove', 'restore', 'undo-import', 'recalculate'] as const),
  ...([
    'participant',
    'erase',
    'rule',
    'draw',
    'publish',
    'take-back',
    'plan-freeze',
    'freeze',
    'unfreeze',
    'award',
    'advance',
    'undo-advance',
    'sheet',
    'complete',
    'purge',
  ] as const),
] as const
export type ScoreLogKind = (typeof scoreLogKinds)[number]

/**
 * The values of an attempt in the score log: numbers, codes and times only. `values` are those of the fields
 * of a score sheet, by their keys.
 */
export type LoggedAttempt = {
  mission: number
  score: number
  timeMs: number
  at: string
  values?: Record<string, number | string | boolean | null>
}
/**
 * The rules of an event in the score log: the rule for totals, the newest version of its rule set if it ever
 * had one, and the SHA-256 of the canonical JSON of that rule set, null when the event returned to the
 * default ranking, and the version of the calculation (`CalculationVersion`). Older rows have only the fields
 * that changed; until a row names the calculation, it is 1. `isComplete` in the first row of a log says that
 * the log has rows about awards, advancement, planned freezes and sheets from its beginning.
 */
export type LoggedRule = {
  isComplete?: true
  totalRule: string
  ruleSetVersion?: number
  ruleSetHash?: string | null
  calculation?: number
  draw?: LoggedDraw | null
}
/**
 * The draw of the matches of an event with who has withdrawn since, by ids of entries. `teamHashes` has the
 * hash of the team of each entry, in the order of the sides. It is one of the rules, and rows about other
 * rules do not repeat it.
 */
export type LoggedDraw = EventDraw & { teamHashes: readonly string[] }
/**
 * The participant of an entry in the score log, as hashes: with the salt of the entry, of its participant
 * key, names and level; without it, of its team, null without one. `isCorrection` marks a change of final
 * results, whose reason is in the audit log.
 */
export type LoggedParticipant = { participantHash: string; teamHash: string | null; isCorrection?: true }
/**
 * What an erasure left: the hashes of the entry, and of its copy in the frozen ranking, with new salts. Null
 * for the one that does not exist.
 */
export type LoggedErasure = { standing: LoggedParticipant | null; frozen: LoggedParticipant | null }
/** A publication of results. `head` is the row that was published, when it is an earlier one. */
export type LoggedPublication = { status: ResultsStatus; publishedAt: string; head?: ScoreLogHead }
/**
 * A freeze. `frozenAt` is when the ranking was copied; a planned freeze and older rows have none. `sequence`
 * is the last row that the frozen ranking has, when it is not the row before.
 */
export type LoggedFreeze = { freezeAt: string; frozenAt?: string; sequence?: number }
/** An award. `nameHash` is the SHA-256 of the canonical JSON of its names, by language. */
export type LoggedAward = { awardId: string; teamId: string; nameHash: string; position: number }
/** The teams that advanced in one step. `undoneAt` is set when the step was undone. */
export type LoggedAdvancement = {
  advancementId: string
  stage: string
  targetEventId: string | null
  teams: readonly { id: string; rank: number; stageBefore: string; isAdded: boolean }[]
  createdAt: string
  undoneAt: string | null
}
/**
 * A sheet of a judge. `sheetHash` has the salt of the sheet, and covers what the device sent and nothing
 * changes: round, values, device and confirmation. `judgedAt` is later in a row about later feedback. Team and
 * judge are null when they did not exist any more.
 */
export type LoggedSheet = {
  sheetId: string
  sheetHash: string
  judgedAt: string
  teamId: string | null
  judgeId: string | null
  attemptId: string | null
}
/** How many `initial` rows about awards, advancement, the freeze and sheets follow a row `complete`. */
export type LoggedCompletion = { recordCount: number }
export type LoggedValues =
  | LoggedAttempt
  | LoggedRule
  | { draw: LoggedDraw | null }
  | LoggedParticipant
  | LoggedErasure
  | LoggedPublication
  | LoggedFreeze
  | LoggedAward
  | LoggedAdvancement
  | LoggedSheet
  | LoggedCompletion

/**
 * A row of the score log without its hash. `sequence` counts from 1 in each event; the first row has the
 * rules of the event. A row about an attempt has `entryId` and `attemptId`, one about an entry `entryId`, one
 * about the event neither. `before` is null for something new, `after` for something that is removed; rows
 * about a participant have no `before`. `previousHash` is the hash of the row before, 64 zeros for the first
 * one.
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

/**
 * A row of the score log in the back office. The names are those that participant, user and judges have
 * today, empty when they do not exist any more.
 */
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
export const scoreLogQuery = z.object(createPageAndSearchFields(pageSizes.short))
export const scoreLogResponse = createSuccessResponseSchema({
  event: z.object({ id: z.string(), slug: z.string(), title: localizedText }),
  head: scoreLogHead,
  published: z
    .array(scoreLogHead.extend({ publishedAt: z.string() }))
    .describe('the published heads, the newest first'),
  rows: z.array(scoreLogEntry),
  ...listResponseFields,
})

/**
 * What is wrong in the score log of an event or in its standing results. `sequence` names a row of the log,
 * `attemptId` and `entryId` a record, `field` a value.
 *
 * - `row-missing`: there is no row with this sequence, nor with the next ones up to the next row
 * - `row-changed`: the row does not have its hash
 * - `link-broken`: the row does not have the hash of the row before
 * - `step-wrong`: the values before a change are not those that the rows before give
 * - `rows-cut`: the rows from this sequence on are missing at the end
 * - `rows-added`: the rows from this sequence on were added after the head
 * - `head-differs`: the head has another hash than the last row
 * - `published-differs`: the row of a published head has another hash
 * - `published-missing`: the head of the row, which published results or took them back, is not among the
 *   published heads
 * - `attempt-missing`, `attempt-added`, `attempt-differs`: compared with the log
 * - `total-differs`, `entry-missing`, `entry-empty`: totals of an entry, compared with the log
 * - `participant-differs`: the participant, the team or a name of an entry is not the one of the log, or the
 *   entry has no salt
 * - `erasure-differs`: an entry that was erased names somebody
 * - `rule-set-differs`: the rule set of a version that a row of the log names is not the one that was saved,
 *   or there is a newer version `field`; without `sequence`
 *   no row names a version
 * - `publication-differs`: status, time or head of the published results are not those of the log
 * - `changed-after-final`: a row changes results that are final
 * - `draw-differs`: the draw of the matches, or who has withdrawn, is not the one of the log
 * - `freeze-differs`: the freeze of the public ranking, or the planned one, is not the one of the log
 * - `award-differs`, `advancement-differs`, `sheet-differs`: the award, advancement or sheet `recordId` is not
 *   the one of the log, or one of both does not have it
 * - `certificate-differs`: a valid certificate of an entry has another rank than the log gives, another event
 *   or team, or belongs to results that are not published
 * - `event-missing`: the event does not exist, and its log does not have its deletion
 */
const scoreLogProblemCodes = [
  'row-missing',
  'row-changed',
  'link-broken',
  'step-wrong',
  'rows-cut',
  'rows-added',
  'head-differs',
  'published-differs',
  'published-missing',
  'attempt-missing',
  'attempt-added',
  'attempt-differs',
  'total-differs',
  'entry-missing',
  'entry-empty',
  'participant-differs',
  'erasure-differs',
  'rule-set-differs',
  'publication-differs',
  'changed-after-final',
  'draw-differs',
  'freeze-differs',
  'award-differs',
  'advancement-differs',
  'sheet-differs',
  'certificate-differs',
  'event-missing',
] as const

const scoreLogProblem = z.object({
  code: z.enum(scoreLogProblemCodes),
  sequence: z.number().optional(),
  entryId: z.string().optional(),
  attemptId: z.string().optional(),
  recordId: z.string().optional().describe('the id of an award, an advancement or a sheet'),
  field: z.string().optional(),
  ranking: z.literal('frozen').optional().describe('set for the copies that visitors see during a freeze'),
})
export type ScoreLogProblem = z.infer<typeof scoreLogProblem>

const scoreLogCheck = z
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
    erasuresAfterPublication: z
      .array(z.number())
      .describe('the rows about erasures after the last published row'),
    corrections: z
      .array(z.number())
      .describe(
        'the rows about participants that were corrected after final results, up to the last published row',
      ),
    correctionsAfterPublication: z
      .array(z.number())
      .describe('the rows about such corrections after the last published row'),
    completeFrom: z
      .number()
      .nullable()
      .describe('the row from which on awards, advancement, planned freezes and sheets are known'),
    awardsAfterPublication: z
      .array(z.number())
      .describe('the rows about awards of final results that changed after the last published row'),
    advancements: z.array(z.number()).describe('all rows about advancement'),
    teamsWithOtherStage: z
      .array(z.object({ teamNo: z.number(), name: z.string() }))
      .describe('the teams whose stage was set by hand, beside the advancement of the event'),
    publications: z.array(z.number()).describe('all rows about published results'),
    takeBacks: z.array(z.number()).describe('all rows about results that were taken back'),
    problemCount: z.number(),
    problems: z.array(scoreLogProblem).describe('at most 100'),
  })
  .meta({ id: 'ScoreLogCheck' })

/**
 * The result of the check of one event. `slug` is null when the event does not exist any more.
 * `participantsFrom` is the row from which on participants are known, null without one.
 * `lastPublishedSequence` is the last of the heads that the check was given, without them the last published
 * one. `erasures` are the rows about erasures up to that head, `erasuresAfterPublication` those after it: the
 * database's application role may insert rows, so they deserve a look. `corrections` are the rows about
 * participants that were corrected after final results. `completeFrom` is the row from which on awards,
 * advancement, planned freezes and sheets are known, null without one. `awardsAfterPublication` are the rows
 * about awards that changed while the results were final, after that head; a head covers no later
 * `advancements` either. `teamsWithOtherStage` are the teams of the event whose stage no advancement gives: they
 * have one of its stages without having advanced, or advanced and have another one. Organizers may set a stage
 * by hand, so they deserve a look. `publications` and `takeBacks` are all rows about published results and their
 * end.
 */
export type ScoreLogCheck = z.infer<typeof scoreLogCheck>

export const scoreLogCheckResponse = createSuccessResponseSchema({ check: scoreLogCheck })
