import {
  createStartTimeFinder,
  createTableChooser,
  type GeneratedSchedule,
  type MissingRun,
  type PlacedSlot,
  type ScheduleTimes,
  toGeneratedSchedule,
} from './generate-schedule.ts'
import type { MatchDraw } from './match-draw.ts'
import type { Pairing, PairingPart, SideSource } from './match-list.ts'
import { msPerMinute } from './time.ts'

/** What a schedule of matches is generated from: the pairings of the draw, in the order in which they can be played. */
export type MatchScheduleInput = ScheduleTimes & { pairings: readonly Pairing[]; sides: MatchDraw['sides'] }

/** When a pairing begins for the last time, and when its teams are ready after it; infinite when one of its matches has no slot. */
type PlacedPairing = { part: PairingPart; lastStart: number; readyAt: number }

/** Returns when the matches of all groups, or of one, are over and their teams are ready. */
const findReadyAfterGroups = (placed: readonly PlacedPairing[], group?: number): number =>
  Math.max(0, ...placed.flatMap(({ part, readyAt }) => (part.of === 'group' && part.group === (group ?? part.group) ? readyAt : [])))

/** Returns when the last match in an earlier round of the same group begins; 0 for a knock-out. */
const findEarlierRounds = (placed: readonly PlacedPairing[], part: PairingPart): number =>
  Math.max(
    0,
    ...placed.flatMap((each) =>
      part.of === 'group' && each.part.of === 'group' && each.part.group === part.group && each.part.round < part.round
        ? each.lastStart
        : [],
    ),
  )

/**
 * Generates a schedule of all matches in the order of their numbers: each gets the first time with a free table after the pause of its teams. A match of a knock-out
 * begins after all matches that decide its sides and the pause that follows, and a match of a group not before those in earlier rounds of the group begin. A match
 * that does not fit is listed in `missing`.
 */
export const generateMatchSchedule = (input: MatchScheduleInput): GeneratedSchedule => {
  const { pairings, sides, tables, runMinutes, teamPauseMinutes } = input
  const getStart = createStartTimeFinder(input)
  const chooseTable = createTableChooser(tables.length)
  const slots: PlacedSlot[] = []
  const missing: MissingRun[] = []
  const placed: PlacedPairing[] = []
  const readyByTeam = new Map<string, number>()
  const listTeams = (source: SideSource): readonly string[] => (source.of === 'draw' ? (sides[source.side] ?? []) : [])
  const findReady = (source: SideSource): number => {
    if (source.of === 'place') return findReadyAfterGroups(placed, source.group)
    if (source.of === 'best' || source.of === 'entrant') return findReadyAfterGroups(placed)
    if (source.of === 'winner' || source.of === 'loser') return placed[source.pairing]?.readyAt ?? 0
    return Math.max(0, ...listTeams(source).map((teamId) => readyByTeam.get(teamId) ?? 0))
  }
  let firstFree = 0
  for (const { part, sources, numbers } of pairings) {
    const teamIds = sources.flatMap(listTeams)
    const pairing = { part, lastStart: 0, readyAt: Math.max(...sources.map(findReady), findEarlierRounds(placed, part)) }
    for (const round of numbers) {
      while (getStart(firstFree)?.freeTables.length === 0) firstFree++
      let index = firstFree
      let start = Number.isFinite(pairing.readyAt) ? getStart(index) : undefined
      while (start && (start.freeTables.length === 0 || start.time < pairing.readyAt)) start = getStart(++index)
      if (start) {
        const table = chooseTable(teamIds, start.freeTables)
        slots.push({ teamId: null, round, table, time: start.time, durationMinutes: runMinutes })
        pairing.lastStart = start.time
        pairing.readyAt = start.time + (runMinutes + teamPauseMinutes) * msPerMinute
      } else {
        missing.push({ teamId: null, round, reason: getStart(firstFree) ? 'team-pause' : 'tables-full' })
        pairing.readyAt = Number.POSITIVE_INFINITY
      }
    }
    placed.push(pairing)
    // a match without a slot keeps no team from its other matches
    if (Number.isFinite(pairing.readyAt)) for (const teamId of teamIds) readyByTeam.set(teamId, pairing.readyAt)
  }
  return toGeneratedSchedule(tables, slots, missing)
}
