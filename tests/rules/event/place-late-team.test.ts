import fc from 'fast-check'
import { expect, it } from 'vitest'
import { generateRunSchedule } from '#contract/event/schedule/generate-schedule.ts'
import { planLateTeamSlots } from '#contract/event/schedule/place-late-team.ts'
import { doRangesOverlap, toSlotRange } from '#contract/event/schedule/slot-times.ts'

const morning = Date.parse('2026-12-05T06:00:00.000Z')
const at = (minute: number) => new Date(morning + minute * 60_000).toISOString()
const minuteOf = ({ startsAt }: { startsAt: string }) => (Date.parse(startsAt) - morning) / 60_000
const plan = (teamCount: number, rounds = 2) =>
  generateRunSchedule({
    ...{ tables: ['A1', 'A2'], startsAt: at(0), runMinutes: 10, betweenMinutes: 5, teamPauseMinutes: 20 },
    ...{ breaks: [], rounds, teamIds: Array.from({ length: teamCount }, (_, index) => `team ${index}`) },
  }).slots
const late = { teamId: 'late', rounds: [1, 2], left: [] }
const describe = (slots: ReturnType<typeof planLateTeamSlots>) =>
  slots.map((slot) => `${minuteOf(slot)} ${slot.table} ${slot.round} ${slot.durationMinutes}`)

it('a late team gets the free places of the schedule from now on, and what finds none comes after the last run', () => {
  // five teams on two tables leave one place free at the end of a round
  const slots = plan(5, 1)
  expect(slots.map(minuteOf)).toEqual([0, 0, 15, 15, 30])
  const from = morning
  expect(describe(planLateTeamSlots(slots, { ...late, where: 'free', from }))).toEqual([
    '30 A2 1 10',
    '45 A1 2 10',
  ])
  const gap = slots.filter((slot) => minuteOf(slot) !== 15 || slot.table !== 'A1')
  expect(describe(planLateTeamSlots(gap, { ...late, where: 'free', from }))[0]).toBe('15 A1 1 10')
  expect(describe(planLateTeamSlots(gap, { ...late, where: 'free', from: from + 60_000 * 16 }))[0]).toBe(
    '30 A2 1 10',
  )
  // no run begins any more at the time of a team that has withdrawn
  const left = slots.filter((slot) => minuteOf(slot) === 15)
  const others = slots.filter((slot) => minuteOf(slot) !== 15)
  expect(describe(planLateTeamSlots(others, { ...late, where: 'free', from, left }))[0]).toBe('15 A1 1 10')
})

it('a late team is placed after the last run where that is wanted, and not before now', () => {
  const slots = plan(4)
  const last = Math.max(...slots.map(minuteOf))
  const placed = planLateTeamSlots(slots, { ...late, where: 'end', from: morning })
  expect(placed.map(({ round }) => round)).toEqual([1, 2])
  expect(placed.every((slot) => minuteOf(slot) > last)).toBe(true)
  const afterwards = planLateTeamSlots(slots, { ...late, where: 'end', from: morning + 601 * 60_000 })
  expect(minuteOf(afterwards[0] as { startsAt: string })).toBe(605)
  expect(planLateTeamSlots([], { ...late, where: 'end', from: morning })).toEqual([])
})

it('a late team and every table have one run at a time, whatever the schedule', () => {
  const input = fc.record({
    teamCount: fc.integer({ min: 1, max: 9 }),
    dropped: fc.array(fc.nat(17), { maxLength: 6 }),
    where: fc.constantFrom('free', 'end') as fc.Arbitrary<'free' | 'end'>,
    minute: fc.integer({ min: -60, max: 200 }),
  })
  fc.assert(
    fc.property(input, ({ teamCount, dropped, where, minute }) => {
      const slots = plan(teamCount).filter((_, index) => !dropped.includes(index))
      const placed = planLateTeamSlots(slots, { ...late, where, from: morning + minute * 60_000 })
      expect(placed).toHaveLength(slots.length === 0 ? 0 : 2)
      const all = [...slots, ...placed]
      for (const [index, slot] of placed.entries()) {
        expect(minuteOf(slot)).toBeGreaterThanOrEqual(minute)
        for (const other of all)
          if (other !== slot && (other.table === slot.table || other.teamId === slot.teamId))
            expect(doRangesOverlap(toSlotRange(slot), toSlotRange(other))).toBe(false)
        if (index > 0) expect(minuteOf(slot)).toBeGreaterThan(minuteOf(placed[index - 1] as typeof slot))
      }
    }),
  )
})
