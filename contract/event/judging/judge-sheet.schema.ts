import { fieldLabels } from '../../platform/field-labels.ts'
import { idField, instantField, multilineTextField, rawTextField } from '../../platform/fields.schema.ts'
import {
  createMessageAndDataResponseSchema,
  createSuccessResponseSchema,
} from '../../platform/response.schema.ts'
import { z } from '../../platform/z.ts'
import { hasSeveralDays, scheduleSlot } from '../schedule/schedule.schema.ts'
import { scheduleLimits } from '../schedule/schedule.ts'
import { decimalField } from '../scores/score.schema.ts'
import { scoreFields } from '../scores/score.ts'
import { ruleSet, scoreSheetValues } from '../scoring/rule-set.schema.ts'
import { judgeSession } from './judge.schema.ts'
import {
  judgeSheetLimits,
  panelLimits,
  sheetDecisions,
  sheetReviewLimits,
  sheetReviewStatuses,
} from './judge.ts'

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
    judgeId: z.string().nullable().describe('the judge who sent it last; null when no judge sent it'),
    judgeName: z.string().describe('empty when no judge sent it, and after it was erased'),
  })
  .meta({ id: 'RecordedAttempt' })

/** The attempts of a team in a round that somebody knew. */
const expectedAttempts = z
  .array(z.object({ id: idField, version: rawTextField(40) }))
  .max(judgeSheetLimits.expectedAttempts)

/**
 * A score sheet that needs the confirmation of a second judge, or the decision of a head judge or an
 * organizer.
 */
const sheetReview = z
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
    ruleVersion: z
      .number()
      .nullable()
      .describe('the version of the rule set by which the sheet was filled in; null without one'),
    opponent: z
      .object({
        teamId: z.string(),
        teamNo: z.number(),
        teamName: z.string(),
        values: scoreSheetValues,
        score: z.number(),
        timeMs: z.number(),
      })
      .nullable()
      .describe('the sheet of the other side of a match, and a team of it; null without matches'),
    replaces: z.string().nullable().describe('the attempt that the sheet corrects; null for a new attempt'),
    needsDecision: z
      .boolean()
      .describe(
        'only a head judge or an organizer decides: the sheet is in a conflict with the recorded attempts, or waits for leave to change them',
      ),
    recorded: z
      .array(recordedAttempt)
      .describe('the attempts of the team in the round, in an event with matches all of the match'),
    judgeId: z.string().nullable().describe('who sent the sheet'),
    judgeName: z.string(),
    judgedAt: z.string(),
    reason: z.string().describe('why the sheet was rejected'),
    reviewerName: z
      .string()
      .describe('the judge who confirmed or rejected the sheet; empty for an organizer'),
    reviewedAt: z.string().nullable(),
  })
  .meta({ id: 'SheetReview' })
export type SheetReview = z.infer<typeof sheetReview>

export const reviewSheetParams = z.object({ sheetId: idField })
export const adminReviewSheetParams = reviewSheetParams.extend({ eventId: idField })
export const reviewSheetRequest = z.object({
  decision: z.enum(sheetDecisions),
  reason: multilineTextField(sheetReviewLimits.reason).default('').describe('required to reject a sheet'),
  resolution: z
    .object({
      expected: expectedAttempts.describe(
        'the attempts of the team in the round that the decision is about; others are a conflict (409)',
      ),
      replaces: idField
        .nullable()
        .describe('the attempt that the sheet replaces; null for a further attempt'),
    })
    .optional()
    .describe('how a head judge or an organizer confirms a sheet in a conflict'),
})
reviewSheetRequest.register(fieldLabels, { catalogue: 'scores' })

/** The decision of a second judge, a head judge or an organizer about a sheet. */
export type ReviewSheetRequest = z.infer<typeof reviewSheetRequest>

export const reviewedSheetResponse = createMessageAndDataResponseSchema({ review: sheetReview })

export const sheetReviewsParams = z.object({ eventId: idField })
export const sheetReviewsResponse = createSuccessResponseSchema({
  needsSecondJudge: z.boolean(),
  reviews: z
    .array(sheetReview)
    .describe('sheets that wait, and rejected ones until another sheet for the same round is received'),
  streamKey: z
    .string()
    .describe('opens the event stream that announces changes of the overview of the event'),
})

