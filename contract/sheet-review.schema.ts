import { idField, trimmedTextField } from './fields.schema.ts'
import { judgeSheetLimits } from './judge-sheet.ts'
import { messageResponse, successResponse } from './response.schema.ts'
import { scoreSheetValues } from './rule-set.schema.ts'
import { sheetDecisions, sheetReviewLimits, sheetReviewStatuses } from './sheet-review.ts'
import { z } from './z.ts'

/** An attempt of a team in an event. */
export const recordedAttempt = z
  .object({
    id: z.string(),
    teamId: z.string(),
    round: z.number(),
    score: z.number(),
    timeMs: z.number(),
    values: scoreSheetValues.nullable(),
    version: z.string().describe('changes with every change of the attempt'),
    judgeName: z.string().describe('empty when no judge sent it'),
  })
  .meta({ id: 'RecordedAttempt' })

/** The attempts of a team in a round that somebody knew. */
export const expectedAttempts = z.array(z.object({ id: idField, version: trimmedTextField(40) })).max(judgeSheetLimits.expectedAttempts)

/** A score sheet that needs the confirmation of a second judge, or the decision of a head judge or an organizer. */
export const sheetReview = z
  .object({
    sheetId: z.string(),
    status: z.enum(sheetReviewStatuses),
    teamId: z.string(),
    teamNo: z.number(),
    teamName: z.string(),
    round: z.number(),
    values: scoreSheetValues.nullable(),
    score: z.number(),
    timeMs: z.number(),
    ruleVersion: z.number().nullable().describe('the version of the rule set by which the sheet was filled in; null without one'),
    replaces: z.string().nullable().describe('the attempt that the sheet corrects; null for a new attempt'),
    needsDecision: z
      .boolean()
      .describe(
        'only a head judge or an organizer decides: the sheet is in a conflict with the recorded attempts, or waits for leave to change them',
      ),
    recorded: z.array(recordedAttempt).describe('the attempts of the team in the round'),
    judgeId: z.string().nullable().describe('who sent the sheet'),
    judgeName: z.string(),
    judgedAt: z.string(),
    reason: z.string().describe('why the sheet was rejected'),
    reviewerName: z.string().describe('the judge who confirmed or rejected the sheet; empty for an organizer'),
    reviewedAt: z.string().nullable(),
  })
  .meta({ id: 'SheetReview' })

export const reviewSheetParams = z.object({ sheetId: idField })
export const adminReviewSheetParams = reviewSheetParams.extend({ eventId: idField })
export const reviewSheetRequest = z.object({
  decision: z.enum(sheetDecisions),
  reason: trimmedTextField(sheetReviewLimits.reason).default('').describe('required to reject a sheet'),
  resolution: z
    .object({
      expected: expectedAttempts.describe('the attempts of the team in the round that the decision is about; others are a conflict (409)'),
      replaces: idField.nullable().describe('the attempt that the sheet replaces; null for a further attempt'),
    })
    .optional()
    .describe('how a head judge or an organizer confirms a sheet in a conflict'),
})
export const reviewedSheetResponse = messageResponse({ review: sheetReview })

export const sheetReviewsParams = z.object({ eventId: idField })
export const sheetReviewsResponse = successResponse({
  needsSecondJudge: z.boolean(),
  reviews: z.array(sheetReview).describe('sheets that wait, and rejected ones until another sheet for the same round is received'),
})
export const setSecondJudgeRequest = z.object({ needsSecondJudge: z.boolean() })
