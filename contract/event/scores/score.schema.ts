import { cleanNumberOrDateToWesternDigits, hasEmailMaskDots } from '../../accounts/identity.ts'
import { fieldLabels } from '../../platform/field-labels.ts'
import {
  codeField,
  createPageAndSearchFields,
  emailOrEmptyField,
  idField,
  instantField,
  listResponseFields,
  localizedText,
  multilineTextField,
  nameField,
  rawTextField,
  searchField,
} from '../../platform/fields.schema.ts'
import { hasAtMostThreeDecimals, roundToThousandths } from '../../platform/numbers.ts'
import { pageSizes } from '../../platform/page-sizes.ts'
import {
  createMessageAndDataResponseSchema,
  createSuccessResponseSchema,
} from '../../platform/response.schema.ts'
import { z } from '../../platform/z.ts'
import { missionType } from '../event.schema.ts'
import { type MissionType, totalRules } from '../event.ts'
import type { PublishedResults } from '../results/results.schema.ts'
import type { RankExplanations, RankingRules } from '../scoring/rank-explanation.schema.ts'
import { scoreSheetValues } from '../scoring/rule-set.schema.ts'
import { attemptSources, type ParticipantText, type ScoreEvent, scoreFields, scoreLimits } from './score.ts'

const parseNumber = (value: unknown) => {
  const digits = typeof value === 'string' ? cleanNumberOrDateToWesternDigits(value) : ''
  return /^-?\d+(\.\d+)?$/.test(digits) ? Number(digits) : value
}

/** Returns the schema of a number with at most three decimals, or a text that is one, in any digits. */
export const decimalField = ({ min, max }: { min: number; max: number }) =>
  z.preprocess(
    parseNumber,
    z
      .number()
      .min(min)
      .max(max)
      .refine(hasAtMostThreeDecimals, { params: { code: 'bad-format' } })
      .overwrite(roundToThousandths),
  )
const integerField = ({ min, max }: { min: number; max: number }) =>
  z.preprocess(parseNumber, z.number().int().min(min).max(max))

const missionTypeField = z
  .preprocess(parseNumber, missionType)
  .meta({ description: '0 Elementory, 1 Junior, 2 Senior, 3 Adult, 4 Pro' })
const participantName = (field: Exclude<ParticipantText, 'playerEmail' | 'teamNo'>) =>
  nameField(scoreFields[field].maxLength)
const teamNoField = nameField(scoreFields.teamNo.maxLength)

/** An entry of a ranking. Times are milliseconds. */
export const scoreRow = z.object({
  id: z.string(),
  rank: z.number(),
  playerName: z.string(),
  playerEmail: z.string(),
  teamNo: z.string(),
  hasTeam: z.boolean().describe('whether the entry belongs to a registered team'),
  teamName: z.string(),
  schoolName: z.string(),
  missionType,
  level: missionType
    .nullable()
    .optional()
    .describe(
      'the level that pages show: that of the team, null where nobody chose one; absent where it is `missionType`',
    ),
  score: z.number().describe('of the last attempt'),
  timeMs: z.number().describe('of the last attempt'),
  totalScore: z.number().describe("by the event's rule for totals"),
  totalTimeMs: z.number(),
  attemptCount: z.number(),
  reachedAt: z.string().describe('when the total was reached'),
  rankingKey: z
    .array(z.number().nullable())
    .optional()
    .describe(
      "the values of the rule set's ranking keys, turned so that lower is better, null for a missing one; absent without a rule set",
    ),
  isProvisional: z
    .literal(true)
    .optional()
    .describe(
      'a judge of a panel has not sent a sheet that counts for the total yet; absent otherwise and in final results',
    ),
  hasRankOfAlliance: z
    .literal(true)
    .optional()
    .describe(
      'another team of its alliance has the same rank and counts for the ranks after it, this one does not; absent otherwise',
    ),
})

/**
 * An entry of a ranking: one player or team in one event. `playerEmail` is masked for everyone without the
 * permission `privacy`.
 */
export type ScoreRow = z.infer<typeof scoreRow>

