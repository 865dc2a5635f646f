import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  areSlotsOnSeveralDays,
  doRangesOverlap,
  findTimeWhenExpectedSlotsChange,
  listNextSlots,
  listUnplayedExpectedSlotsOfTeam,
  toSlotRange,
} from '#contract/event/schedule/slot-times.ts'
import { createAccumulatingSlotChecker } from '#server/event/schedule/slot-checks.ts'

const toSlot = (minute: number, durationMinutes: number) => ({
  startsAt: new Date(Date.UTC(2026, 11, 5) + minute * 60_000).toISOString(),
  durationMinutes,
})
const slotTime = fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 1, max: 30 }))

it('two slots overlap exactly when there is a minute that is part of both, in either order', () => {
  fc.assert(
    fc.property(slotTime, slotTime, ([start, length], [otherStart, otherLength]) => {
      const minutes = (from: number, count: number) => Array.from({ length: count }, (_, at) => from + at)
      const [one, other] = [toSlotRange(toSlot(start, length)), toSlotRange(toSlot(otherStart, otherLength))]
      const shares = minutes(start, length).some((minute) =>
        minutes(otherStart, otherLength).includes(minute),
      )
      expect(doRangesOverlap(one, other)).toBe(shares)
      expect(doRangesOverlap(other, one)).toBe(shares)
    }),
  )
})

it('the slots of a schedule without problems keep every team and every table busy once at a time, and no other slot is refused', () => {
  const slot = fc.record({
    teamNo: fc.integer({ min: 1, max: 4 }),
    table: fc.constantFrom('A1', 'a١', 'B2'),
    time: slotTime,
  })
  fc.assert(
    fc.property(fc.array(slot, { maxLength: 12 }), (wanted) => {
      const check = createAccumulatingSlotChecker(
        [],
        { roundCount: null, timeZone: 'UTC', matches: null },
        new Map(),
      )
      const accepted: { teamNo: number; table: string; range: ReturnType<typeof toSlotRange> }[] = []
      for (const [index, { teamNo, table, time }] of wanted.entries()) {
        const content = { teamId: String(teamNo), round: index + 1, table, ...toSlot(...time) }
        const range = toSlotRange(content)
        const key = table === 'B2' ? 'b2' : 'a1'
        const busy = accepted.filter((each) => doRangesOverlap(each.range, range))
        expect(check(content).map(({ code }) => code)).toEqual([
          ...(busy.some((each) => each.teamNo === teamNo) ? ['team-busy'] : []),
          ...(busy.some((each) => each.table === key) ? ['table-busy'] : []),
        ])
        if (busy.every((each) => each.teamNo !== teamNo && each.table !== key))
          accepted.push({ teamNo, table: key, range })
      }
    }),
  )
})

const minutesAfter = (minute: number) => Date.UTC(2026, 11, 5) + minute * 60_000
const runAt = (minute: number, table = 'A1', isPlayed = false) => ({
  ...toSlot(minute, 10),
  ...{ table, isPlayed },
})
const listNextMinutes = (
  slots: readonly ReturnType<typeof runAt>[],
  minute: number,
  areResultsFinal = false,
) =>
  listNextSlots(slots, { now: minutesAfter(minute), areResultsFinal }).map(
    ({ startsAt }) => (Date.parse(startsAt) - minutesAfter(0)) / 60_000,
  )

it.each([
  ['the runs that have not ended, without any result', [runAt(0), runAt(10), runAt(20)], 15, [10, 20]],
  ['no run that has taken place, also ahead of its time', [runAt(0), runAt(60, 'A1', true)], 5, [0]],
  ['a late run until a later one at its table has taken place', [runAt(0), runAt(20, 'A1', true)], 25, []],
  [
    'a late run after a later one at another table',
    [runAt(0), runAt(20, 'B1', true), runAt(40)],
    25,
    [0, 40],
  ],
  ['no run that should have ended two hours ago', [runAt(0), runAt(0, 'B1', true), runAt(131)], 130, [131]],
  ['a run before one that took place ahead of its time', [runAt(30), runAt(60, 'A1', true)], 5, [30]],
])('next are %s', (_, slots, minute, expected) => {
  expect(listNextMinutes(slots, minute)).toEqual(expected)
  expect(listNextMinutes(slots, minute, true)).toEqual([])
})

it('the first run of a judge is next also when its time is over, and so is one of a team that is marked as late', () => {
  const slots = [runAt(0), runAt(20)]
  const options = { now: minutesAfter(15), areResultsFinal: false }
  expect(listNextSlots(slots, { ...options, isJudge: true })).toEqual(slots)
  expect(listUnplayedExpectedSlotsOfTeam(slots, options)).toEqual([slots[1]])
  const late = slots.map((slot) => ({ ...slot, isLate: true }))
  expect(listUnplayedExpectedSlotsOfTeam(late, options)).toEqual(late)
  expect(listUnplayedExpectedSlotsOfTeam(late, { ...options, areResultsFinal: true })).toEqual([])
})

it('what is next changes, without another result, only when the first of its times ends', () => {
  const someRun = fc
    .record({
      minute: fc.integer({ min: 0, max: 400 }),
      table: fc.constantFrom('A1', 'B1'),
      isPlayed: fc.boolean(),
    })
    .map(({ minute, table, isPlayed }) => runAt(minute, table, isPlayed))
  fc.assert(
    fc.property(fc.array(someRun, { maxLength: 8 }), fc.integer({ min: 0, max: 600 }), (slots, minute) => {
      const next = listNextSlots(slots, { now: minutesAfter(minute), areResultsFinal: false })
      for (const { isPlayed } of next) expect(isPlayed).toBe(false)
      const end = findTimeWhenExpectedSlotsChange(next, minutesAfter(minute))
      expect(end === undefined).toBe(next.length === 0)
      if (end !== undefined)
        expect(listNextSlots(slots, { now: end - 1, areResultsFinal: false })).toEqual(next)
    }),
  )
})

it('tells whether slots are on several days in a time zone', () => {
  const at = (startsAt: string) => ({ startsAt })
  const evening = [
    at('2026-11-29T20:30:00.000Z'),
    at('2026-11-29T06:00:00.000Z'),
    at('2026-11-29T21:30:00.000Z'),
  ]
  expect(areSlotsOnSeveralDays(evening, 'UTC')).toBe(false)
  expect(areSlotsOnSeveralDays(evening, 'Asia/Riyadh')).toBe(true)
  expect(areSlotsOnSeveralDays([], 'UTC')).toBe(false)
})
