import { fieldLabels } from '../../platform/field-labels.ts'
import { idField, localizedText, multilineTextField } from '../../platform/fields.schema.ts'
import {
  createMessageAndDataResponseSchema,
  createSuccessResponseSchema,
} from '../../platform/response.schema.ts'
import { z } from '../../platform/z.ts'
import { scoreSheetValues } from '../scoring/rule-set.schema.ts'
import { ruleSetLabelField } from '../scoring/rule-set-fields.schema.ts'
import { matchDrawLimits } from './match.ts'

const sideNumber = z.number().describe('the position of the side in `sides`')

/** A side of the draw: a team, or the teams of an alliance. */
const drawnSide = z.object({
  teams: z.array(
    z.object({
      id: z.string(),
      teamNo: z.number(),
      name: z.string().describe('empty when the team was deleted'),
      isWithdrawn: z.boolean(),
    }),
  ),
  isWithdrawn: z.boolean().describe('all of its teams have withdrawn'),
})

/** Where a side of a pairing comes from, so that it has a name before it is known. */
export const matchSideSource = z
  .discriminatedUnion('of', [
    z.object({ of: z.literal('draw'), side: sideNumber }),
    z.object({ of: z.literal('place'), group: z.number().describe('from 0: A, B, …'), place: z.number() }),
    z.object({
      of: z.literal('best'),
      nth: z.number(),
      place: z.number().describe('the place of the groups of which it is one of the best'),
    }),
    z.object({ of: z.literal('entrant'), nth: z.number() }),
    z.object({ of: z.enum(['winner', 'loser']), pairing: z.number().describe('the position in `pairings`') }),
    z.object({ of: z.literal('none') }),
  ])
  .meta({ id: 'MatchSideSource' })
export type MatchSideSource = z.infer<typeof matchSideSource>

const pairingPart = z.discriminatedUnion('of', [
  z.object({ of: z.literal('group'), group: z.number(), round: z.number().describe('from 1') }),
  z.object({
    of: z.literal('knockOut'),
    knockOut: z.number().describe('the position in `knockOuts`'),
    round: z.number(),
    roundCount: z.number(),
    isForThirdPlace: z.boolean(),
  }),
])

const pairedSide = z.object({
  source: matchSideSource,
  side: sideNumber.nullable().describe('null: not known yet, or nobody'),
  isOpen: z.boolean().describe('true: it follows from results that are missing'),
})

const matchTime = z.object({ table: z.string(), startsAt: z.string(), durationMinutes: z.number() })
export type MatchTime = z.infer<typeof matchTime>

const matchResult = z.object({
  scores: z.tuple([z.number(), z.number()]).describe('in the order of the sides'),
  winner: z
    .union([z.literal(0), z.literal(1)])
    .nullable()
    .describe('the position of the side that won; null for a draw, and when both sides lost'),
  isWalkover: z.boolean(),
  haveBothLost: z.boolean(),
  decidedBy: z
    .object({ label: localizedText, values: z.tuple([z.number(), z.number()]) })
    .nullable()
    .describe('the field that decided a drawn match of a knock-out'),
})

const match = z.object({
  number: z.number().describe('the `mission` of its attempts'),
  result: matchResult.nullable(),
  isNeeded: z.boolean().describe('false: the pairing is decided without this match'),
  time: matchTime
    .nullable()
    .describe('null without a place in the schedule; for visitors, before the schedule is published'),
})
export type TournamentMatch = z.infer<typeof match>

const pairing = z.object({
  part: pairingPart,
  sides: z.tuple([pairedSide, pairedSide]),
  matches: z.array(match).describe('none when a side advances without a match'),
  winner: sideNumber.nullable(),
})
export type TournamentPairing = z.infer<typeof pairing>

const standingRow = z.object({
  side: sideNumber,
  place: z.number(),
  played: z.number(),
  won: z.number(),
  drawn: z.number(),
  lost: z.number(),
  scored: z.number(),
  conceded: z.number(),
  points: z.number(),
  fields: z.array(z.number()).describe('in the order of `fields`'),
  isAnnulled: z.boolean().describe('the side has withdrawn and its matches do not count'),
  reason: z
    .string()
    .nullable()
    .describe('why the side is ahead of the next one, in the language of the request; null for the last one'),
})

/**
 * Groups, pairings and results of an event that is played in matches. All lists are empty before the draw.
 */
export const tournament = z
  .object({
    drawnAt: z.string().nullable(),
    randomSeed: z.string().nullable().describe('repeats the draw'),
    hasLegs: z.boolean().describe('two sides of a group meet twice'),
    fields: z
      .array(z.object({ label: localizedText }))
      .describe('the fields of the score sheet that the standing counts'),
    sides: z.array(drawnSide),
    groups: z.array(
      z.object({
        rows: z.array(standingRow),
        isComplete: z.boolean(),
        advancingPlaces: z.number().describe('the places from 1 on that enter a knock-out'),
      }),
    ),
    knockOuts: z.array(
      z.object({
        label: ruleSetLabelField,
        bestOf: z.number(),
        bestPlace: z.number().nullable().describe('the place of the groups of which the best enter it, too'),
      }),
    ),
    pairings: z.array(pairing).describe('in the order in which they can be played'),
  })
  .meta({ id: 'Tournament' })
export type Tournament = z.infer<typeof tournament>

export const tournamentResponse = createSuccessResponseSchema({ tournament })

/**
 * What needs a decision or is only worth knowing; see `MatchProblem` in `contract/event/scoring/match-problems.ts`,
 * with teams instead of entries.
 */
