import { paths } from '#contract/paths.ts'
import type { AdminScheduleSlot, EventTeam, SaveSlotRequest, Schedule, ScheduleImport, UpdateSlotRequest } from '#contract/schedule.ts'
import type { ApiCall } from '#web/shared/api/call.ts'
import { createImportApi } from './import.ts'

/** Creates the back office's API client for the schedule, teams, check-in and closing of judging of an event. */
export const createAdminScheduleApi = (call: ApiCall) => ({
  get: (eventId: string): Promise<Schedule> => call(paths.adminSchedule(eventId)),
  addSlot: (eventId: string, json: SaveSlotRequest): Promise<{ msg: string; slot: AdminScheduleSlot }> =>
    call(`${paths.adminSchedule(eventId)}/slots`, { method: 'POST', json }),
  /** Changes a slot. Throws `stale-version` with the stored slot as `details.current`. */
  updateSlot: (eventId: string, slotId: string, json: UpdateSlotRequest): Promise<{ msg: string; slot: AdminScheduleSlot }> =>
    call(`${paths.adminSchedule(eventId)}/slots/${encodeURIComponent(slotId)}`, { method: 'PUT', json }),
  removeSlot: (eventId: string, slotId: string): Promise<{ msg: string }> =>
    call(`${paths.adminSchedule(eventId)}/slots/${encodeURIComponent(slotId)}`, { method: 'DELETE' }),
  removeAllSlots: (eventId: string): Promise<{ msg: string }> => call(paths.adminSchedule(eventId), { method: 'DELETE' }),
  /** Previews and imports a CSV file with slots. */
  createImport: (eventId: string) => createImportApi<ScheduleImport>(call, `${paths.adminSchedule(eventId)}/import`),
  /** Adds the registered teams of a competition, or the one with `teamNo`. */
  addTeams: (eventId: string, json: { competitionId: string; teamNo?: number }): Promise<{ count: number }> =>
    call(paths.adminEventTeams(eventId), { method: 'POST', json }),
  /** Checks a team in by its id or the code of its badge, or undoes the check-in. */
  checkIn: (
    eventId: string,
    json: { teamId?: string; badgeCode?: string; isCheckedIn?: boolean },
  ): Promise<{ team: EventTeam; wasCheckedIn: boolean }> => call(paths.adminCheckIn(eventId), { method: 'POST', json }),
  closeJudging: (eventId: string, isClosed: boolean): Promise<{ msg: string }> =>
    call(`/api/admin/events/${encodeURIComponent(eventId)}/judging/closed`, { method: 'POST', json: { isClosed } }),
})
