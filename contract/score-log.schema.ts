import { createListQueryFields, listResponseFields, localizedText } from './fields.schema.ts'
import { pageSizes } from './page-sizes.ts'
import { successResponse } from './response.schema.ts'
import { scoreLogKinds } from './score-log.ts'
import { scoreLogProblemCodes } from './score-log-check.ts'
import { z } from './z.ts'

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
