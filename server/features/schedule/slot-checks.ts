import { toWesternDigits } from '#contract/rules/identity.ts'
import { listRounds } from '#contract/rules/rule-set-sheet.ts'
import { doRangesOverlap, type SlotRange, type SlotTime, toSlotRange } from '#contract/rules/slot-times.ts'
import { isolateLeftToRight } from '#contract/rules/text.ts'
import { toDateInTimeZone, toLocalDateTime } from '#contract/rules/time-zone.ts'
import type { SaveSlotRequest } from '#contract/schedule.schema.ts'
import type { Db } from '#server/db/open.ts'
import type { Core } from '#server/deps.ts'
import { getRankingEvent, readEventRules } from '#server/features/scores/service.ts'
import { getSiteTimeZone } from '#server/features/settings/service.ts'
import type { FieldProblem } from '#server/lib/app-error.ts'
import { findEventDays } from './queries.ts'

/** A run of a team at a table. */
type SlotContent = Pick<SaveSlotRequest, 'teamId' | 'round' | 'table'> & SlotTime
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

/** Returns the cache tag of what visitors see of the schedule of an event. */
export const getScheduleCacheTag = (eventId: string): string => `schedule:${eventId}`

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

/** Formats the times of a slot: the day once, unless it ends on another day. */
const formatSlotTimes = (slot: SlotTime, timeZone: string): string => {
  const { from, to } = toSlotRange(slot)
  const [start, end] = [from, to].map((time) => toLocalDateTime(new Date(time), timeZone).slice(0, 16)) as [string, string]
  return isolateLeftToRight(`${start}–${start.slice(0, 10) === end.slice(0, 10) ? end.slice(11) : end}`)
}

/** Creates a list of slots by a key, such as their team. `find` returns the first slot with the same key that shares a time with another slot. */
const createSlotIndex = (getKey: (slot: SlotContent) => string) => {
  const slotsByKey = new Map<string, { slot: SlotContent; range: SlotRange }[]>()
  return {
    add: (slot: SlotContent) => {
      const entry = { slot, range: toSlotRange(slot) }
      const slots = slotsByKey.get(getKey(slot))
      if (slots) slots.push(entry)
      else slotsByKey.set(getKey(slot), [entry])
    },
    find: (slot: SlotContent): SlotContent | undefined => {
      const range = toSlotRange(slot)
      return slotsByKey.get(getKey(slot))?.find((other) => doRangesOverlap(other.range, range))?.slot
    },
  }
}

/**
 * Creates a function that lists the problems of one more slot beside `slots`. A slot without problems is compared with those that are checked after it. Two slots of
 * a team or at a table must not share a time.
 */
export const createSlotChecker = (slots: readonly SlotContent[], { roundCount, timeZone }: Omit<SlotRules, 'days'>) => {
  const getRoundKey = ({ teamId, round }: SlotContent) => `${teamId} ${round}`
  const startByRound = new Map<string, string>()
  const slotsByTeam = createSlotIndex(({ teamId }) => teamId)
  // people write the name of a table with Arabic digits or small letters, too
  const slotsByTable = createSlotIndex(({ table }) => toWesternDigits(table).toLowerCase())
  const add = (slot: SlotContent) => {
    startByRound.set(getRoundKey(slot), slot.startsAt)
    slotsByTeam.add(slot)
    slotsByTable.add(slot)
  }
  for (const slot of slots) add(slot)

  return (slot: SlotContent, { teamNo, name }: { teamNo: number; name: string }): SlotProblem[] => {
    const problems: SlotProblem[] = []
    const team = `\u2068${teamNo} · ${name}\u2069`
    const earlier = startByRound.get(getRoundKey(slot))
    if (roundCount !== null && slot.round > roundCount)
      problems.push({ field: 'round', code: 'no-such-round', values: { limit: roundCount } })
    else if (earlier !== undefined)
      problems.push({
        field: 'round',
        code: 'slot-exists',
        values: { team, round: slot.round, time: formatSlotTime(earlier, timeZone) },
      })
    const ofTeam = slotsByTeam.find(slot)
    if (ofTeam) problems.push({ field: 'startsAt', code: 'team-busy', values: { team, time: formatSlotTimes(ofTeam, timeZone) } })
    const atTable = slotsByTable.find(slot)
    if (atTable)
      problems.push({
        field: 'table',
        code: 'table-busy',
        values: { table: `\u2068${slot.table}\u2069`, time: formatSlotTimes(atTable, timeZone) },
      })
    if (problems.length === 0) add(slot)
    return problems
  }
}
