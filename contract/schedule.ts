import type {
  adminScheduleSlot,
  eventTeam,
  nextSlot,
  saveSlotRequest,
  scheduleImportResponse,
  scheduleResponse,
  scheduleSlot,
  updateSlotRequest,
} from './schedule.schema.ts'
import type { z } from './z.ts'

/** Maximum numbers of rounds, of slots of an event, and of lines of an import file. */
export const scheduleLimits = { rounds: 100, slots: 20_000, importLines: 20_000 } as const
/** The columns of a file with a schedule. */
export const scheduleColumns = ['round', 'table', 'time', 'team_no', 'competition'] as const
export type ScheduleColumn = (typeof scheduleColumns)[number]

/** A team that takes part in an event on the day. */
export type EventTeam = z.infer<typeof eventTeam>
/** One run in the schedule of an event: a team has a round at a table. */
export type ScheduleSlot = z.infer<typeof scheduleSlot>
/** A slot as organizers see it. */
export type AdminScheduleSlot = z.infer<typeof adminScheduleSlot>
/** A slot as visitors see it, with the name of its team. */
export type NextSlot = z.infer<typeof nextSlot>
export type SaveSlotRequest = Omit<z.infer<typeof saveSlotRequest>, 'acceptOtherDays'> & { acceptOtherDays?: boolean }
export type UpdateSlotRequest = SaveSlotRequest & Pick<z.infer<typeof updateSlotRequest>, 'version'>
/** The schedule and the teams of an event. */
export type Schedule = Omit<z.infer<typeof scheduleResponse>, 'success'>
export type ScheduleImport = Omit<z.infer<typeof scheduleImportResponse>, 'success'>
