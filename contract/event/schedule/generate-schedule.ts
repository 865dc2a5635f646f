import { scheduleLimits } from '#contract/event/schedule/schedule.ts'
import type { MatchDraw } from '#contract/event/scoring/match-draw.ts'
import type { Pairing, PairingPart, SideSource } from '#contract/event/scoring/match-list.ts'
import type { PairedSide } from '#contract/event/scoring/match-pairings.ts'
import { msPerMinute } from '../../platform/time.ts'
import { addDays } from '../../platform/time-zone.ts'
import { doRangesOverlap } from './slot-times.ts'

/** When and where runs can take place. Instants are ISO 8601. */
type ScheduleTimes = {
  tables: readonly string[]
  startsAt: string
  runMinutes: number
  /** The time that a table needs between two runs. */
  betweenMinutes: number
  /** The shortest pause of a team between two of its runs. */
  teamPauseMinutes: number
  /** Times at which no run takes place. */
  breaks: readonly { from: string; to: string }[]
  /** When the last run ends at the latest; undefined for any time. */
  endsBy?: string | undefined
}

/** What a schedule is generated from. */
export type ScheduleInput = ScheduleTimes & {
  /** The ids of the teams, in the order in which they run at first. */
  teamIds: readonly string[]
  rounds: number
}

/** A slot of a team, or of a match: then `round` is its number and there is no team. */
export type GeneratedSlot = {
  teamId: string | null
  round: number
  table: string
  startsAt: string
  durationMinutes: number
}

/**
 * Returns the breaks (`HH:mm`) of the day of the first run (`YYYY-MM-DD`) and of the following days, as many
 * as a request can have. A break that ends before it begins ends on the next day.
 */
export const repeatBreaksDailyUpToLimit = (
  breaks: readonly { from: string; to: string }[],
  firstDay: string,
): { from: string; to: string }[] =>
  Array.from({ length: Math.floor(scheduleLimits.breaks / Math.max(breaks.length, 1)) }, (_, index) =>
    addDays(firstDay, index),
  ).flatMap((day) =>
    breaks.map(({ from, to }) => ({
      from: `${day} ${from}`,
      to: `${to < from ? addDays(day, 1) : day} ${to}`,
    })),
  )

/**
 * Why a run has no slot: no table has a place left before the end, or none after the pause of the team or
 * after the matches that decide who plays.
 */
type MissingRunReason = 'tables-full' | 'team-pause'
type MissingRun = { teamId: string | null; round: number; reason: MissingRunReason }
export type GeneratedSchedule = {
  /** In the order of their time, then of the tables. */
  slots: GeneratedSlot[]
  missing: MissingRun[]
  /** Tables without a run. */
  unusedTables: string[]
}

/** A time at which runs begin at all tables, with the tables that are free then. */
type Start = { time: number; freeTables: number[] }

/**
 * Creates a function that returns the nth time at which runs begin, undefined when the run would end too
 * late.
 */
const createStartTimeFinder = (input: ScheduleTimes) => {
  const runMs = input.runMinutes * msPerMinute
  const stepMs = runMs + input.betweenMinutes * msPerMinute
  const endsBy = input.endsBy === undefined ? Number.POSITIVE_INFINITY : Date.parse(input.endsBy)
  const breaks = input.breaks
    .map(({ from, to }) => ({ from: Date.parse(from), to: Date.parse(to) }))
    .toSorted((one, other) => one.from - other.from)
  const starts: Start[] = []
  const skipBreaks = (earliest: number): number =>
    // a break that begins later is compared with the time after the earlier ones
    breaks.reduce(
      (time, pause) => (doRangesOverlap({ from: time, to: time + runMs }, pause) ? pause.to : time),
      earliest,
    )
  return (index: number): Start | undefined => {
    while (starts.length <= index) {
      const last = starts.at(-1)
      const time = skipBreaks(last ? last.time + stepMs : Date.parse(input.startsAt))
      if (time + runMs > endsBy) return undefined
      starts.push({ time, freeTables: input.tables.map((_, table) => table) })
    }
    return starts[index]
  }
}

/**
 * Creates a function that takes one of the free tables for the teams of a run: one where they ran least
 * often, if possible the next one after the last table of the first team, so that the teams change tables
 * from round to round.
 */
const createTableChooser = (tableCount: number) => {
  const tablesByTeam = new Map<string, number[]>()
  return (teamIds: readonly string[], freeTables: number[]): number => {
    const visited = teamIds.flatMap((teamId) => tablesByTeam.get(teamId) ?? [])
    const last = tablesByTeam.get(teamIds[0] ?? '')?.at(-1) ?? -1
    const countVisits = (table: number) => visited.filter((each) => each === table).length
    const getDistance = (table: number) => (table - last - 1 + tableCount) % tableCount
    const [table] = freeTables.toSorted(
      (one, other) => countVisits(one) - countVisits(other) || getDistance(one) - getDistance(other),
    ) as [number]
    for (const teamId of teamIds) tablesByTeam.set(teamId, [...(tablesByTeam.get(teamId) ?? []), table])
    freeTables.splice(freeTables.indexOf(table), 1)
    return table
  }
}

type PlacedSlot = Omit<GeneratedSlot, 'startsAt' | 'table'> & { time: number; table: number }

