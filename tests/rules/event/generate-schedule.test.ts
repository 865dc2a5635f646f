import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  type GeneratedSlot,
  generateRunSchedule,
  repeatBreaksDailyUpToLimit,
  type ScheduleInput,
} from '#contract/event/schedule/generate-schedule.ts'
import { scheduleLimits } from '#contract/event/schedule/schedule.ts'
import { doRangesOverlap, toSlotRange } from '#contract/event/schedule/slot-times.ts'

const morning = Date.parse('2026-12-05T06:00:00.000Z')
const at = (minute: number) => new Date(morning + minute * 60_000).toISOString()
const minuteOf = (instant: string) => (Date.parse(instant) - morning) / 60_000
const listNames = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, index) => `${prefix}${index + 1}`)
const plan = (fields: Partial<ScheduleInput> & { teams?: number; tableCount?: number } = {}) => {
  const { teams = 4, tableCount = 2, ...input } = fields
  return generateRunSchedule({
    ...{
      teamIds: listNames(teams, 'T'),
      tables: listNames(tableCount, 'A'),
      rounds: 1,
      startsAt: at(0),
      runMinutes: 5,
    },
    ...{ betweenMinutes: 0, teamPauseMinutes: 0, breaks: [] },
    ...input,
  })
}
const describeSlots = (slots: readonly GeneratedSlot[]) =>
  slots.map(({ teamId, round, table, startsAt }) => `${minuteOf(startsAt)} ${table} ${teamId} ${round}`)

const someBreak = fc
  .tuple(fc.integer({ min: -30, max: 300 }), fc.integer({ min: 1, max: 90 }))
  .map(([from, minutes]) => ({ from: at(from), to: at(from + minutes) }))
const someInput = fc.record({
  teamIds: fc.integer({ min: 1, max: 14 }).map((count) => listNames(count, 'T')),
  tables: fc.integer({ min: 1, max: 5 }).map((count) => listNames(count, 'A')),
  rounds: fc.integer({ min: 1, max: 5 }),
  startsAt: fc.constant(at(0)),
  runMinutes: fc.integer({ min: 1, max: 20 }),
  betweenMinutes: fc.integer({ min: 0, max: 15 }),
  teamPauseMinutes: fc.integer({ min: 0, max: 60 }),
  breaks: fc.array(someBreak, { maxLength: 4 }),
})
const endsBy = fc.option(
  fc.integer({ min: 1, max: 400 }).map((minute) => at(minute)),
  { nil: undefined },
)
const rangeOf = ({ from, to }: { from: string; to: string }) => ({
  from: Date.parse(from),
  to: Date.parse(to),
})
const groupRanges = (slots: readonly GeneratedSlot[], key: 'teamId' | 'table') =>
  [...Map.groupBy(slots, (slot) => slot[key]).values()].map((group) =>
    group.map(toSlotRange).toSorted((a, b) => a.from - b.from),
  )

it('keeps every table free between two runs and every team in its pause, in the order of its rounds', () => {
  fc.assert(
    fc.property(someInput, endsBy, (input, end) => {
      const { slots } = generateRunSchedule({ ...input, endsBy: end })
      const expectGaps = (key: 'teamId' | 'table', minutes: number) => {
        for (const ranges of groupRanges(slots, key))
          for (const [index, range] of ranges.entries())
            if (index > 0)
              expect(range.from - (ranges[index - 1]?.to ?? 0)).toBeGreaterThanOrEqual(minutes * 60_000)
      }
      expectGaps('table', input.betweenMinutes)
      expectGaps('teamId', input.teamPauseMinutes)
      for (const ofTeam of Map.groupBy(slots, ({ teamId }) => teamId).values())
        expect(ofTeam.map(({ round }) => round)).toEqual(ofTeam.map((_, index) => index + 1))
    }),
  )
})

it('has no run before the start, in a break or after the end', () => {
  fc.assert(
    fc.property(someInput, endsBy, (input, end) => {
      for (const slot of generateRunSchedule({ ...input, endsBy: end }).slots) {
        const range = toSlotRange(slot)
        expect(range.from).toBeGreaterThanOrEqual(Date.parse(input.startsAt))
        if (end !== undefined) expect(range.to).toBeLessThanOrEqual(Date.parse(end))
        for (const pause of input.breaks) expect(doRangesOverlap(range, rangeOf(pause))).toBe(false)
      }
    }),
  )
})

it('has every team in every round once, and names each run that has no slot', () => {
  fc.assert(
    fc.property(someInput, endsBy, (input, end) => {
      const { slots, missing } = generateRunSchedule({ ...input, endsBy: end })
      const wanted = input.teamIds.flatMap((teamId) =>
        Array.from({ length: input.rounds }, (_, index) => `${teamId} ${index + 1}`),
      )
      const listRuns = (runs: readonly { teamId: string | null; round: number }[]) =>
        runs.map(({ teamId, round }) => `${teamId} ${round}`)
      expect([...listRuns(slots), ...listRuns(missing)].toSorted()).toEqual(wanted.toSorted())
      if (end === undefined) expect(missing).toEqual([])
    }),
  )
})