/** Whether the sheets of an event need a second judge, and the sheets that wait or were rejected. */
export type SheetReviews = Omit<z.infer<typeof sheetReviewsResponse>, 'success' | 'streamKey'>

export const setSecondJudgeRequest = z.object({ needsSecondJudge: z.boolean() })

/** A further attempt of a team in a round. */
const additionalAttempt = z.object({
  teamId: idField,
  round: z.number().int().min(1).max(scheduleLimits.rounds),
})

/**
 * A sheet of a judge. In an event with a rule set it has `values`; points and time follow from them. A sheet
 * of an older app may lack fields: each has a value with which the sheet is taken or a conflict.
 */
export const judgeSheetRequest = z
  .object({
    id: idField.describe(
      'chosen by the device; a repeat with the same id changes nothing but `feedback` that was written later',
    ),
    judgeId: idField
      .nullable()
      .default(null)
      .describe(
        'who filled in the sheet; only this judge can send it, because judges share tablets. Null: the judge who sends it, in an imported file an unknown one',
      ),
    teamId: idField,
    round: z.number().int().min(1).max(scheduleLimits.rounds),
    values: scoreSheetValues.nullable().default(null),
    score: decimalField(scoreFields.score).default(0),
    timeMs: z.number().int().min(scoreFields.timeMs.min).max(scoreFields.timeMs.max).default(0),
    ruleVersion: z
      .number()
      .int()
      .nullable()
      .default(null)
      .describe('the version of the rule set by which the sheet was filled in; null without one'),
    judgedAt: instantField,
    confirmedAt: instantField
      .nullable()
      .default(null)
      .describe('when the captain of the team confirmed the sheet'),
    expected: expectedAttempts
      .default([])
      .describe('the attempts of the team in this round that the judge knew; others are a conflict (409)'),
    replaces: idField
      .nullable()
      .default(null)
      .describe('the attempt that the sheet corrects; null for a new attempt'),
    isDiscarded: z
      .boolean()
      .default(false)
      .describe('the judge decided for the attempts of others: the sheet is stored and does not count'),
    opponent: z
      .object({ teamId: idField, values: scoreSheetValues })
      .nullable()
      .default(null)
      .describe(
        'in an event with matches, where `round` is the number of the match: a team of the other side with the values of its sheet. `teamId` and `values` are those of the first side, and `expected` has all attempts of the match, which the sheet replaces. A side that did not come has the value `disqualified`; then the sheet of the other side may be empty',
      ),
    acceptsOtherSides: z
      .boolean()
      .default(false)
      .describe(
        'in an event with matches: a head judge knows that by the results other sides play this match, or would play one that was played. Without it that is a conflict (409)',
      ),
    feedback: multilineTextField(panelLimits.feedback)
      .default('')
      .describe('what the judge writes to the team, in a round of a panel; teams see it after its release'),
  })
  .meta({ id: 'JudgeSheet' })
judgeSheetRequest.register(fieldLabels, { catalogue: 'scores' })

/** A sheet as a device sends it. */
export type JudgeSheet = z.infer<typeof judgeSheetRequest>

const judgeEventTeam = z.object({
  id: z.string(),
  teamNo: z.number(),
  name: z.string(),
  schoolName: z.string(),
  badgeCode: z.string(),
  isCheckedIn: z.boolean(),
  isWithdrawn: z.boolean().exactOptional().describe('true: the team has withdrawn from the event'),
})
export type JudgeEventTeam = z.infer<typeof judgeEventTeam>

