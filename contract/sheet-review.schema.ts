import { idField, trimmedTextField } from './fields.schema.ts'
import { messageResponse, successResponse } from './response.schema.ts'
import { scoreSheetValues } from './rule-set.schema.ts'
import { sheetDecisions, sheetReviewLimits, sheetReviewStatuses } from './sheet-review.ts'
import { z } from './z.ts'

/** A score sheet that needs the confirmation of a second judge. */
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
})
export const reviewedSheetResponse = messageResponse({ review: sheetReview })

export const sheetReviewsParams = z.object({ eventId: idField })
export const sheetReviewsResponse = successResponse({
  needsSecondJudge: z.boolean(),
  reviews: z.array(sheetReview).describe('sheets that wait, and rejected ones until another sheet for the same round is received'),
})
export const setSecondJudgeRequest = z.object({ needsSecondJudge: z.boolean() })
