import type {
  adminScheduleSlot,
  badge,
  badgesResponse,
  eventTeam,
  generateScheduleRequest,
  nextSlot,
  previewScheduleRequest,
  previewScheduleResponse,
  publicSchedule,
  saveSlotRequest,
  scheduleImportResponse,
  scheduleResponse,
  scheduleSlot,
  shiftScheduleRequest,
  shiftScheduleResponse,
  swapSlotsRequest,
  teamSchedule,
  updateSlotRequest,
} from './schedule.schema.ts'
import type { z } from './z.ts'

/**
 * Maximum numbers of rounds, of slots of an event, of lines of an import file, of minutes of a slot or a pause, of breaks of a generated schedule, and of minutes
 * by which slots are moved at once.
 */
export const scheduleLimits = {
  ...{ rounds: 100, slots: 20_000, importLines: 20_000, slotMinutes: 600 },
  ...{ pauseMinutes: 600, breaks: 20, shiftMinutes: 1440 },
} as const
/** How long a slot takes in a file that does not tell. */
export const defaultSlotMinutes = 5
/** The columns of a file with a schedule. */
export const scheduleColumns = ['round', 'table', 'time', 'minutes', 'team_no', 'competition'] as const
export type ScheduleColumn = (typeof scheduleColumns)[number]

/** Whose badges the back office prints by name, besides those of teams. */
export const badgeRoles = ['member', 'coach', 'judge', 'volunteer'] as const
export type BadgeRole = (typeof badgeRoles)[number]
/** Maximum numbers of volunteers for whom one call makes badges, and of characters of their names. */
export const badgeLimits = { volunteers: 500, name: 100 } as const

/** A team that takes part in an event on the day. */
export type EventTeam = z.infer<typeof eventTeam>
/** A badge with the name of a person. */
export type Badge = z.infer<typeof badge>
/** The badges of people of an event, with what is the same on all of them. */
export type PeopleBadges = Omit<z.infer<typeof badgesResponse>, 'success'>
/** One run in the schedule of an event: a team has a round at a table. */
export type ScheduleSlot = z.infer<typeof scheduleSlot>
/** A slot as organizers see it. */
export type AdminScheduleSlot = z.infer<typeof adminScheduleSlot>
/** A slot as visitors see it, with the name of its team. */
export type NextSlot = z.infer<typeof nextSlot>
export type PublicSchedule = z.infer<typeof publicSchedule>
export type TeamSchedule = z.infer<typeof teamSchedule>
export type SaveSlotRequest = Omit<z.infer<typeof saveSlotRequest>, 'acceptOtherDays'> & { acceptOtherDays?: boolean }
export type UpdateSlotRequest = SaveSlotRequest & Pick<z.infer<typeof updateSlotRequest>, 'version'>
/** The schedule and the teams of an event. */
export type Schedule = Omit<z.infer<typeof scheduleResponse>, 'success'>
export type ScheduleImport = Omit<z.infer<typeof scheduleImportResponse>, 'success'>
/** What a schedule is generated from. */
export type PreviewScheduleRequest = z.infer<typeof previewScheduleRequest>
export type GenerateScheduleRequest = z.infer<typeof generateScheduleRequest>
/** What a generated schedule would be. */
export type SchedulePreview = Omit<z.infer<typeof previewScheduleResponse>, 'success'>
export type ShiftScheduleRequest = z.infer<typeof shiftScheduleRequest>
/** How many slots were moved, and the texts of an announcement about it. */
export type ShiftedSchedule = Pick<z.infer<typeof shiftScheduleResponse>, 'count' | 'announcement'>
export type SwapSlotsRequest = z.infer<typeof swapSlotsRequest>