/**
 * A page of a ranking: `page` counts from 1, `total` counts the entries that match search and filter,
 * `entryCount` all entries of the event. `freezeAt` is the time from which visitors see no change of the
 * ranking, null without a freeze. `results` is null for an event whose results are not published, `rules` for
 * one without a rule set. `levels` has the levels that its entries show where they differ, and only
 * on the first page without search and filters. Pages that load an event with `isOver`
 * (contract/event/event-phase.ts) open no event stream.
 */
export type ScorePage = {
  event: ScoreEvent
  rows: ScoreRow[]
  page: number
  perPage: number
  total: number
  entryCount: number
  freezeAt: string | null
  results: PublishedResults | null
  rules: RankingRules | null
  levels: MissionType[]
  isOver: boolean
}

/**
 * A change of the first entries of a ranking: `changed` are new or different entries, `removedIds` those that
 * left. Ranks follow from the entries. `rules` is absent when they did not change.
 */
export type RankingChange = {
  changed: ScoreRow[]
  removedIds: string[]
  entryCount: number
  freezeAt: string | null
  results: PublishedResults | null
  rules?: RankingRules | null
}

export const attempt = z.object({
  id: z.string(),
  mission: z.number(),
  score: z.number(),
  timeMs: z.number(),
  at: z.string(),
  correctedAt: z
    .string()
    .optional()
    .describe('when the result was last corrected; absent when it is as it was recorded'),
  round: localizedText.optional().describe('the name of the round, in an event with a rule set'),
  isDisqualified: z
    .literal(true)
    .optional()
    .describe('the attempt was disqualified, in an event with matches also: the side did not come'),
})

/** One run. `mission` is the number of its round, from 1. */
export type Attempt = z.infer<typeof attempt>

/** An entry with its attempts, the oldest first, and the explanation of its rank. */
export type ScoreEntry = ScoreRow & { attempts: Attempt[]; explanation?: RankExplanations }

const adminAttempt = attempt
  .extend({
    source: z.enum(attemptSources),
    note: z.string(),
    values: scoreSheetValues.nullable().describe('the values of the score sheet; null without a rule set'),
    ruleVersion: z.number().nullable().describe('the version of the rule set when the attempt was recorded'),
    judgeName: z
      .string()
      .describe('the judge who recorded the attempt; empty for another source and after the name was erased'),
    reviewerName: z.string().describe('the second judge or organizer who confirmed the sheet of the judge'),
    version: z.string().describe('changes with every change of the attempt'),
  })
  .meta({ id: 'AdminAttempt' })

/** An attempt as administrators see it. */
export type AdminAttempt = z.infer<typeof adminAttempt>

export const adminScoreEntry = scoreRow
  .extend({ attempts: z.array(adminAttempt), userId: z.string().nullable(), teamId: z.string().nullable() })
  .meta({ id: 'AdminScoreEntry' })

/**
 * An entry as administrators see it; `userId` and `teamId` are null for a participant without an account or a
 * team.
 */
export type AdminScoreEntry = z.infer<typeof adminScoreEntry>

/** The participant of an attempt: the one of the entry `entryId`, a user, a team, or a guest. */
export const participant = z.object({
  entryId: z.uuid().optional(),
  userId: z.uuid().optional(),
  teamId: z.uuid().optional(),
  playerName: participantName('playerName').optional(),
  playerEmail: emailOrEmptyField(scoreFields.playerEmail.maxLength).optional(),
  teamNo: z.preprocess(
    (value) => (typeof value === 'number' ? String(value) : value),
    teamNoField.optional(),
  ),
  teamName: participantName('teamName').optional(),
  schoolName: participantName('schoolName').optional(),
  missionType: missionTypeField.optional(),
  competition: nameField(200)
    .optional()
    .describe('the slug or name of the competition of the team, where teams of several have its number'),
})

