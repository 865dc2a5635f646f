import { normalizeTableName } from '#contract/event/judging/judge-assignment.ts'
import type { SaveSlotRequest } from '#contract/event/schedule/schedule.schema.ts'
import {
  doRangesOverlap,
  type SlotRange,
  type SlotTime,
  toSlotRange,
} from '#contract/event/schedule/slot-times.ts'
import { listRoundsOrPossibleMatches } from '#contract/event/scoring/rule-set-sheet.ts'
import { toDateInTimeZone, toDateTimeInTimeZone } from '#contract/platform/time-zone.ts'
import type { Core } from '#server/deps.ts'
import type { Db } from '#server/platform/db/open.ts'
import { AppError, type FieldProblem } from '#server/platform/lib/app-error.ts'
import { getSiteTimeZone } from '#server/platform/settings/service.ts'
import {
  type DrawnMatches,
  getRankingEvent,
  readDrawnMatches,
  toTeamIdsByPlayableMatch,
} from '../scores/service.ts'
import { findFirstAndLastEventDay } from './queries-slots.ts'

/** A run of a team at a table, or a match. */
type SlotContent = Pick<SaveSlotRequest, 'teamId' | 'round' | 'table'> & SlotTime
type SlotProblem = FieldProblem & { field: keyof SlotContent }
type CheckedTeam = { teamNo: number; name: string; withdrawal?: object }

/**
 * What the slots of an event are checked against. `roundCount` is null in an event without a rule set, which
 * has any round. `days` are the first and the last calendar date of the event, null without dates. `matches`
 * follow from the results that visitors see, so that no slot tells who won during a freeze; they are null in
 * an event with rounds; `roundCount` is the number of the last one.
 */
export type SlotRules = {
  timeZone: string
  roundCount: number | null
  days: { first: string; last: string } | null
  matches: DrawnMatches | null
}

/** Reads the rules for the slots of an event. Throws `not-found`. */
export const readSlotRules = async (
  { config }: Pick<Core, 'config'>,
  db: Db,
  eventId: string,
): Promise<SlotRules> => {
  const event = await getRankingEvent(db, eventId)
  const source = event.freeze?.isFrozen ? 'frozen' : 'current'
  const matches = await readDrawnMatches(db, event, source)
  const matchCount = Math.max(0, ...(matches?.pairings.flatMap(({ numbers }) => numbers) ?? []))
  return {
    timeZone: await getSiteTimeZone({ config, database: { readDb: db } }),
    roundCount: matches
      ? matchCount
      : event.ruleSet
        ? listRoundsOrPossibleMatches(event.ruleSet).length
        : null,
    days: await findFirstAndLastEventDay(db, eventId),
    matches,
  }
}

/** Throws `draw-first` in an event with matches before the draw. */
export const assertMatchesDrawn = ({ matches }: SlotRules): void => {
  if (matches?.pairings.length === 0) throw new AppError('draw-first')
}

/**
 * Tells whether a time is on one of the days of the event, in the time zone of the site. An event without
 * dates has all days.
 */
export const isWithinEventDays = ({ days, timeZone }: SlotRules, startsAt: string): boolean => {
  if (!days) return true
  const day = toDateInTimeZone(new Date(startsAt), timeZone)
  return day >= days.first && day <= days.last
}

/** Returns the days of an event for a message: one day, or the first and the last one. */
export const formatEventDays = ({ first, last }: { first: string; last: string }): string => {
  return first === last ? first : `${first} – ${last}`
}

/**
 * Throws `outside-event-days` when one of the times is outside the days of the event, unless the user
 * accepted that.
 */
export const assertWithinEventDaysUnlessAccepted = (
  rules: SlotRules,
  startTimes: readonly string[],
  isAccepted: boolean,
): void => {
  if (rules.days && !isAccepted && startTimes.some((startsAt) => !isWithinEventDays(rules, startsAt)))
    throw new AppError('outside-event-days', [], { days: formatEventDays(rules.days) })
}

/** Formats a time as schedule files have it: in the time zone of the site. */
export const formatScheduleFileTime = (startsAt: string, timeZone: string): string =>
  toDateTimeInTimeZone(new Date(startsAt), timeZone).slice(0, 16)