export const judgeEventResponse = createSuccessResponseSchema({
  session: judgeSession,
  serverTime: z.string(),
  timeZone: z.string().describe('the time zone of the days of judges'),
  ruleSet: ruleSet.nullable(),
  ruleVersion: z.number().nullable(),
  isClosed: z.boolean().describe('judging is closed, or the results are final'),
  teams: z.array(judgeEventTeam).describe('without those that the judge is left out of'),
  hasSeveralDays,
  slots: z
    .array(scheduleSlot.extend({ durationMinutes: z.number() }))
    .describe(
      'at the tables of the judge; `teamId` is empty for the place of a match whose teams are not known yet',
    ),
  otherSlots: z
    .array(scheduleSlot.pick({ teamId: true, round: true, table: true }))
    .describe('at tables of other judges'),
  attempts: z.array(recordedAttempt).describe('in a round of a panel those of this judge only'),
  completePanels: z
    .array(z.object({ teamId: z.string(), round: z.number() }))
    .exactOptional()
    .describe('in rounds of panels, the teams that need no sheet of this judge: others have filled in all'),
  draw: z
    .object({
      randomSeed: z.string(),
      sides: z.array(z.array(z.string())).describe('the ids of the teams of each side'),
      groups: z.array(z.array(z.number())).describe('the positions of the sides of each group'),
      lots: z.array(z.number()).describe('the positions of the sides in the order of their lots'),
      withdrawn: z.array(z.string()).describe('the ids of the teams that have withdrawn'),
    })
    .nullable()
    .describe(
      'the draw of an event with matches, from which a device computes who plays in a match; null without one',
    ),
  needsSecondJudge: z.boolean().describe('a sheet counts after another judge has confirmed it'),
  reviews: z
    .array(sheetReview)
    .describe(
      'sheets that wait, and rejected ones of this judge until another sheet for the same round is received',
    ),
  additionalAttempts: z
    .array(additionalAttempt)
    .describe('further attempts that were allowed: the next sheet of the team for the round counts'),
  secondLooks: z
    .array(z.object({ teamId: z.string(), round: z.number(), note: z.string(), requestedAt: z.string() }))
    .describe(
      'requests to this judge to look at the own sheet again, which the next sheet for the team in the round answers',
    ),
  feedback: z
    .array(z.object({ teamId: z.string(), round: z.number(), text: z.string() }))
    .describe('what this judge wrote to teams'),
})

/** What a device knows of an event, so that it can work without a connection. */
export type JudgeEventData = Omit<z.infer<typeof judgeEventResponse>, 'success'>

export const judgeEventQuery = z.object({
  unsentSheets: z.coerce
    .number()
    .int()
    .min(0)
    .max(judgeSheetLimits.unsentSheets)
    .optional()
    .describe('how many sheets the device has not sent'),
})
export const allowAttemptRequest = additionalAttempt
export type AllowAttemptRequest = z.infer<typeof allowAttemptRequest>

export const allowAttemptParams = z.object({ eventId: idField })

const sentSheet = z.object({
  id: z.string(),
  attemptId: z.string().nullable().describe('null for a sheet that is discarded or waits'),
  receivedAt: z.string(),
})

/** A sheet that the server has received. */
export type SentSheet = z.infer<typeof sentSheet>

/** `attempts` are those of the team in the round after the sheet was recorded. */
export const sentSheetResponse = createMessageAndDataResponseSchema({
  sheet: sentSheet,
  attempts: z.array(recordedAttempt),
})

export const importSheetsParams = z.object({ eventId: idField })
export const importSheetsRequest = z.object({
  sheets: z.array(judgeSheetRequest).min(1).max(judgeSheetLimits.sheetsPerFile),
  acceptConflicts: z
    .boolean()
    .default(false)
    .describe(
      'adds sheets in a conflict as further attempts, by the rules of today; in a round of a panel, where each judge has one sheet, the sheet that was filled in last counts',
    ),
})
importSheetsRequest.register(fieldLabels, { catalogue: 'scores' })
const importedSheetResult = z.object({
  id: z.string(),
  teamName: z.string(),
  round: z.number(),
  result: z
    .enum(['saved', 'waiting', 'outdated', 'repeated', 'conflict', 'invalid'])
    .describe(
      '`outdated`: in a round of a panel, a newer sheet of the judge or a later correction counts instead',
    ),
  msg: z.string(),
  sent: recordedAttempt
    .pick({ score: true, timeMs: true })
    .nullable()
    .describe('of a conflict: the result of the sheet by the rules of today, null when it does not fit them'),
  recorded: z
    .array(recordedAttempt.pick({ score: true, timeMs: true, judgeName: true }))
    .describe('of a conflict: the results that are recorded for the team in the round'),
})

/** The outcome of a sheet in an imported file. */
export type ImportedSheetResult = z.infer<typeof importedSheetResult>

export const importedSheetsResponse = createMessageAndDataResponseSchema({
  results: z.array(importedSheetResult),
})