/**
 * The participant of an attempt: the one of the entry `entryId`; a user (`userId`); a team (`teamId`;
 * with both, the player is the participant and the team is shown); a team of the event by its number
 * (`teamNo`, with `competition` where several teams have it) or its name; or a guest, identified by email,
 * else by the normal form of the team number, else by name. The email of a user identifies that user. Names
 * of users and teams come from their records. In an event with teams, new guests are refused.
 */
export type Participant = z.infer<typeof participant>

export const attemptInput = z.object({
  mission: integerField(scoreFields.mission).meta({ description: 'The round, from 1' }).default(1),
  score: decimalField(scoreFields.score).meta({ description: 'Points, at most three decimals' }),
  timeMs: integerField(scoreFields.timeMs),
  at: instantField.optional(),
  note: multilineTextField(scoreFields.note.maxLength).optional(),
  values: scoreSheetValues
    .optional()
    .describe(
      'the values of the score sheet, in an event with a rule set; `score` and `timeMs` follow from them',
    ),
})

/** A new attempt; `at` is the current time when it is absent. */
export type AttemptInput = z.infer<typeof attemptInput>

/**
 * Adds the points and the time (`timeField`) that an attempt with the values of a score sheet may leave out,
 * because they follow from the values.
 */
export const defaultScoreAndTimeIfHasValues = (attempt: unknown, timeField: 'timeMs' | 'time'): unknown =>
  typeof attempt === 'object' && attempt !== null && 'values' in attempt
    ? { score: 0, [timeField]: 0, ...attempt }
    : attempt
/** One or several attempts of one participant. An attempt with `values` needs no score and no time. */
export const addAttemptsRequest = participant.extend({
  attempts: z
    .array(z.preprocess((attempt) => defaultScoreAndTimeIfHasValues(attempt, 'timeMs'), attemptInput))
    .min(1)
    .max(100),
})
addAttemptsRequest.register(fieldLabels, { catalogue: 'scores' })
export const updateAttemptRequest = attemptInput
  .extend({
    mission: integerField(scoreFields.mission),
    reason: multilineTextField(scoreLimits.reason).describe(
      'why the attempt is corrected; only the audit log shows it. Required for another result of an attempt that a judge recorded',
    ),
    version: z
      .string()
      .max(40)
      .describe(
        'the version that was read. An attempt that has changed since is not corrected: `stale-version`',
      ),
  })
  .partial()
updateAttemptRequest.register(fieldLabels, { catalogue: 'scores' })

/** The fields of an attempt that a correction changes, its reason, and the version that it corrects. */
export type AttemptUpdate = z.infer<typeof updateAttemptRequest>

const participantDetails = z.object({
  playerName: participantName('playerName').default(''),
  playerEmail: codeField(scoreFields.playerEmail.maxLength)
    .pipe(z.union([z.email(), z.literal(''), z.string().refine(hasEmailMaskDots)]))
    .describe('a masked address, as the entry shows it, leaves the stored one as it is')
    .default(''),
  teamNo: teamNoField.default(''),
  teamName: participantName('teamName').default(''),
  schoolName: participantName('schoolName').default(''),
  missionType: missionTypeField,
})

/** The names that an entry shows of its participant, which an administrator can correct. */
export type ParticipantDetails = z.infer<typeof participantDetails>

/** The names of an entry, and why they are corrected. */
export const updateParticipantRequest = participantDetails.extend({
  reason: multilineTextField(scoreLimits.reason)
    .default('')
    .describe('required when the results are final; only the audit log shows it'),
})
updateParticipantRequest.register(fieldLabels, { catalogue: 'scores' })

/** The new names of an entry, with the reason for their correction. */
export type ParticipantUpdate = z.infer<typeof updateParticipantRequest>

/** The path of a call about the results that visitors see: the id or slug of the event. */
export const scoreboardParams = z.object({ eventId: rawTextField(100) })
export const adminScoresParams = z.object({ eventId: z.uuid() })
export const adminScoreEntryParams = adminScoresParams.extend({ entryId: z.uuid() })
adminScoreEntryParams.register(fieldLabels, { catalogue: 'scores' })
export const adminAttemptParams = adminScoreEntryParams.extend({ attemptId: z.uuid() })
adminAttemptParams.register(fieldLabels, { catalogue: 'scores' })