const matchProblem = z
  .looseObject({ code: z.string() })
  .describe(
    'a problem of the draw or of the results, with groups, sides, knock-outs and pairings by their positions and matches by their numbers',
  )

export const adminMatchesParams = z.object({ eventId: idField })
export const adminMatchParams = adminMatchesParams.extend({
  matchNumber: z.coerce.number().int().min(1).max(matchDrawLimits.matches),
})
adminMatchParams.register(fieldLabels, { catalogue: 'scores' })

const adminMatches = z
  .object({
    tournament,
    teams: z
      .array(z.object({ id: z.string(), teamNo: z.number(), name: z.string(), schoolName: z.string() }))
      .describe('all teams of the event, drawn or not'),
    sheets: z
      .array(z.object({ match: z.number(), side: sideNumber, values: scoreSheetValues }))
      .describe('the newest sheet of each side in each match'),
    problems: z.array(matchProblem),
    canDraw: z
      .boolean()
      .describe('no match has a result, the ranking is not frozen, and the results are not final'),
    version: z.string().describe('changes with every result; the call that saves a match names it'),
  })
  .meta({ id: 'AdminMatches' })
/** The matches of an event as organizers see them. */
export type AdminMatches = z.infer<typeof adminMatches>

export const adminMatchesResponse = createSuccessResponseSchema({ matches: adminMatches })
export const savedMatchesResponse = createMessageAndDataResponseSchema({ matches: adminMatches })

/**
 * Draws the groups, or without groups the order of the sides. It replaces an earlier draw as long as no match
 * has a result.
 */
export const drawMatchesRequest = z.object({
  sides: z
    .array(z.array(idField).min(1).max(matchDrawLimits.teamsPerSide))
    .min(2)
    .max(matchDrawLimits.sides)
    .describe('the ids of the teams of each side, the strongest side first'),
  groups: z
    .array(z.array(z.number().int().min(0)).min(1))
    .max(26)
    .optional()
    .describe(
      'a draw that was made by hand: the positions of the sides of each group. Without it the sides are drawn as the rules say',
    ),
  lots: z
    .array(z.number().int().min(0))
    .max(matchDrawLimits.sides)
    .optional()
    .describe('lots that were drawn by hand: the positions of all sides, the best lot first'),
  randomSeed: z
    .string()
    .regex(/^(?!0+$)[0-9a-f]{32}$/)
    .optional()
    .describe('repeats a draw; without it the server makes one'),
})
export type DrawMatchesRequest = z.infer<typeof drawMatchesRequest>

export const setWithdrawalRequest = z.object({
  teamId: idField,
  isWithdrawn: z.boolean().describe('false takes it back'),
  reason: multilineTextField(matchDrawLimits.reason)
    .default('')
    .describe('required to withdraw a team; the audit log has it, too'),
})
export type SetWithdrawalRequest = z.infer<typeof setWithdrawalRequest>

/** A change of scores: of one entry or team, the undo of an import, or the restoring of a removed score. */
export const previewScoreChangeRequest = z.object({
  entryId: idField.optional(),
  teamId: idField.optional().describe('instead of `entryId`, the team of a new attempt'),
  attemptId: idField
    .optional()
    .describe('the attempt of the entry that is corrected or deleted; without it and `attempt`, all of them'),
  attempt: z
    .object({ mission: z.number().int().min(1), values: scoreSheetValues })
    .optional()
    .describe('the new or corrected attempt; without it, attempts are deleted'),
  undoneImportId: idField.optional(),
  restoredId: idField.optional().describe('the removed score that is restored'),
})
previewScoreChangeRequest.register(fieldLabels, { catalogue: 'scores' })
export type PreviewScoreChangeRequest = z.infer<typeof previewScoreChangeRequest>

const matchSides = z.tuple([
  z.object({ side: z.number().int().min(0), values: scoreSheetValues }),
  z.object({ side: z.number().int().min(0), values: scoreSheetValues }),
])

/**
 * The sheets of both sides of a match. A side that did not come has the value `disqualified`; then the sheet
 * of the other side may be empty.
 */
export const previewMatchRequest = z.object({ sides: matchSides })
previewMatchRequest.register(fieldLabels, { catalogue: 'scores' })
export type PreviewMatchRequest = z.infer<typeof previewMatchRequest>
export const saveMatchRequest = previewMatchRequest.extend({
  version: z.string().describe('the `version` that the form was opened with'),
  reason: multilineTextField(matchDrawLimits.reason)
    .default('')
    .describe('required to change a result that a judge recorded'),
})
saveMatchRequest.register(fieldLabels, { catalogue: 'scores' })
export type SaveMatchRequest = z.infer<typeof saveMatchRequest>

const pairOfSides = z.tuple([sideNumber.nullable(), sideNumber.nullable()])

/** What a change would make of the matches, before it is saved. */
export const matchChanges = z.object({
  changedMatches: z
    .array(z.object({ match: z.number(), isPlayed: z.boolean(), before: pairOfSides, expected: pairOfSides }))
    .describe(
      'the matches of knock-outs with other sides than before. A match that was played keeps its sides',
    ),
  changedRanks: z.array(z.object({ side: sideNumber, before: z.number(), after: z.number() })),
  problems: z.array(matchProblem).describe('the problems that are new'),
})
export type MatchChanges = z.infer<typeof matchChanges>

/** The changes in the matches that a result, a withdrawal or a change of scores would cause. */
export const matchPreviewResponse = createSuccessResponseSchema({
  preview: z
    .object({
      result: matchResult.nullable().describe('only for the result of a match'),
      ...matchChanges.shape,
    })
    .meta({ id: 'MatchPreview' }),
})
export type MatchPreview = z.infer<typeof matchPreviewResponse>['preview']
