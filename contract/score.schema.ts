import { missionType } from './event.schema.ts'
import { totalRules } from './event.ts'
import {
  createListQueryFields,
  idField,
  instantField,
  listResponseFields,
  localizedText,
  singleLineField,
  trimmedTextField,
} from './fields.schema.ts'
import { importResponseFields } from './import.schema.ts'
import { pageSizes } from './page-sizes.ts'
import { messageResponse, successResponse } from './response.schema.ts'
import { scoreSheetValues } from './rule-set.schema.ts'
import { toWesternDigits } from './rules/identity.ts'
import { isMaskedEmail } from './rules/mask.ts'
import { isInThousandths, roundToThousandths } from './rules/numbers.ts'
import { attemptSources, type ParticipantText, scoreFields, scoreLimits } from './score.ts'
import { z } from './z.ts'

const parseNumber = (value: unknown) =>
  typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(toWesternDigits(value.trim())) ? Number(toWesternDigits(value.trim())) : value

/** Returns the schema of a number with at most three decimals, or a text that is one, in any digits. */
export const decimalField = ({ min, max }: { min: number; max: number }) =>
  z.preprocess(
    parseNumber,
    z
      .number()
      .min(min)
      .max(max)
      .refine(isInThousandths, { params: { code: 'bad-format' } })
      .overwrite(roundToThousandths),
  )
const integerField = ({ min, max }: { min: number; max: number }) => z.preprocess(parseNumber, z.number().int().min(min).max(max))

const missionTypeField = z.preprocess(parseNumber, missionType).meta({ description: '0 Elementory, 1 Junior, 2 Senior, 3 Adult, 4 Pro' })
const participantText = (field: ParticipantText) => singleLineField(scoreFields[field].maxLength)
const emailField = participantText('playerEmail').pipe(z.union([z.email(), z.literal('')]))

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
})

export const attempt = z.object({
  id: z.string(),
  mission: z.number(),
  score: z.number(),
  timeMs: z.number(),
  at: z.string(),
  correctedAt: z.string().optional().describe('when the result was last corrected; absent when it is as it was recorded'),
  round: localizedText.optional().describe('the name of the round, in an event with a rule set'),
})
export const adminAttempt = attempt
  .extend({
    source: z.enum(attemptSources),
    note: z.string(),
    values: scoreSheetValues.nullable().describe('the values of the score sheet; null without a rule set'),
    ruleVersion: z.number().nullable().describe('the version of the rule set when the attempt was recorded'),
    judgeName: z.string().describe('the judge who recorded the attempt; empty for another source and after the name was erased'),
    reviewerName: z.string().describe('the second judge or organizer who confirmed the sheet of the judge'),
  })
  .meta({ id: 'AdminAttempt' })
export const adminScoreEntry = scoreRow
  .extend({ attempts: z.array(adminAttempt), userId: z.string().nullable(), teamId: z.string().nullable() })
  .meta({ id: 'AdminScoreEntry' })

/** The participant of an attempt: the one of the entry `entryId`, an account, a team, or a guest. */
export const participant = z.object({
  entryId: z.uuid().optional(),
  userId: z.uuid().optional(),
  teamId: z.uuid().optional(),
  playerName: participantText('playerName').optional(),
  playerEmail: emailField.optional(),
  teamNo: z.preprocess((value) => (typeof value === 'number' ? String(value) : value), participantText('teamNo').optional()),
  teamName: participantText('teamName').optional(),
  schoolName: participantText('schoolName').optional(),
  missionType: missionTypeField.optional(),
})
export const attemptInput = z.object({
  mission: integerField(scoreFields.mission).meta({ description: 'Missions count from 1' }).default(1),
  score: decimalField(scoreFields.score).meta({ description: 'Points, at most three decimals' }),
  timeMs: integerField(scoreFields.timeMs),
  at: instantField.optional(),
  note: trimmedTextField(scoreFields.note.maxLength).optional(),
  values: scoreSheetValues
    .optional()
    .describe('the values of the score sheet, in an event with a rule set; `score` and `timeMs` follow from them'),
})
/** Adds the points and the time (`timeField`) that an attempt with the values of a score sheet may leave out, because they follow from the values. */
export const addMissingResult = (attempt: unknown, timeField: 'timeMs' | 'time'): unknown =>
  typeof attempt === 'object' && attempt !== null && 'values' in attempt ? { score: 0, [timeField]: 0, ...attempt } : attempt