export const adminScoresQuery = z.object({
  ...createPageAndSearchFields(pageSizes.long),
  missionType: missionTypeField.optional(),
  level: missionTypeField.optional().describe('the level that pages show'),
})
adminScoresQuery.register(fieldLabels, { catalogue: 'scores' })
export type AdminScoresQuery = Partial<z.infer<typeof adminScoresQuery>>

export const adminScoresResponse = createSuccessResponseSchema({
  event: z.object({
    id: z.string(),
    slug: z.string(),
    title: localizedText,
    totalRule: z.enum(totalRules),
    eventCode: z.string(),
    active: z.boolean(),
    missionType,
  }),
  scores: z.array(scoreRow),
  levels: z
    .array(missionType)
    .optional()
    .describe('the levels that the entries of the event show; absent where they have the same'),
  entryCount: z.number().describe('all entries of the event'),
  freeze: z
    .object({ freezeAt: z.string(), isFrozen: z.boolean() })
    .nullable()
    .describe('the freeze of the public ranking'),
  ...listResponseFields,
})

/** A page of the ranking of an event, hidden or not, as administrators see it. */
export type AdminScorePage = Omit<z.infer<typeof adminScoresResponse>, 'success'>
export type AdminScoreEvent = AdminScorePage['event']

export const adminScoreEntryResponse = createSuccessResponseSchema({ entry: adminScoreEntry })
export const savedScoreEntryResponse = createMessageAndDataResponseSchema({ entry: adminScoreEntry })
/**
 * `entry` is null when the entry was removed, also with its last attempt; `removedId` restores it for 30
 * days.
 */
export const removedScoreResponse = createMessageAndDataResponseSchema({
  entry: adminScoreEntry.nullable(),
  removedId: z.string(),
})

const removedScore = z
  .object({
    id: z.string(),
    removedAt: z.string(),
    removedBy: z.string(),
    restorableUntil: z.string(),
    playerName: z.string(),
    teamName: z.string(),
    attemptCount: z.number(),
  })
  .meta({ id: 'RemovedScore' })

/** An entry or an attempt that was removed and can be restored for 30 days. */
export type RemovedScore = z.infer<typeof removedScore>

export const removedScoresResponse = createSuccessResponseSchema({ removed: z.array(removedScore) })
export const restoreScoreRequest = z.object({ id: idField })
restoreScoreRequest.register(fieldLabels, { catalogue: 'scores' })

export const participantsQuery = z.object({ s: searchField() })
const participantOption = z.object({
  kind: z.enum(['user', 'team']),
  id: z.string(),
  name: z.string(),
  detail: z.string(),
})

/** A user or team that a new entry can be for. */
export type ParticipantOption = z.infer<typeof participantOption>

export const participantsResponse = createSuccessResponseSchema({ participants: z.array(participantOption) })

/** A line of an import file with the participant that it means. */
export const scoreImportRow = z.object({
  line: z.number(),
  playerName: z.string(),
  teamNo: z.string(),
  teamName: z.string(),
  competition: localizedText.nullable().describe('of a registered team that the line names; null otherwise'),
  kind: z
    .enum(['team', 'account', 'guest'])
    .describe('whether the participant is a registered team, an account, or neither'),
  mission: z.number(),
  score: z.number(),
  timeMs: z.number(),
  isNewEntry: z.boolean().describe('whether the participant has no entry in the event yet'),
  isRecorded: z
    .boolean()
    .describe("whether a judge's sheet has recorded the same run, which the import then leaves out"),
})

export type ScoreImportRow = z.infer<typeof scoreImportRow>

/** What the reply of an import of scores says besides. */
export const scoreImportTotals = {
  participantCount: z.number(),
  newEntryCount: z.number(),
  registeredCount: z.number().describe('participants that are registered teams or accounts'),
  newParticipantCount: z.number().describe('participants that are neither and have no entry yet'),
  recordedCount: z.number().describe("lines whose run a judge's sheet has recorded"),
}
