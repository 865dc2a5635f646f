import { fieldLabels } from '../../platform/field-labels.ts'
import {
  codeField,
  idField,
  instantField,
  localizedText,
  rawTextField,
} from '../../platform/fields.schema.ts'
import {
  createMessageAndDataResponseSchema,
  createSuccessResponseSchema,
} from '../../platform/response.schema.ts'
import { z } from '../../platform/z.ts'
import { tableNameField } from '../judging/judge.schema.ts'
import { judgeLimits } from '../judging/judge.ts'
import { maxTypedCodeLength } from '../judging/judge-code.ts'
import { matchSideSource, setWithdrawalRequest } from '../matches/match.schema.ts'
import { badgeSelection, printPageCount, printPartField } from '../print.schema.ts'
import { badgeRoles, defaultSlotMinutes, lateTeamSlots, scheduleLimits } from './schedule.ts'

const eventTeam = z
  .object({
    id: z.string(),
    teamNo: z.number(),
    name: z.string(),
    schoolName: z.string(),
    competition: localizedText,
    badgeCode: z.string(),
    checkedInAt: z.string().nullable(),
    withdrawal: z
      .object({ at: z.string(), reason: z.string() })
      .exactOptional()
      .describe(
        'only of a team that has withdrawn from the event; the reason is empty without the permission `results`',
      ),
  })
  .meta({ id: 'EventTeam' })

/** A team that takes part in an event on the day. */
export type EventTeam = z.infer<typeof eventTeam>

export const scheduleSlot = z
  .object({ id: z.string(), round: z.number(), table: z.string(), startsAt: z.string(), teamId: z.string() })
  .meta({ id: 'ScheduleSlot' })

/** One run in the schedule of an event: a team has a round at a table. */
export type ScheduleSlot = z.infer<typeof scheduleSlot>

/** A slot as organizers see it; `version` changes with every change of the slot. */
const adminScheduleSlot = scheduleSlot
  .extend({
    teamId: z
      .string()
      .nullable()
      .describe('null for the slot of a match: `round` is its number, and the draw has its teams'),
    durationMinutes: z.number(),
    version: z.number(),
  })
  .meta({ id: 'AdminScheduleSlot' })

/** A slot as organizers see it. */
export type AdminScheduleSlot = z.infer<typeof adminScheduleSlot>

const isMatch = z.boolean().exactOptional().describe('true: `round` is the number of a match')
const isPlayed = z
  .boolean()
  .exactOptional()
  .describe('true: the run or match has taken place; it is never next')
/** Whether the slots of a schedule are on several days: then each time needs its day. */
export const hasSeveralDays = z
  .boolean()
  .exactOptional()
  .describe('true: the schedule has slots on several days, so each time needs its day')

/** A slot as visitors see it. */
export const nextSlot = z.object({
  id: z.string(),
  startsAt: z.string(),
  durationMinutes: z.number(),
  round: z.number(),
  isMatch,
  table: z.string(),
  teamNo: z.number(),
  teamName: z.string(),
})

/** A slot as visitors see it, with the name of its team. */
export type NextSlot = z.infer<typeof nextSlot>

export const nextSlotsResponse = createSuccessResponseSchema({
  isPublished: z.boolean().describe('without it the list is empty'),
  hasSeveralDays,
  slots: z
    .array(nextSlot)
    .describe('what is next: no run that has taken place, and nothing after final results'),
})

/**
 * The published schedule of an event as visitors see it: its slots in the order of their time, and their
 * teams.
 */
const publicSchedule = z.object({
  isPublished: z.boolean().describe('without it the lists are empty'),
  teams: z.array(z.object({ id: z.string(), teamNo: z.number(), name: z.string() })),
  slots: z.array(scheduleSlot.extend({ durationMinutes: z.number(), isMatch, isPlayed })),
})
export type PublicSchedule = z.infer<typeof publicSchedule>

export const publicScheduleResponse = createSuccessResponseSchema(publicSchedule.shape)

