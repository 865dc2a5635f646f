import { describe, expect, it } from 'vitest'
import { computeScheduleDelayMinutes } from '#contract/event/schedule/slot-times.ts'

const at = (minutes: number) => new Date(Date.parse('2026-12-05T09:00:00Z') + minutes * 60_000)
/**
 * A run of five minutes that begins `start` minutes after nine, and was played `played` minutes after nine.
 */
const run = (start: number, played: number | null = null) => ({
  startsAt: at(start),
  durationMinutes: 5,
  playedAt: played === null ? null : at(played),
})

describe('the delay of an event', () => {
  it('is unknown without a schedule, and until the first run should have ended', () => {
    expect(computeScheduleDelayMinutes([], at(0))).toBeNull()
    expect(computeScheduleDelayMinutes([run(0), run(10)], at(4))).toBeNull()
    expect(computeScheduleDelayMinutes([run(0), run(10)], at(12))).toBe(7)
  })

  it('is how long after its planned end the last run was played', () => {
    expect(computeScheduleDelayMinutes([run(0, 5), run(10, 27), run(20)], at(28))).toBe(12)
    expect(computeScheduleDelayMinutes([run(0, 4), run(10)], at(5))).toBe(-1)
  })

  it('grows while the next run is overdue', () => {
    expect(computeScheduleDelayMinutes([run(0, 6), run(10), run(20)], at(40))).toBe(25)
    expect(computeScheduleDelayMinutes([run(0, 6), run(10, 16)], at(90))).toBe(1)
  })

  it('does not count a run before the last played one that is missing, because teams stay away', () => {
    expect(computeScheduleDelayMinutes([run(0), run(10, 16), run(20)], at(17))).toBe(1)
  })
})
