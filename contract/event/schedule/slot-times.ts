import { msPerHour, msPerMinute } from '../../platform/time.ts'
import { toDateInTimeZone } from '../../platform/time-zone.ts'

/** When a slot begins (ISO 8601) and how long it takes. */
export type SlotTime = { startsAt: string; durationMinutes: number }
/** The times between which a slot is, in milliseconds since 1970. The end is not part of it. */
export type SlotRange = { from: number; to: number }

export const toSlotRange = ({ startsAt, durationMinutes }: SlotTime): SlotRange => {
  const from = Date.parse(startsAt)
  return { from, to: from + durationMinutes * msPerMinute }
}

/** Tells whether two slots share a time. A slot that begins when the other one ends does not. */
export const doRangesOverlap = (one: SlotRange, other: SlotRange): boolean =>
  one.from < other.to && other.from < one.to

/** A planned run, and when it was played; null for a missing one. */
export type PlannedRun = { startsAt: Date; durationMinutes: number; playedAt: Date | null }

/**
 * Returns by how many minutes the runs of an event are late, negative when they are early: how long after its
 * planned end the run that was played last was played, or how long ago the next missing run should have
 * ended, whichever is longer. Runs before the last played one that are missing do not count, because teams
 * stay away. Returns null before the first run is due, and without a schedule.
 */
export const computeScheduleDelayMinutes = (runs: readonly PlannedRun[], now: Date): number | null => {
  const getEnd = ({ startsAt, durationMinutes }: PlannedRun) =>
    startsAt.getTime() + durationMinutes * msPerMinute
  const inOrder = runs.toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime())
  const played = inOrder.filter(({ playedAt }) => playedAt !== null)
  const last = played.toSorted((a, b) => Number(a.playedAt) - Number(b.playedAt)).at(-1)
  const next = inOrder.find(
    ({ playedAt, startsAt }) => playedAt === null && (!last || startsAt >= last.startsAt),
  )
  const ofLast = last ? Number(last.playedAt) - getEnd(last) : null
  const overdue = next ? now.getTime() - getEnd(next) : null
  if (ofLast === null) return overdue === null || overdue < 0 ? null : Math.round(overdue / msPerMinute)
  return Math.round(Math.max(ofLast, overdue ?? ofLast) / msPerMinute)
}

/**
 * Tells whether slots begin on more than one day in a time zone: then each of their times needs its day.
 * Times are ISO 8601 in UTC.
 */
export const areSlotsOnSeveralDays = (slots: readonly { startsAt: string }[], timeZone: string): boolean => {
  let [first, last] = [slots[0]?.startsAt, slots[0]?.startsAt]
  for (const { startsAt } of slots) {
    if (first === undefined || startsAt < first) first = startsAt
    if (last === undefined || startsAt > last) last = startsAt
  }
  if (first === undefined || last === undefined) return false
  return toDateInTimeZone(new Date(first), timeZone) !== toDateInTimeZone(new Date(last), timeZone)
}

/**
 * A slot at a table, and whether its run or match has taken place: it has a result, or a sheet of it waits.
 * `isLate` marks one whose time is over and that is still expected, in a list without the slots of others.
 */
export type PlayableSlot = SlotTime & {
  table: string
  isPlayed?: boolean | undefined
  isLate?: boolean | undefined
}

/** How long after its planned end a run that has not taken place is still expected. */
const maxDelayMs = 2 * msPerHour

type NextSlotOptions = {
  now: number
  areResultsFinal: boolean
  /** A judge records the results: a run is late from the first one on, and not only after another result. */
  isJudge?: boolean
}

/**
 * Lists what is next in a schedule, in the order of the slots: the runs and matches that have not taken place
 * and are still expected. Where results come in, one whose time is over is expected for two hours more, unless
 * a later one at its table has taken place; elsewhere the clock decides. After final results nothing is next.
 * Judges, the display and the pages all use it.
 */
export const listNextSlots = <S extends PlayableSlot>(
  slots: readonly S[],
  { now, areResultsFinal, isJudge = false }: NextSlotOptions,
): S[] => {
  if (areResultsFinal) return []
  const lastPlayed = new Map<string, number>()
  for (const { table, startsAt, isPlayed } of slots)
    if (isPlayed) lastPlayed.set(table, Math.max(lastPlayed.get(table) ?? 0, Date.parse(startsAt)))
  const hasResults = isJudge || lastPlayed.size > 0
  return slots.filter((slot) => {
    if (slot.isPlayed) return false
    const { from, to } = toSlotRange(slot)
    if (to > now || slot.isLate) return true
    return hasResults && to + maxDelayMs > now && (lastPlayed.get(slot.table) ?? 0) <= from
  })
}

/** Lists what is next of one team, whose late slots are marked, because those of others are not in the list. */
export const listUnplayedExpectedSlotsOfTeam = <S extends PlayableSlot>(
  slots: readonly S[],
  { now, areResultsFinal }: Pick<NextSlotOptions, 'now' | 'areResultsFinal'>,
): S[] =>
  areResultsFinal ? [] : slots.filter((slot) => !slot.isPlayed && (slot.isLate || toSlotRange(slot).to > now))

/** Returns until when `listNextSlots` returns these slots unless one is played; undefined without slots. */
export const findTimeWhenExpectedSlotsChange = (
  slots: readonly SlotTime[],
  now: number,
): number | undefined => {
  const ends = slots.map((slot) => {
    const { to } = toSlotRange(slot)
    return to > now ? to : to + maxDelayMs
  })
  // a schedule can have more slots than a call can have arguments
  return ends.length === 0 ? undefined : ends.reduce((earliest, end) => Math.min(earliest, end))
}