/** The slots of a team in an event with a published schedule. */
export const teamSchedule = z.object({
  event: z.object({
    slug: z.string(),
    title: localizedText,
    areResultsFinal: z.boolean().exactOptional().describe('true: nothing is next any more'),
  }),
  slots: z.array(
    scheduleSlot.omit({ teamId: true }).extend({
      durationMinutes: z.number(),
      isMatch,
      isPlayed,
      isLate: z.boolean().exactOptional().describe('true: its time is over, and it is still expected'),
    }),
  ),
})
export type TeamSchedule = z.infer<typeof teamSchedule>

/** The events for whose matches a team is drawn. */
export const matchEvents = z
  .array(z.object({ slug: z.string(), title: localizedText }))
  .describe('the events for whose matches the team is drawn')
export type MatchEvents = z.infer<typeof matchEvents>
export const teamSchedulesResponse = createSuccessResponseSchema({
  schedules: z.array(teamSchedule),
  matchEvents,
})
export const teamSlotsParams = z.object({ idOrSlug: rawTextField(100), teamId: idField })

export const scheduleParams = z.object({ eventId: idField })
export const slotParams = scheduleParams.extend({ slotId: idField })
const scheduledSide = z.object({
  source: matchSideSource,
  teamIds: z.array(z.string()).describe('empty as long as visitors do not know the side'),
  isOpen: z.boolean().describe('false: its teams are known, or nobody is on this side'),
})
const scheduledPairing = z.object({
  numbers: z
    .array(z.number())
    .describe('the matches of the pairing; none when a side advances without a match'),
  unplayed: z
    .array(z.number())
    .exactOptional()
    .describe(
      'the matches of the pairing that are not played: a side has withdrawn, or the pairing is decided',
    ),
  sides: z.tuple([scheduledSide, scheduledSide]),
})
export type ScheduledPairing = z.infer<typeof scheduledPairing>

export const scheduleResponse = createSuccessResponseSchema({
  event: z.object({ id: z.string(), slug: z.string(), title: localizedText }),
  teams: z.array(eventTeam),
  slots: z.array(adminScheduleSlot),
  slotsHash: z
    .string()
    .describe('changes with every change of the slots; calls that change many slots name it'),
  roundCount: z
    .number()
    .nullable()
    .describe('the number of rounds of the rules, or of matches; null without rules'),
  pairings: z
    .array(scheduledPairing)
    .nullable()
    .describe(
      'who meets in an event that is played in matches, empty before the draw; null in an event with rounds',
    ),
  groupCount: z.number().describe('the number of groups in which matches are played; 0 without them'),
  isPublished: z.boolean().describe('whether visitors see the schedule'),
  isJudgingClosed: z.boolean(),
})

/** The schedule and the teams of an event. */
export type Schedule = Omit<z.infer<typeof scheduleResponse>, 'success'>

export const eventTeamsResponse = createSuccessResponseSchema({
  teams: z.array(eventTeam),
  hasTeamSlots: z
    .boolean()
    .describe(
      'the schedule has slots of teams, so that a late team can get some; false in an event with matches',
    ),
  areMatchesDrawn: z.boolean().describe('the event is played in matches that are drawn'),
})
/** The teams of an event, and what decides how they are added and withdrawn. */
export type EventTeams = Omit<z.infer<typeof eventTeamsResponse>, 'success'>

export const saveSlotRequest = z.object({
  round: z.number().int().min(1).max(scheduleLimits.rounds),
  table: tableNameField,
  startsAt: instantField,
  durationMinutes: z.number().int().min(1).max(scheduleLimits.slotMinutes).default(defaultSlotMinutes),
  teamId: idField.nullable().describe('null in an event with matches'),
  acceptOtherDays: z.boolean().default(false).describe('accepts a time outside the days of the event'),
})
export type SaveSlotRequest = Omit<z.infer<typeof saveSlotRequest>, 'acceptOtherDays'> & {
  acceptOtherDays?: boolean
}

