import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findSheetTableOrDayProblem, isSlotOfJudge } from '#contract/event/judging/judge-assignment.ts'

const slots = [
  { teamId: 'falcons', round: 1, table: 'A1' },
  { teamId: 'falcons', round: 2, table: 'A4' },
]
// 22:30 UTC is the next day in Riyadh
const sheet = { teamId: 'falcons', round: 2, judgedAt: '2026-11-23T22:30:00Z' }
const timeZone = 'Asia/Riyadh'

describe('a sheet of a judge', () => {
  it('is rejected at the table of another judge, which the problem names', () => {
    const judge = { tables: ['A1', 'A2'], days: [] }
    expect(findSheetTableOrDayProblem(judge, slots, sheet, timeZone)).toEqual({ kind: 'table', table: 'A4' })
    expect(findSheetTableOrDayProblem(judge, slots, { ...sheet, round: 1 }, timeZone)).toBeUndefined()
  })

  it('is rejected on another day in the time zone of the site', () => {
    const judge = { tables: ['A1'], days: ['2026-11-23'] }
    expect(findSheetTableOrDayProblem(judge, slots, sheet, timeZone)).toEqual({
      kind: 'day',
      day: '2026-11-24',
    })
    expect(
      findSheetTableOrDayProblem({ tables: [], days: ['2026-11-24'] }, slots, sheet, timeZone),
    ).toBeUndefined()
  })

  it('is rejected from a judge with tables when its team has no slot in the round, unless the event has no schedule', () => {
    for (const other of [{ round: 3 }, { teamId: 'gears' }]) {
      const find = (tables: string[], all = slots) =>
        findSheetTableOrDayProblem({ tables, days: [] }, all, { ...sheet, ...other }, timeZone)
      expect(find(['A1'])).toEqual({ kind: 'no-slot' })
      expect([find([]), find(['A1'], [])]).toEqual([undefined, undefined])
    }
  })

  it('is accepted from a judge without tables and days, and for every slot of the judge on its day', () => {
    const table = fc.constantFrom('A1', 'A2', 'A3', 'A4')
    const instant = fc.date({
      min: new Date('2026-11-22T00:00:00Z'),
      max: new Date('2026-11-26T00:00:00Z'),
      noInvalidDate: true,
    })
    const day = fc.constantFrom('2026-11-23', '2026-11-24', '2026-11-25')
    fc.assert(
      fc.property(fc.array(table), fc.array(day), table, instant, (tables, days, slotTable, date) => {
        const slot = { teamId: 'falcons', round: 1, table: slotTable, startsAt: date.toISOString() }
        const problem = findSheetTableOrDayProblem(
          { tables, days },
          [slot],
          { ...slot, judgedAt: slot.startsAt },
          timeZone,
        )
        expect(problem === undefined).toBe(isSlotOfJudge({ tables, days }, slot, timeZone))
        expect(
          findSheetTableOrDayProblem(
            { tables: [], days: [] },
            [slot],
            { ...slot, judgedAt: slot.startsAt },
            timeZone,
          ),
        ).toBeUndefined()
      }),
    )
  })
})
