import { matchDrawLimits } from '../matches/match.ts'

/**
 * Maximum numbers of rounds, of slots of an event, of lines of an import file, of minutes of a slot or a
 * pause, of breaks of a generated schedule, and of minutes by which slots are moved at once.
 */
export const scheduleLimits = {
  rounds: matchDrawLimits.matches,
  slots: 20_000,
  importLines: 20_000,
  slotMinutes: 600,
  pauseMinutes: 600,
  breaks: 20,
  shiftMinutes: 1440,
} as const
/** How long a slot takes in a file that does not tell. */
export const defaultSlotMinutes = 5
/** Where a team that comes late gets its slots: nowhere, in the free places, or after the last run. */
export const lateTeamSlots = ['none', 'free', 'end'] as const
/** The columns of a file with a schedule. */
export const scheduleColumns = ['round', 'table', 'time', 'minutes', 'team_no', 'competition'] as const
export type ScheduleColumn = (typeof scheduleColumns)[number]

/** Whose badges the back office prints by name, besides those of teams. */
export const badgeRoles = ['member', 'coach', 'judge', 'volunteer'] as const
export type BadgeRole = (typeof badgeRoles)[number]
/** Maximum numbers of volunteers for whom one call makes badges, and of characters of their names. */
export const badgeLimits = { volunteers: 500, name: 100 } as const
