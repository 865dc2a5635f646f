import { msPerMinute } from './time.ts'

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