/** One or several attempts of one participant. An attempt with `values` needs no score and no time. */
export const addAttemptsRequest = participant.extend({
  attempts: z
    .array(z.preprocess((attempt) => addMissingResult(attempt, 'timeMs'), attemptInput))
    .min(1)
    .max(100),
})
export const updateAttemptRequest = attemptInput
  .extend({
    mission: integerField(scoreFields.mission),
    reason: trimmedTextField(scoreLimits.reason).describe(
      'why the attempt is corrected; only the audit log shows it. Required for another result of an attempt that a judge recorded',
    ),
  })
  .partial()
export const participantDetails = z.object({
  playerName: participantText('playerName').default(''),
  playerEmail: participantText('playerEmail')
    .pipe(z.union([z.email(), z.literal(''), z.string().refine(isMaskedEmail)]))
    .describe('a masked address, as the entry shows it, leaves the stored one as it is')
    .default(''),
  teamNo: participantText('teamNo').default(''),
  teamName: participantText('teamName').default(''),
  schoolName: participantText('schoolName').default(''),
  missionType: missionTypeField,
})
/** The names of an entry, and why they are corrected. */
export const updateParticipantRequest = participantDetails.extend({
  reason: trimmedTextField(scoreLimits.reason).default('').describe('required when the results are final; only the audit log shows it'),
})

export const adminScoresParams = z.object({ eventId: z.uuid() })
export const adminScoreEntryParams = adminScoresParams.extend({ entryId: z.uuid() })
export const adminAttemptParams = adminScoreEntryParams.extend({ attemptId: z.uuid() })
export const simulatorKeyParams = adminScoresParams.extend({ keyId: z.uuid() })

export const adminScoresQuery = z.object({ ...createListQueryFields(pageSizes.long), missionType: missionTypeField.optional() })
export const adminScoresResponse = successResponse({
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
  entryCount: z.number().describe('all entries of the event'),
  freeze: z.object({ freezeAt: z.string(), isFrozen: z.boolean() }).nullable().describe('the freeze of the public ranking'),
  ...listResponseFields,
})
export const adminScoreEntryResponse = successResponse({ entry: adminScoreEntry })
export const savedScoreEntryResponse = messageResponse({ entry: adminScoreEntry })
/** `entry` is null when the entry was removed, also with its last attempt; `removedId` restores it for 30 days. */
export const removedScoreResponse = messageResponse({ entry: adminScoreEntry.nullable(), removedId: z.string() })

export const removedScore = z
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
export const removedScoresResponse = successResponse({ removed: z.array(removedScore) })
export const restoreScoreRequest = z.object({ id: idField })

export const participantsQuery = z.object({ s: trimmedTextField(200) })
export const participantOption = z.object({ kind: z.enum(['user', 'team']), id: z.string(), name: z.string(), detail: z.string() })
export const participantsResponse = successResponse({ participants: z.array(participantOption) })

export const scoreImportRow = z.object({
  line: z.number(),
  playerName: z.string(),
  teamName: z.string(),
  mission: z.number(),
  score: z.number(),
  timeMs: z.number(),
  isNewEntry: z.boolean(),
})
export const scoreImportResponse = z.object({
  ...importResponseFields,
  rows: z.array(scoreImportRow),
  participantCount: z.number(),
  newEntryCount: z.number(),
})

export const simulatorKey = z
  .object({
    id: z.string(),
    label: z.string(),
    hint: z.string().describe('the last four characters of the key'),
    createdAt: z.string(),
    lastUsedAt: z.string().nullable(),
    revokedAt: z.string().nullable(),
  })
  .meta({ id: 'SimulatorKey' })
export const simulatorKeysResponse = successResponse({ keys: z.array(simulatorKey) })
export const createSimulatorKeyRequest = z.object({ label: singleLineField(scoreLimits.keyLabel).default('') })
/** `secret` is the key itself; no later call returns it. */
export const createdSimulatorKeyResponse = messageResponse({ key: simulatorKey, secret: z.string() })