export const updateSlotRequest = saveSlotRequest.extend({
  version: z.number().int().min(1).describe('the version that the form was opened with'),
})
export type UpdateSlotRequest = SaveSlotRequest & Pick<z.infer<typeof updateSlotRequest>, 'version'>

export const savedSlotResponse = createMessageAndDataResponseSchema({ slot: adminScheduleSlot })
/** Adds the registered teams of a competition in the active season; `teamNo` adds one of them. */
export const addEventTeamsRequest = z.object({
  competitionId: idField,
  teamNo: z.number().int().min(1).optional(),
  slots: z
    .enum(lateTeamSlots)
    .default('none')
    .describe(
      'for a team that comes late: slots for the rounds of the schedule in its free places, or after its last run. Needs `teamNo`; in an event with matches the draw decides',
    ),
})
addEventTeamsRequest.register(fieldLabels, { catalogue: 'teams' })
export type AddEventTeamsRequest = z.input<typeof addEventTeamsRequest>

export const addedEventTeamsResponse = createMessageAndDataResponseSchema({
  count: z.number(),
  slotCount: z.number().exactOptional().describe('the slots that a late team got'),
  guestCount: z
    .number()
    .describe(
      'participants with results that are neither teams nor accounts, when these are the first teams of the event, which accepts none beside them; 0 otherwise',
    ),
})
export const eventTeamParams = scheduleParams.extend({ teamId: idField })
export const withdrawTeamRequest = setWithdrawalRequest.omit({ teamId: true })
export type WithdrawTeamRequest = z.infer<typeof withdrawTeamRequest>

export const withdrawnTeamResponse = createMessageAndDataResponseSchema({
  team: eventTeam,
  slotCount: z
    .number()
    .describe('the slots that left the schedule, or that came back to it where their places were free'),
  lostSlotCount: z
    .number()
    .describe('the slots that did not come back: their places are taken, or the schedule no longer has them'),
})

/** The team by its id, or by the code of its badge. */
export const checkInRequest = z.object({
  teamId: idField.optional(),
  badgeCode: codeField(maxTypedCodeLength).optional(),
  isCheckedIn: z.boolean().default(true),
})
export const checkInResponse = createMessageAndDataResponseSchema({
  team: eventTeam,
  wasCheckedIn: z.boolean(),
})

export const badgesRequest = badgeSelection.omit({ document: true }).extend({
  roles: badgeSelection.shape.roles.unwrap().min(1),
  part: printPartField,
})
badgesRequest.register(fieldLabels, { catalogue: 'badges' })
const badge = z
  .object({
    role: z.enum([...badgeRoles, 'headJudge']),
    name: z
      .string()
      .describe('of a member the first name and the initial of the last one, of others the whole name'),
    team: eventTeam
      .pick({ teamNo: true, name: true, schoolName: true })
      .nullable()
      .describe('null for judges and volunteers'),
  })
  .meta({ id: 'Badge' })

/** A badge with the name of a person. */
export type Badge = z.infer<typeof badge>

export const badgesResponse = createSuccessResponseSchema({
  event: z.object({ title: localizedText, startDate: z.string().nullable(), endDate: z.string().nullable() }),
  badges: z
    .array(badge)
    .describe('coaches and members in the order of their teams, then judges, then volunteers'),
  count: z.number().describe('the badges of the whole selection'),
  pageCount: printPageCount,
})

/** A part of the badges of people of an event, with what is the same on all of them. */
export type PeopleBadges = Omit<z.infer<typeof badgesResponse>, 'success'>

export const closeJudgingRequest = z.object({ isClosed: z.boolean() })
export const publishScheduleRequest = z.object({ isPublished: z.boolean() })
/** A line of a CSV file with a schedule. */
export const scheduleImportRow = z.object({
  line: z.number(),
  round: z.number(),
  table: z.string(),
  startsAt: z.string(),
  durationMinutes: z.number(),
  teamName: z.string().describe('empty for a match'),
})

