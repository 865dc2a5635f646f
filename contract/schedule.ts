import type {
  adminScheduleSlot,
  eventTeam,
  nextSlot,
  publicSchedule,
  saveSlotRequest,
  scheduleImportResponse,
  scheduleResponse,
  scheduleSlot,
  teamSchedule,
  updateSlotRequest,
} from './schedule.schema.ts'
import type { z } from './z.ts'

/** Maximum numbers of rounds, of slots of an event, of lines of an import file, and of minutes of a slot. */
export const scheduleLimits = { rounds: 100, slots: 20_000, importLines: 20_000, slotMinutes: 600 } as const
/** How long a slot takes in a file that does not tell. */
export const defaultSlotMinutes = 5
/** The columns of a file with a schedule. */
export const scheduleColumns = ['round', 'table', 'time', 'minutes', 'team_no', 'competition'] as const
export type ScheduleColumn = (typeof scheduleColumns)[number]

/** A team that takes part in an event on the day. */
export type EventTeam = z.infer<typeof eventTeam>
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
