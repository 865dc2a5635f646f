import { msPerMinute } from '../../platform/time.ts'
import type { GeneratedSlot } from './generate-schedule.ts'
import { doRangesOverlap, type SlotRange, type SlotTime, toSlotRange } from './slot-times.ts'

/** A slot of a schedule of runs. */
type RunSlot = SlotTime & { teamId: string | null; round: number; table: string }

/**
 * The team, the rounds in which it needs a slot, where its slots are, and the earliest time of them. `left`
 * are the slots that other teams had before they withdrew.
 */
type LateTeam = {
  teamId: string
  rounds: readonly number[]
  where: 'free' | 'end'
  from: number
  left: readonly SlotTime[]
}

/** A time after the last run begins at a multiple of so many minutes. */
const stepMs = 5 * msPerMinute

/** Returns the shortest time between two slots of the same key that follow each other, 0 without such slots. */
const findShortestPause = (slots: readonly RunSlot[], getKey: (slot: RunSlot) => string): number => {
  const pauses = [...Map.groupBy(slots, getKey).values()].flatMap((together) => {
    const ranges = together.map(toSlotRange).toSorted((one, other) => one.from - other.from)
    return ranges.slice(1).map(({ from }, at) => Math.max(0, from - (ranges[at] as SlotRange).to))
  })
  return pauses.length === 0 ? 0 : pauses.reduce((shortest, pause) => Math.min(shortest, pause))
}

/** Returns the length that most slots have. */
const findUsualMinutes = (slots: readonly SlotTime[]): number => {
  const counts = [...Map.groupBy(slots, ({ durationMinutes }) => durationMinutes)]
  return counts.toSorted(([, one], [, other]) => other.length - one.length)[0]?.[0] ?? 0
}

/**
 * Finds places for a team that comes late, one for each round in their order, and leaves all other slots as
 * they are. Free places are times at which runs begin and a table has none; what finds none there comes after
 * the last run of the schedule. The team has at least the shortest pause that other teams have between two
 * runs. After the last run, a table has at least the shortest pause that tables have. An empty schedule has no
 * places.
 */
export const planLateTeamSlots = (slots: readonly RunSlot[], team: LateTeam): GeneratedSlot[] => {
  const { teamId, rounds, where, from, left } = team
  const tables = [...new Set(slots.map(({ table }) => table))]
  const durationMinutes = findUsualMinutes(slots)
  const runMs = durationMinutes * msPerMinute
  const teamPause = findShortestPause(
    slots.filter((slot) => slot.teamId !== teamId),
    (slot) => slot.teamId ?? '',
  )
  const tablePause = findShortestPause(slots, ({ table }) => table)
  const listStarts = (of: readonly SlotTime[]) =>
    [...new Set(of.map(({ startsAt }) => Date.parse(startsAt)))].toSorted((a, b) => a - b)
  const starts = listStarts([...slots, ...left])
  const rangesByTable = new Map(
    tables.map((table) => [table, slots.filter((slot) => slot.table === table).map(toSlotRange)]),
  )
  const ofTeam = slots.filter((slot) => slot.teamId === teamId).map(toSlotRange)
  const isTeamFree = (time: number) =>
    !ofTeam.some((range) =>
      doRangesOverlap(
        { from: range.from - teamPause, to: range.to + teamPause },
        { from: time, to: time + runMs },
      ),
    )
  const isTableFree = (table: string, time: number) =>
    !rangesByTable.get(table)?.some((range) => doRangesOverlap(range, { from: time, to: time + runMs }))
  const findFree = (earliest: number) => {
    for (const time of starts) {
      if (time < earliest || !isTeamFree(time)) continue
      const table = tables.find((each) => isTableFree(each, time))
      if (table !== undefined) return { table, time }
    }
    return undefined
  }
  const findEnd = (earliest: number) => {
    const getReady = (table: string) => {
      const ends = rangesByTable.get(table)?.map(({ to }) => to) ?? []
      return ends.reduce((last, to) => Math.max(last, to), 0) + tablePause
    }
    const lastStart = listStarts(slots).at(-1) ?? 0
    const lastOfTeam = ofTeam.reduce((last, { to }) => Math.max(last, to + teamPause), 0)
    const ready = tables
      .map((table) => ({ table, time: Math.max(getReady(table), lastStart, lastOfTeam) }))
      .toSorted((one, other) => one.time - other.time)[0]
    if (!ready || ready.time >= earliest) return ready
    return { ...ready, time: Math.ceil(earliest / stepMs) * stepMs }
  }
  let earliest = from
  return rounds
    .toSorted((a, b) => a - b)
    .flatMap((round): GeneratedSlot[] => {
      const place = (where === 'free' ? findFree(earliest) : undefined) ?? findEnd(earliest)
      if (!place) return []
      const range = { from: place.time, to: place.time + runMs }
      rangesByTable.get(place.table)?.push(range)
      ofTeam.push(range)
      earliest = range.to + teamPause
      return [
        { teamId, round, table: place.table, startsAt: new Date(place.time).toISOString(), durationMinutes },
      ]
    })
}