/** Returns the slots in the order of their time, with the names of their tables. */
const toGeneratedSchedule = (
  tables: readonly string[],
  slots: readonly PlacedSlot[],
  missing: MissingRun[],
): GeneratedSchedule => {
  const usedTables = new Set(slots.map(({ table }) => table))
  return {
    slots: slots
      .toSorted((one, other) => one.time - other.time || one.table - other.table)
      .map(({ time, table, ...slot }) => ({
        ...slot,
        table: tables[table] as string,
        startsAt: new Date(time).toISOString(),
      })),
    missing,
    unusedTables: tables.filter((_, table) => !usedTables.has(table)),
  }
}

/**
 * Generates a schedule round by round: each team gets the first time with a free table after its pause. A run
 * that does not fit is listed in `missing`, so that every team has its first round before any team has a
 * later one.
 */
export const generateRunSchedule = (input: ScheduleInput): GeneratedSchedule => {
  const { teamIds, rounds, tables, runMinutes, teamPauseMinutes } = input
  const getStart = createStartTimeFinder(input)
  const chooseTable = createTableChooser(tables.length)
  const slots: PlacedSlot[] = []
  const missing: MissingRun[] = []
  const lastStarts = new Map<string, { index: number; time: number }>()
  let firstFree = 0
  for (let round = 1; round <= rounds; round++)
    for (const teamId of teamIds) {
      while (getStart(firstFree)?.freeTables.length === 0) firstFree++
      const last = lastStarts.get(teamId)
      const readyAt = last
        ? last.time + (runMinutes + teamPauseMinutes) * msPerMinute
        : Number.NEGATIVE_INFINITY
      let index = Math.max(firstFree, last ? last.index + 1 : 0)
      let start = getStart(index)
      while (start && (start.freeTables.length === 0 || start.time < readyAt)) start = getStart(++index)
      if (start) {
        slots.push({
          teamId,
          round,
          table: chooseTable([teamId], start.freeTables),
          time: start.time,
          durationMinutes: runMinutes,
        })
        lastStarts.set(teamId, { index, time: start.time })
      } else missing.push({ teamId, round, reason: getStart(firstFree) ? 'team-pause' : 'tables-full' })
    }
  return toGeneratedSchedule(tables, slots, missing)
}

/**
 * What a schedule of matches is generated from: the pairings of the draw, in the order in which they can be
 * played, with the sides that are known of them.
 */
type MatchScheduleInput = ScheduleTimes & {
  pairings: readonly (Pairing & { sides?: readonly PairedSide[] })[]
  sides: MatchDraw['sides']
}

/**
 * When a pairing begins for the last time, and when its teams are ready after it; infinite when one of its
 * matches has no slot.
 */
type PlacedPairing = { part: PairingPart; lastStart: number; readyAt: number }

/** Returns when the matches of all groups, or of one, are over and their teams are ready. */
const findReadyAfterGroups = (placed: readonly PlacedPairing[], group?: number): number =>
  Math.max(
    0,
    ...placed.flatMap(({ part, readyAt }) =>
      part.of === 'group' && part.group === (group ?? part.group) ? readyAt : [],
    ),
  )

/** Returns when the last match in an earlier round of the same group begins; 0 for a knock-out. */
const findEarlierRounds = (placed: readonly PlacedPairing[], part: PairingPart): number =>
  Math.max(
    0,
    ...placed.flatMap((each) =>
      part.of === 'group' &&
      each.part.of === 'group' &&
      each.part.group === part.group &&
      each.part.round < part.round
        ? each.lastStart
        : [],
    ),
  )

/**
 * Generates a schedule of all matches in the order of their numbers: each gets the first time with a free
 * table after the pause of its teams. A match of a knock-out begins after all matches that decide its sides
 * and the pause that follows, and a match of a group not before those in earlier rounds of the group begin. A
 * match that does not fit is listed in `missing`; one without an opponent can never be played
 * and has no slot.
 */
export const generateMatchSchedule = (input: MatchScheduleInput): GeneratedSchedule => {
  const { pairings, sides, tables, runMinutes, teamPauseMinutes } = input
  const getStart = createStartTimeFinder(input)
  const chooseTable = createTableChooser(tables.length)
  const slots: PlacedSlot[] = []
  const missing: MissingRun[] = []
  const placed: PlacedPairing[] = []
  const readyByTeam = new Map<string, number>()
  const listTeams = (source: SideSource): readonly string[] =>
    source.of === 'draw' ? (sides[source.side] ?? []) : []
  const findReady = (source: SideSource): number => {
    if (source.of === 'place') return findReadyAfterGroups(placed, source.group)
    if (source.of === 'best' || source.of === 'entrant') return findReadyAfterGroups(placed)
    if (source.of === 'winner' || source.of === 'loser') return placed[source.pairing]?.readyAt ?? 0
    return Math.max(0, ...listTeams(source).map((teamId) => readyByTeam.get(teamId) ?? 0))
  }
  let firstFree = 0
  for (const { part, sources, numbers, sides: known } of pairings) {
    const teamIds = sources.flatMap(listTeams)
    const pairing = {
      part,
      lastStart: 0,
      readyAt: Math.max(...sources.map(findReady), findEarlierRounds(placed, part)),
    }
    for (const round of known?.includes(null) ? [] : numbers) {
      while (getStart(firstFree)?.freeTables.length === 0) firstFree++
      let index = firstFree
      let start = Number.isFinite(pairing.readyAt) ? getStart(index) : undefined
      while (start && (start.freeTables.length === 0 || start.time < pairing.readyAt))
        start = getStart(++index)
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
    if (Number.isFinite(pairing.readyAt))
      for (const teamId of teamIds) readyByTeam.set(teamId, pairing.readyAt)
  }
  return toGeneratedSchedule(tables, slots, missing)
}
