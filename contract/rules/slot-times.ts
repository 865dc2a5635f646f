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
export const doRangesOverlap = (one: SlotRange, other: SlotRange): boolean => one.from < other.to && other.from < one.to
