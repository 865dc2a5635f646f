import { toWesternDigits } from '#contract/rules/identity.ts'
import { isolateLeftToRight } from '#contract/rules/isolate.ts'
import { listRounds } from '#contract/rules/rule-set-sheet.ts'
import { toDateInTimeZone, toLocalDateTime } from '#contract/rules/time-zone.ts'
import type { SaveSlotRequest } from '#contract/schedule.ts'
import type { Db } from '#server/db/open.ts'
import type { Core } from '#server/deps.ts'
import { getRankingEvent, readEventRules } from '#server/features/scores/service.ts'
import { getSiteTimeZone } from '#server/features/settings/service.ts'
import type { FieldProblem } from '#server/lib/app-error.ts'
import { findEventDays, listSlotsOfEvent } from './queries.ts'

/** A run of a team at a table. `startsAt` is an instant (ISO 8601). */
type SlotContent = Pick<SaveSlotRequest, 'teamId' | 'round' | 'table' | 'startsAt'>
type SlotProblem = FieldProblem & { field: keyof SlotContent }

/**
 * What the slots of an event are checked against. `roundCount` is null in an event without a rule set, which has any round. `days` are the first and the last
 * calendar date of the event, null without dates.
 */
export type SlotRules = { timeZone: string; roundCount: number | null; days: { first: string; last: string } | null }

/** Reads the rules for the slots of an event. Throws `not-found`. */
export const readSlotRules = async (core: Core, db: Db, eventId: string): Promise<SlotRules> => {
  const { ruleSet } = await readEventRules(db, await getRankingEvent(db, eventId))
  return {
    timeZone: await getSiteTimeZone(core),
    roundCount: ruleSet ? listRounds(ruleSet).length : null,
    days: await findEventDays(db, eventId),
  }
}

/** Tells whether a time is on one of the days of the event, in the time zone of the site. An event without dates has all days. */
export const isWithinEventDays = ({ days, timeZone }: SlotRules, startsAt: string): boolean => {
  if (!days) return true
  const day = toDateInTimeZone(new Date(startsAt), timeZone)
  return day >= days.first && day <= days.last
}

/** Returns the days of an event for a message: one day, or the first and the last one. */
export const formatEventDays = ({ first, last }: { first: string; last: string }): string => {
  return first === last ? isolateLeftToRight(first) : `${isolateLeftToRight(first)} – ${isolateLeftToRight(last)}`
}

/** Formats a time as schedule files have it: in the time zone of the site. It is isolated, because Arabic text around it would reverse its parts. */
export const formatSlotTime = (startsAt: string, timeZone: string): string =>
  `\u2066${toLocalDateTime(new Date(startsAt), timeZone).slice(0, 16)}\u2069`

/**
 * Reads the slots of an event without the one with `exceptId`, and returns a function that lists the problems of one more slot. A slot without problems is
 * compared with those that are checked after it.
 */
export const createSlotChecker = async (db: Db, eventId: string, { roundCount, timeZone }: SlotRules, exceptId?: string) => {
  const getRoundKey = ({ teamId, round }: SlotContent) => `${teamId} ${round}`
  const getTeamKey = ({ teamId, startsAt }: SlotContent) => `${teamId} ${Date.parse(startsAt)}`
  // people write the name of a table with Arabic digits or small letters, too
  const getTableKey = ({ table, startsAt }: SlotContent) => `${Date.parse(startsAt)} ${toWesternDigits(table).toLowerCase()}`
  const startByRound = new Map<string, string>()
  const busyTeams = new Set<string>()
  const busyTables = new Set<string>()
  const add = (slot: SlotContent) => {
    startByRound.set(getRoundKey(slot), slot.startsAt)
    busyTeams.add(getTeamKey(slot))
    busyTables.add(getTableKey(slot))
  }
  for (const slot of await listSlotsOfEvent(db, eventId)) if (slot.id !== exceptId) add(slot)

  return (slot: SlotContent, { teamNo, name }: { teamNo: number; name: string }): SlotProblem[] => {
    const problems: SlotProblem[] = []
    const team = `\u2068${teamNo} · ${name}\u2069`
    const time = formatSlotTime(slot.startsAt, timeZone)
    const earlier = startByRound.get(getRoundKey(slot))
    if (roundCount !== null && slot.round > roundCount)
      problems.push({ field: 'round', code: 'no-such-round', values: { limit: roundCount } })
    else if (earlier !== undefined)
      problems.push({
        field: 'round',
        code: 'slot-exists',
        values: { team, round: slot.round, time: formatSlotTime(earlier, timeZone) },
      })
    if (busyTeams.has(getTeamKey(slot))) problems.push({ field: 'startsAt', code: 'team-busy', values: { team, time } })
    if (busyTables.has(getTableKey(slot)))
      problems.push({ field: 'table', code: 'table-busy', values: { table: `\u2068${slot.table}\u2069`, time } })
    if (problems.length === 0) add(slot)
    return problems
  }
}
