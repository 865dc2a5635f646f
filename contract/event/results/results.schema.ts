import {
  idField,
  instantField,
  localizedText,
  multilineTextField,
  nameField,
} from '../../platform/fields.schema.ts'
import {
  createMessageAndDataResponseSchema,
  createSuccessResponseSchema,
} from '../../platform/response.schema.ts'
import { z } from '../../platform/z.ts'
import {
  awardLimits,
  publishedResultsLimits,
  resultsStatuses,
  revealAwardOrders,
  revealRanks,
} from './results.ts'

const resultsStatus = z.enum(resultsStatuses)
export const resultsPublication = z
  .object({ status: resultsStatus, publishedAt: z.string(), logSequence: z.number(), logHash: z.string() })
  .meta({ id: 'PublishedResults' })

/** The published results of an event, with the head of the score log at that time: sequence and hash. */
export type PublishedResults = z.infer<typeof resultsPublication>

const results = { results: resultsPublication.nullable().describe('null when nothing is published') }
export const publishedResultsResponse = createSuccessResponseSchema(results)
export const savedPublishedResultsResponse = createMessageAndDataResponseSchema(results)
export const publishResultsRequest = z.object({ status: resultsStatus })
export const takeBackResultsRequest = z.object({
  reason: multilineTextField(publishedResultsLimits.reason).min(1),
})

const awardedTeam = z.object({ teamNo: z.number(), name: z.string(), schoolName: z.string() })
export const award = z
  .object({ id: z.string(), name: localizedText, team: awardedTeam })
  .meta({ id: 'Award' })

/** An award besides the rank, with the team that gets it. */
export type Award = z.infer<typeof award>

const adminAward = award
  .extend({
    teamId: z.string(),
    position: z.number().describe('awards are ordered by it, then by their creation'),
  })
  .meta({ id: 'AdminAward' })
export const awardsResponse = createSuccessResponseSchema({
  awards: z.array(adminAward),
  teams: z
    .array(awardedTeam.extend({ id: z.string() }))
    .describe('the teams of the event, which can get an award'),
})

/** The awards of an event as organizers see them, with the teams that can get one. */
export type EventAwards = Omit<z.infer<typeof awardsResponse>, 'success'>
export type AdminAward = EventAwards['awards'][number]

export const awardParams = z.object({ eventId: idField, awardId: idField })
const awardNameField = nameField(awardLimits.name).min(1)
/** Without a position, a new award is the last one and a changed one keeps its position. */
export const saveAwardRequest = z.object({
  name: z.object({ en: awardNameField, ar: awardNameField }),
  teamId: idField,
  position: z.number().int().min(0).max(9999).optional(),
})
export type SaveAwardRequest = z.infer<typeof saveAwardRequest>

export const savedAwardResponse = createMessageAndDataResponseSchema({ award: adminAward })

const entryTotals = z.object({ totalScore: z.number(), totalTimeMs: z.number() })

const participantNames = {
  name: z.string().describe('the team, or the player where no team is named'),
  playerName: z.string().describe('the player of a team; empty without one'),
  teamNo: z.string(),
  schoolName: z.string(),
}

/** A member of a team as the reveal shows it. */
const revealedMember = z.object({
  name: z.string().describe('of a minor the first name and the initial of the last one'),
  photo: z
    .string()
    .nullable()
    .describe('the path of the photo, valid for one to two hours; null when it may not be shown'),
})

export type RevealedMember = z.infer<typeof revealedMember>
const membersOnStage = z
  .array(revealedMember)
  .describe(
    'of one of the first three ranks, the members of the team who are of age or whose guardians have confirmed; else empty',
  )

/**
 * A row of the ranking that a reveal shows: with its final rank and totals when it is open, else with those
 * of the frozen ranking.
 */
const revealedRow = entryTotals.extend({
  entryId: z.string(),
  ...participantNames,
  rank: z.number(),
  isOpen: z.boolean(),
  members: membersOnStage,
})

/** A row of the ranking that a reveal shows. */
export type RevealedRow = z.infer<typeof revealedRow>

