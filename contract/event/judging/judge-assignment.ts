import type { ScheduleSlot } from '#contract/event/schedule/schedule.schema.ts'
import { toWesternDigits } from '../../accounts/identity.ts'
import { cleanText } from '../../platform/text.ts'
import { toDateInTimeZone } from '../../platform/time-zone.ts'

/**
 * Returns the form in which names of tables are compared: people write them with Arabic digits or small
 * letters, too.
 */
export const normalizeTableName = (table: string): string =>
  toWesternDigits(cleanText(table, 'name')).toLowerCase()

/** Returns true when a judge of these tables judges at a table; a judge without tables does at all of them. */
export const canJudgeAtTable = (tables: readonly string[], table: string): boolean =>
  tables.length === 0 || tables.some((each) => normalizeTableName(each) === normalizeTableName(table))

/** The tables and days of a judge; none for all. */
export type JudgeAssignment = { tables: readonly string[]; days: readonly string[] }
/**
 * Why a judge is not assigned to a sheet: its day, the table that the schedule has for the team in the round,
 * or that it has none.
 */
export type AssignmentProblem =
  | { kind: 'day'; day: string }
  | { kind: 'table'; table: string }
  | { kind: 'no-slot' }

/**
 * Finds why a judge may not send or review a sheet. A judge with tables needs a slot of the team in the round
 * at one of them; `slots` are all of the event, and in an event without any the tables do not count. All
 * slots with the number of a match are its place.
 */
export const findSheetTableOrDayProblem = (
  { tables, days }: JudgeAssignment,
  slots: readonly Pick<ScheduleSlot, 'teamId' | 'round' | 'table'>[],
  {
    teamId,
    round,
    judgedAt,
    opponent,
  }: { teamId: string; round: number; judgedAt: string; opponent?: { teamId: string } | null | undefined },
  timeZone: string,
): AssignmentProblem | undefined => {
  const day = toDateInTimeZone(new Date(judgedAt), timeZone)
  if (days.length > 0 && !days.includes(day)) return { kind: 'day', day }
  const slot = slots.find((each) => each.round === round && (opponent || each.teamId === teamId))
  if (tables.length === 0 || slots.length === 0) return undefined
  if (!slot) return { kind: 'no-slot' }
  return canJudgeAtTable(tables, slot.table) ? undefined : { kind: 'table', table: slot.table }
}

/** Returns true when a slot is at a table and on a day of a judge. */
export const isSlotOfJudge = (
  { tables, days }: JudgeAssignment,
  { table, startsAt }: Pick<ScheduleSlot, 'table' | 'startsAt'>,
  timeZone: string,
): boolean =>
  canJudgeAtTable(tables, table) &&
  (days.length === 0 || days.includes(toDateInTimeZone(new Date(startsAt), timeZone)))
