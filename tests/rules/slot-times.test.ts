import fc from 'fast-check'
import { expect, it } from 'vitest'
import { doRangesOverlap, toSlotRange } from '#contract/rules/slot-times.ts'
import { createAccumulatingSlotChecker } from '#server/features/schedule/slot-checks.ts'

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