const revealedAward = award.extend({
  members: z.array(revealedMember).describe('of its team, as for a rank'),
})

/** An award that a reveal shows, with the members of its team who may be named. */
export type RevealedAward = z.infer<typeof revealedAward>

const revealStep = z.object({
  entryId: z.string(),
  ...participantNames,
  members: membersOnStage,
  rank: z.number(),
  frozenRank: z.number().nullable().describe('null for an entry that is newer than the freeze'),
  totals: entryTotals,
  frozenTotals: entryTotals.nullable(),
  next: entryTotals
    .nullable()
    .describe('the totals of the entry below; null for the last entry, and in an event with a rule set'),
  reason: localizedText
    .nullable()
    .describe('why the entry is above the next one, in an event with a rule set; else null'),
})

/** The rank that the last step of a reveal opened, with the totals of the frozen and the standing ranking. */
export type RevealStep = z.infer<typeof revealStep>

const rankingReveal = z
  .object({
    id: z.string(),
    isRehearsal: z.boolean(),
    isPaused: z.boolean(),
    stepCount: z.number(),
    awardCount: z.number().describe('how many of the steps show an award each'),
    awardOrder: z.enum(revealAwardOrders).describe('whether these steps come before the first rank or last'),
    openedCount: z.number().describe('how many of the steps are open'),
    openedTogether: z
      .number()
      .describe('how many entries the first step opens together; 0 when each step opens one entry'),
    rankCount: z.number().describe('how many of the first ranks open one by one'),
    lowerRanks: z
      .object({ from: z.number(), to: z.number() })
      .nullable()
      .describe('the ranks that the first step opens together; null when each step opens one entry'),
    step: revealStep
      .nullable()
      .describe(
        'the entry that was opened last; null before the first step and after one that opened several entries',
      ),
    award: revealedAward
      .nullable()
      .describe('the award that the last step shows; null while the last step opened ranks'),
    rows: z.array(revealedRow),
  })
  .meta({ id: 'RankingReveal' })

/** A reveal after its last step. */
export type RankingReveal = z.infer<typeof rankingReveal>

export const revealStreamQuery = z.object({ rehearsal: z.string().max(200).optional() })

export const adminResultsResponse = createSuccessResponseSchema({
  event: z.object({ id: z.string(), slug: z.string(), title: localizedText }),
  freeze: z
    .object({ freezeAt: z.string(), isFrozen: z.boolean().describe('false until the time has come') })
    .nullable(),
  reveal: rankingReveal
    .extend({
      nextStep: revealStep
        .nullable()
        .describe('the entry that the next step opens; null when it opens several entries or none'),
      nextAward: revealedAward.nullable().describe('the award that the next step shows'),
      isOutdated: z.boolean().describe('the standing ranking changed after the reveal began'),
      rehearsalKey: z.string().nullable().describe('shows the rehearsal on the display page'),
    })
    .nullable(),
})

/** The freeze and the reveal of an event, as organizers see them. */
export type AdminResults = Omit<z.infer<typeof adminResultsResponse>, 'success'>

export const savedResultsResponse = createMessageAndDataResponseSchema(
  adminResultsResponse.omit({ success: true }).shape,
)

/** `at` of null freezes the ranking now. */
export const freezeRankingRequest = z.object({ at: instantField.nullable() })
export const startRevealRequest = z.object({
  isRehearsal: z.boolean(),
  rankCount: z
    .number()
    .int()
    .min(1)
    .max(revealRanks.max)
    .default(revealRanks.standard)
    .describe('how many of the first ranks open one by one'),
  awardOrder: z.enum(revealAwardOrders).default('last'),
})
/**
 * `openedCount` is the number of open steps that the reveal shall have, so that a repeated request opens no
 * second step.
 */
export const updateRevealRequest = z.object({
  id: z.string(),
  openedCount: z
    .number()
    .int()
    .min(0)
    .max(revealRanks.max + 1 + awardLimits.perEvent)
    .optional(),
  isPaused: z.boolean().optional(),
})