/** Formats the times of a slot: the day once, unless it ends on another day. */
const formatSlotTimes = (slot: SlotTime, timeZone: string): string => {
  const { from, to } = toSlotRange(slot)
  const [start, end] = [from, to].map((time) =>
    toDateTimeInTimeZone(new Date(time), timeZone).slice(0, 16),
  ) as [string, string]
  return `${start}–${start.slice(0, 10) === end.slice(0, 10) ? end.slice(11) : end}`
}

/**
 * Creates an index of slots by keys, for example by their teams. `find` returns the first slot with the same
 * key that shares a time with another slot, and the key.
 */
const createSlotIndex = (listKeys: (slot: SlotContent) => readonly string[]) => {
  const slotsByKey = new Map<string, { slot: SlotContent; range: SlotRange }[]>()
  return {
    add: (slot: SlotContent) => {
      const entry = { slot, range: toSlotRange(slot) }
      for (const key of listKeys(slot)) {
        const slots = slotsByKey.get(key)
        if (slots) slots.push(entry)
        else slotsByKey.set(key, [entry])
      }
    },
    find: (slot: SlotContent): { key: string; slot: SlotContent } | undefined => {
      const range = toSlotRange(slot)
      for (const key of listKeys(slot)) {
        const found = slotsByKey.get(key)?.find((other) => doRangesOverlap(other.range, range))
        if (found) return { key, slot: found.slot }
      }
      return undefined
    },
  }
}

/**
 * Creates a function that lists the problems of one more slot beside `slots`. A slot without problems is
 * compared with those that are checked after it. Two slots of a team or at a table must not share a time. The
 * teams of a match share its slot. A team that has withdrawn gets none.
 */
export const createAccumulatingSlotChecker = (
  slots: readonly SlotContent[],
  { roundCount, timeZone, matches }: Omit<SlotRules, 'days'>,
  teamById: ReadonlyMap<string, CheckedTeam>,
) => {
  const teamIdsByMatch = matches ? toTeamIdsByPlayableMatch(matches) : new Map<number, string[]>()
  const formatTeam = (id: string) => {
    const { teamNo = 0, name = '' } = teamById.get(id) ?? {}
    return `${teamNo} · ${name}`
  }
  const getRoundKey = ({ teamId, round }: SlotContent) => `${teamId ?? ''} ${round}`
  const startByRound = new Map<string, string>()
  const slotsByTeam = createSlotIndex(({ teamId, round }) =>
    teamId === null ? (teamIdsByMatch.get(round) ?? []) : [teamId],
  )
  const slotsByTable = createSlotIndex(({ table }) => [normalizeTableName(table)])
  const add = (slot: SlotContent) => {
    startByRound.set(getRoundKey(slot), slot.startsAt)
    slotsByTeam.add(slot)
    slotsByTable.add(slot)
  }
  for (const slot of slots) add(slot)

  return (slot: SlotContent): SlotProblem[] => {
    const problems: SlotProblem[] = []
    const { teamId, round } = slot
    if (teamId !== null && teamById.get(teamId)?.withdrawal)
      problems.push({ field: 'teamId', code: 'team-withdrawn' })
    const earlier = startByRound.get(getRoundKey(slot))
    if (roundCount !== null && round > roundCount)
      problems.push({
        field: 'round',
        code: teamId === null ? 'no-such-match' : 'no-such-round',
        values: { limit: roundCount },
      })
    else if (earlier !== undefined) {
      const values = { round, time: formatScheduleFileTime(earlier, timeZone) }
      problems.push(
        teamId === null
          ? { field: 'round', code: 'match-slot-exists', values }
          : { field: 'round', code: 'slot-exists', values: { ...values, team: formatTeam(teamId) } },
      )
    }
    const ofTeam = slotsByTeam.find(slot)
    if (ofTeam)
      problems.push({
        field: 'startsAt',
        code: 'team-busy',
        values: { team: formatTeam(ofTeam.key), time: formatSlotTimes(ofTeam.slot, timeZone) },
      })
    const atTable = slotsByTable.find(slot)
    if (atTable)
      problems.push({
        field: 'table',
        code: 'table-busy',
        values: { table: slot.table, time: formatSlotTimes(atTable.slot, timeZone) },
      })
    if (problems.length === 0) add(slot)
    return problems
  }
}