const minutesField = (min: number, max: number) => z.number().int().min(min).max(max)
const slotsHashField = rawTextField(100).describe(
  'the `slotsHash` of the schedule that the form was opened with',
)
const acceptOtherDays = saveSlotRequest.shape.acceptOtherDays

/** What a schedule of all teams of an event is generated from. */
export const previewScheduleRequest = z.object({
  rounds: z
    .number()
    .int()
    .min(1)
    .max(scheduleLimits.rounds)
    .default(1)
    .describe('in an event with matches the draw decides'),
  tables: z.array(tableNameField).min(1).max(judgeLimits.tables),
  startsAt: instantField.describe('when the first run begins'),
  endsBy: instantField.optional().describe('when the last run ends at the latest'),
  runMinutes: minutesField(1, scheduleLimits.slotMinutes),
  betweenMinutes: minutesField(0, scheduleLimits.pauseMinutes)
    .default(0)
    .describe('between two runs at a table'),
  teamPauseMinutes: minutesField(0, scheduleLimits.pauseMinutes)
    .default(0)
    .describe('the shortest pause of a team between two of its runs'),
  breaks: z
    .array(z.object({ from: instantField, to: instantField }))
    .max(scheduleLimits.breaks)
    .default([]),
  acceptOtherDays,
})
previewScheduleRequest.register(fieldLabels, { catalogue: 'schedule' })

/** What a schedule is generated from. */
export type PreviewScheduleRequest = z.infer<typeof previewScheduleRequest>

export const previewScheduleResponse = createSuccessResponseSchema({
  count: z.number(),
  startsAt: z.string().nullable(),
  endsAt: z.string().nullable().describe('the end of the last run'),
  missing: z
    .array(
      z.object({
        teamId: z.string().nullable(),
        round: z.number(),
        reason: z.enum(['tables-full', 'team-pause']),
      }),
    )
    .describe('runs or matches without a slot, at most 200'),
  missingCount: z.number(),
  unusedTables: z.array(z.string()),
})

/** What a generated schedule would be. */
export type SchedulePreview = Omit<z.infer<typeof previewScheduleResponse>, 'success'>

export const generateScheduleRequest = previewScheduleRequest.extend({
  slotsHash: slotsHashField,
  replace: z.boolean().default(false).describe('replaces the slots that the schedule has'),
})
generateScheduleRequest.register(fieldLabels, { catalogue: 'schedule' })
export type GenerateScheduleRequest = z.infer<typeof generateScheduleRequest>

export const generatedScheduleResponse = createMessageAndDataResponseSchema({
  count: z.number(),
  missingCount: z.number(),
})

export const shiftScheduleRequest = z.object({
  minutes: minutesField(-scheduleLimits.shiftMinutes, scheduleLimits.shiftMinutes),
  from: instantField
    .optional()
    .describe(
      'the slots that begin then or later are moved; without it, or if it is over, those that have not begun',
    ),
  slotsHash: slotsHashField,
  acceptOtherDays,
})
export type ShiftScheduleRequest = z.infer<typeof shiftScheduleRequest>

export const shiftScheduleResponse = createMessageAndDataResponseSchema({
  count: z.number(),
  announcement: z
    .object({ subject: localizedText, body: localizedText })
    .describe('texts that tell coaches about it'),
})

/** How many slots were moved, and the texts of an announcement about it. */
export type ShiftedSchedule = Pick<z.infer<typeof shiftScheduleResponse>, 'count' | 'announcement'>

const swappedSlot = z.object({ id: idField, version: z.number().int().min(1) })
export const swapSlotsRequest = z.object({ first: swappedSlot, second: swappedSlot })
export type SwapSlotsRequest = z.infer<typeof swapSlotsRequest>

export const swappedSlotsResponse = createMessageAndDataResponseSchema({ slots: z.array(adminScheduleSlot) })