it('lets teams run at different tables from round to round, when there are several', () => {
  fc.assert(
    fc.property(someInput, (input) => {
      const { slots } = generateRunSchedule({ ...input, breaks: [] })
      for (const ofTeam of Map.groupBy(slots, ({ teamId }) => teamId).values()) {
        const visits = Map.groupBy(ofTeam, ({ table }) => table).size
        if (input.tables.length > 1 && input.rounds > 2) expect(visits).toBeGreaterThan(1)
      }
    }),
  )
  const { slots } = plan({ teams: 40, tableCount: 4, rounds: 4 })
  for (const ofTeam of Map.groupBy(slots, ({ teamId }) => teamId).values())
    expect(ofTeam.map(({ table }) => table).toSorted()).toEqual(['A1', 'A2', 'A3', 'A4'])
})

it('fills the tables in the order of the teams, and continues after a break', () => {
  const { slots, missing, unusedTables } = plan({
    teams: 3,
    rounds: 2,
    betweenMinutes: 5,
    breaks: [{ from: at(12), to: at(30) }],
  })
  expect(describeSlots(slots)).toEqual([
    '0 A1 T1 1',
    '0 A2 T2 1',
    '30 A1 T3 1',
    '30 A2 T1 2',
    '40 A1 T2 2',
    '40 A2 T3 2',
  ])
  expect([missing, unusedTables]).toEqual([[], []])
})

it('skips breaks that overlap, touch or follow each other too closely for a run', () => {
  const breaks = [
    { from: at(30), to: at(40) },
    { from: at(0), to: at(20) },
    { from: at(10), to: at(27) },
  ]
  expect(describeSlots(plan({ teams: 1, breaks }).slots)).toEqual(['40 A1 T1 1'])
})

it('repeats breaks every day, and a break overnight spreads the runs over several days', () => {
  const times = [
    { from: '08:10', to: '08:20' },
    { from: '08:25', to: '08:00' },
  ]
  const repeated = repeatBreaksDailyUpToLimit(times, '2026-12-31')
  expect(repeated).toHaveLength(scheduleLimits.breaks)
  expect(repeated.slice(0, 3)).toEqual([
    { from: '2026-12-31 08:10', to: '2026-12-31 08:20' },
    { from: '2026-12-31 08:25', to: '2027-01-01 08:00' },
    { from: '2027-01-01 08:10', to: '2027-01-01 08:20' },
  ])
  const breaks = repeated.map(({ from, to }) => ({
    from: `${from.replace(' ', 'T')}:00.000Z`,
    to: `${to.replace(' ', 'T')}:00.000Z`,
  }))
  const { slots } = generateRunSchedule({
    ...{
      teamIds: ['T1', 'T2', 'T3', 'T4'],
      rounds: 1,
      tables: ['A1'],
      startsAt: '2026-12-31T08:00:00.000Z',
      breaks,
    },
    ...{ runMinutes: 5, betweenMinutes: 0, teamPauseMinutes: 0 },
  })
  expect(slots.map(({ startsAt }) => startsAt.slice(0, 16))).toEqual([
    ...['2026-12-31T08:00', '2026-12-31T08:05', '2026-12-31T08:20'],
    '2027-01-01T08:00',
  ])
})

it('gives every team its first round before the end, and tells why a run has no slot', () => {
  const full = plan({ teams: 3, tableCount: 1, rounds: 2, endsBy: at(20) })
  expect(describeSlots(full.slots)).toEqual(['0 A1 T1 1', '5 A1 T2 1', '10 A1 T3 1', '15 A1 T1 2'])
  expect(full.missing).toEqual([
    { teamId: 'T2', round: 2, reason: 'tables-full' },
    { teamId: 'T3', round: 2, reason: 'tables-full' },
  ])
  const paused = plan({ teams: 1, tableCount: 1, rounds: 2, teamPauseMinutes: 30, endsBy: at(20) })
  expect(paused.missing).toEqual([{ teamId: 'T1', round: 2, reason: 'team-pause' }])
  expect(plan({ endsBy: at(4) }).slots).toEqual([])
})

it('names tables without a run', () => {
  expect(plan({ teams: 2, tableCount: 4 }).unusedTables).toEqual(['A3', 'A4'])
  expect(plan({ teams: 0, tableCount: 1 })).toEqual({ slots: [], missing: [], unusedTables: ['A1'] })
})

it('has no idle table between the first and the last run of 400 teams, 5 rounds and 20 tables', () => {
  const { slots, missing } = plan({
    teams: 400,
    tableCount: 20,
    rounds: 5,
    betweenMinutes: 2,
    teamPauseMinutes: 30,
  })
  expect([slots.length, missing.length]).toEqual([2000, 0])
  expect(slots.at(-1)?.startsAt).toBe(at(99 * 7))
})
