import { defineCalls } from '../platform/define-calls.ts'
import { idField, localizedText, multilineTextField } from '../platform/fields.schema.ts'
import {
  createMessageAndDataResponseSchema,
  createSuccessResponseSchema,
  messageOnlyResponse,
} from '../platform/response.schema.ts'
import { z } from '../platform/z.ts'
import { scoreLimits } from './scores/score.ts'

/** Maximum numbers of guests in a list, and of those that one call assigns. */
const guestLimits = { listed: 500, assigned: 500 } as const

const guest = z
  .object({
    entryId: z.string(),
    playerName: z.string(),
    playerEmail: z.string().describe('masked'),
    teamNo: z.string(),
    teamName: z.string(),
    schoolName: z.string(),
    attemptCount: z.number(),
    totalScore: z.number(),
    totalTimeMs: z.number(),
    isRepeated: z
      .boolean()
      .describe('whether another guest of the event has the same number in another spelling'),
    team: z
      .object({ id: z.string(), teamNo: z.number(), name: z.string(), competition: localizedText })
      .nullable()
      .describe(
        'the registered team that the number or name of the guest is of; null when none or several fit, or the names contradict the number',
      ),
  })
  .meta({ id: 'Guest' })

/** A participant of an event that is neither a registered team nor an account. */
export type Guest = z.infer<typeof guest>

const guestsParams = z.object({ eventId: idField })
const guestsQuery = z.object({
  limit: z.coerce.number().int().min(0).max(guestLimits.listed).default(guestLimits.listed),
})
const guestsResponse = createSuccessResponseSchema({
  hasTeams: z.boolean().describe('whether the event has teams or a draw, so that a new guest is refused'),
  acceptsGuests: z.boolean().describe('whether the event accepts new guests although it has teams'),
  guests: z
    .array(guest)
    .describe(
      `those that are registered teams first, at most \`limit\`; in an event without teams only those and the repeated ones`,
    ),
  totalItems: z.number(),
  foundCount: z.number().describe('those that are registered teams or repeated'),
})

/** The guests of an event, and whether it accepts new ones. */
export type Guests = Omit<z.infer<typeof guestsResponse>, 'success'>

const acceptGuestsRequest = z.object({ acceptsGuests: z.boolean() })

const assignGuestsRequest = z.object({
  assignments: z
    .array(z.object({ entryId: idField, teamId: idField }))
    .min(1)
    .max(guestLimits.assigned),
  reason: multilineTextField(scoreLimits.reason)
    .default('')
    .describe('required without `preview`; only the audit log shows it'),
  preview: z.boolean().default(true),
})
export type AssignGuestsRequest = z.infer<typeof assignGuestsRequest>

const assignedGuest = z
  .object({
    entryId: z.string().describe('the entry of the guest'),
    teamId: z.string(),
    teamNo: z.number(),
    teamName: z.string(),
    teamEntryId: z.string().describe('the entry of the team: that of the guest when the team had none'),
    attemptCount: z.number().describe('of the guest'),
    repeatedCount: z
      .number()
      .describe("attempts of the guest with the round and result of a judge's sheet of the team: both count"),
    totalScore: z.number().describe('of the team afterwards'),
    totalTimeMs: z.number(),
    rank: z.number().describe('of the team afterwards, in the standing ranking'),
  })
  .meta({ id: 'AssignedGuest' })

const assignGuestsResponse = createMessageAndDataResponseSchema({
  preview: z.boolean(),
  assignments: z.array(assignedGuest),
  changedMatches: z
    .array(z.number())
    .describe(
      'matches that have a result of both the guest and the team, of which the newer counts, or other sides',
    ),
  protestCount: z.number().describe('protests of the guests that are of the teams now'),
  keptProtests: z
    .array(z.object({ id: z.string(), name: z.string() }))
    .describe(
      'open protests that stay with a guest, because the team has an open one about its whole result',
    ),
  certificateCount: z.number().describe('revoked certificates of the guests that name the teams now'),
  awardCount: z.number().describe('awards of the event, which an organizer checks afterwards'),
  advancementCount: z
    .number()
    .describe('advancements by earlier results of the event, which an organizer checks afterwards'),
  isFrozen: z.boolean().describe('whether visitors see the ranking as it was before'),
})

/** What the assignment of guests changes, or would change. */
export type AssignedGuests = Omit<z.infer<typeof assignGuestsResponse>, 'success'>

/** The calls about guest. */
export const guestCalls = defineCalls(
  { tag: 'scores', audience: 'admin', permission: 'results' },
  {
    'GET /api/admin/events/:eventId/guests': {
      summary: 'Participants that are neither registered teams nor accounts, with the teams that they may be',
      regions: 'event',
      params: guestsParams,
      query: guestsQuery,
      response: guestsResponse,
    },
    'PUT /api/admin/events/:eventId/guests': {
      summary: 'Set whether an event with teams accepts new guests',
      regions: 'event',
      params: guestsParams,
      body: acceptGuestsRequest,
      response: messageOnlyResponse,
    },
    'POST /api/admin/events/:eventId/guests/assign': {
      summary: 'Give the results of guests to the registered teams that they are, or preview that',
      regions: 'event',
      params: guestsParams,
      body: assignGuestsRequest,
      response: assignGuestsResponse,
    },
  },
)
