import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { KnockOutRules } from '#contract/event/matches/match-rules.schema.ts'
import { type GeneratedSlot, generateMatchSchedule } from '#contract/event/schedule/generate-schedule.ts'
import { doRangesOverlap, toSlotRange } from '#contract/event/schedule/slot-times.ts'
import type { MatchDraw } from '#contract/event/scoring/match-draw.ts'
import { listPairings } from '#contract/event/scoring/match-list.ts'
import { computeTournamentState, type TournamentState } from '#contract/event/scoring/match-pairings.ts'
import type { MatchAttempt, MatchRuleSet } from '#contract/event/scoring/match-result.ts'
import { createDraw, createMatchRuleSet, plainKnockOut, singleGroup } from '../../support/rules/matches.ts'

const morning = Date.parse('2026-12-05T06:00:00.000Z')
const at = (minute: number) => new Date(morning + minute * 60_000).toISOString()
const minuteOf = (instant: string) => (Date.parse(instant) - morning) / 60_000
const listNames = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, index) => `${prefix}${index + 1}`)
const describeSlots = (slots: readonly GeneratedSlot[]) =>
  slots.map(({ round, table, startsAt }) => `${minuteOf(startsAt)} ${table} ${round}`)

const times = { startsAt: at(0), runMinutes: 5, betweenMinutes: 0, teamPauseMinutes: 0, breaks: [] }
const plan = (
  ruleSet: MatchRuleSet,
  draw: MatchDraw,
  fields: Partial<Parameters<typeof generateMatchSchedule>[0]> = {},
) =>
  generateMatchSchedule({
    ...times,
    tables: ['A1', 'A2'],
    pairings: listPairings(ruleSet.matches, draw),
    sides: draw.sides,
    ...fields,
  })

/** Plays all matches in the order of their numbers; the side with the lower number in `strengths` loses. */
const playAll = (ruleSet: MatchRuleSet, draw: MatchDraw, strengths: readonly number[]): TournamentState => {
  const attempts: MatchAttempt[] = []
  const compute = () => computeTournamentState({ ruleSet, draw, attempts })
  for (const [position, { numbers }] of compute().pairings.entries()) {
    const sides =
      compute().pairings[position]?.sides.flatMap((side) => (typeof side === 'number' ? [side] : [])) ?? []
    if (sides.length < 2) continue
    for (const mission of numbers)
      for (const side of sides)
        for (const entryId of draw.sides[side] ?? [])
          attempts.push({
            entryId,
            mission,
            values: { score: strengths[side] ?? 0, shoot_out: side, cards: 0 },
            at: mission,
          })
  }
  return compute()
}

const someKnockOut = fc
  .record({
    bestOf: fc.constantFrom(1, 3) as fc.Arbitrary<1 | 3>,
    thirdPlace: fc.boolean(),
    draw: fc.constantFrom('seed', 'lot'),
  })
  .map((fields): KnockOutRules => ({ ...plainKnockOut, ...(fields as Partial<KnockOutRules>) }))
const someTournament = fc
  .record({
    sizes: fc.array(fc.integer({ min: 2, max: 5 }), { minLength: 1, maxLength: 3 }),
    legs: fc.constantFrom(1, 2),
    hasGroups: fc.boolean(),
    teamsPerSide: fc.integer({ min: 1, max: 2 }),
    knockOuts: fc.array(someKnockOut, { minLength: 1, maxLength: 2 }),
    strengths: fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 15, maxLength: 15 }),
  })
  .map(({ sizes, legs, hasGroups, teamsPerSide, knockOuts, strengths }) => {
    const drawn = createDraw(...sizes.map((size, group) => listNames(size, 'ABC'[group] ?? '')))
    const draw = {
      ...drawn,
      ...(hasGroups ? {} : { groups: [] }),
      sides: drawn.sides.map(([name = '']) => listNames(teamsPerSide, `${name}-`)),
    }
    const ruleSet = createMatchRuleSet({
      teamsPerSide,
      ...(hasGroups ? { groups: { ...singleGroup, count: sizes.length, legs } } : {}),
      knockOuts: hasGroups
        ? knockOuts.map((each, nth) => ({
            ...each,
            key: `k${nth}`,
            places: { from: nth * 2 + 1, to: nth * 2 + 2 },
          }))
        : knockOuts.slice(0, 1),
    })
    return { ruleSet, draw, strengths }
  })
const someBreak = fc
  .tuple(fc.integer({ min: -30, max: 300 }), fc.integer({ min: 1, max: 90 }))
  .map(([from, minutes]) => ({ from: at(from), to: at(from + minutes) }))
const someTimes = fc.record({
  tables: fc.integer({ min: 1, max: 5 }).map((count) => listNames(count, 'T')),
  startsAt: fc.constant(at(0)),
  runMinutes: fc.integer({ min: 1, max: 20 }),
  betweenMinutes: fc.integer({ min: 0, max: 15 }),
  teamPauseMinutes: fc.integer({ min: 0, max: 60 }),
  breaks: fc.array(someBreak, { maxLength: 4 }),
  endsBy: fc.option(
    fc.integer({ min: 1, max: 600 }).map((minute) => at(minute)),
    { nil: undefined },
  ),
})
const rangeOf = ({ from, to }: { from: string; to: string }) => ({
  from: Date.parse(from),
  to: Date.parse(to),
})
const expectGaps = (slots: readonly GeneratedSlot[], minutes: number) => {
  const ranges = slots.map(toSlotRange).toSorted((a, b) => a.from - b.from)
  for (const [index, range] of ranges.entries())
    if (index > 0) expect(range.from - (ranges[index - 1]?.to ?? 0)).toBeGreaterThanOrEqual(minutes * 60_000)
}

it('keeps tables free between two matches and every team in its pause, whoever wins', () => {
  fc.assert(
    fc.property(someTournament, someTimes, ({ ruleSet, draw, strengths }, input) => {
      const { slots } = plan(ruleSet, draw, input)
      for (const ofTable of Map.groupBy(slots, ({ table }) => table).values())
        expectGaps(ofTable, input.betweenMinutes)
      const { pairings } = playAll(ruleSet, draw, strengths)
      const teamsByMatch = new Map(
        pairings.flatMap(({ numbers, sides }) =>
          numbers.map((number) => [number, sides.flatMap((side) => draw.sides[side ?? -1] ?? [])]),
        ),
      )
      for (const team of draw.sides.flat())
        expectGaps(
          slots.filter(({ round }) => teamsByMatch.get(round)?.includes(team)),
          input.teamPauseMinutes,
        )
    }),
  )
})

it('begins a match of a knock-out after the pause that follows all matches that decide its sides', () => {
  fc.assert(
    fc.property(someTournament, someTimes, ({ ruleSet, draw }, input) => {
      const pairings = listPairings(ruleSet.matches, draw)
      const { slots } = plan(ruleSet, draw, input)
      const slotByMatch = new Map(slots.map((slot) => [slot.round, slot]))
      const listDeciding = (position: number): number[] =>
        pairings[position]?.sources.flatMap((source): number[] => {
          if (source.of === 'winner' || source.of === 'loser')
            return [...(pairings[source.pairing]?.numbers ?? []), ...listDeciding(source.pairing)]
          return pairings
            .filter(
              ({ part }) =>
                part.of === 'group' &&
                (source.of === 'place'
                  ? source.group === part.group
                  : source.of !== 'draw' && source.of !== 'none'),
            )
            .flatMap(({ numbers }) => numbers)
        }) ?? []
      for (const [position, { part, numbers }] of pairings.entries())
        for (const slot of numbers.flatMap((number) => slotByMatch.get(number) ?? []))
          for (const match of part.of === 'knockOut' ? listDeciding(position) : []) {
            const earlier = slotByMatch.get(match)
            expect(earlier).toBeDefined()
            if (earlier)
              expect(toSlotRange(slot).from - toSlotRange(earlier).to).toBeGreaterThanOrEqual(
                input.teamPauseMinutes * 60_000,
              )
          }
    }),
  )
})

it('has the matches of a group in the order of their rounds', () => {
  fc.assert(
    fc.property(someTournament, someTimes, ({ ruleSet, draw }, input) => {
      const slotByMatch = new Map(
        plan(ruleSet, draw, input).slots.map((slot) => [slot.round, Date.parse(slot.startsAt)]),
      )
      const ofGroups = listPairings(ruleSet.matches, draw).flatMap(({ part, numbers }) => {
        const time = slotByMatch.get(numbers[0] ?? 0)
        return part.of === 'group' && time !== undefined ? [{ ...part, time }] : []
      })
      for (const one of ofGroups)
        for (const other of ofGroups)
          if (one.group === other.group && one.round < other.round)
            expect(one.time).toBeLessThanOrEqual(other.time)
    }),
  )
})

it('has each match once, none in a break or after the end, and names each match that has no slot', () => {
  fc.assert(
    fc.property(someTournament, someTimes, ({ ruleSet, draw }, input) => {
      const { slots, missing } = plan(ruleSet, draw, input)
      const numbers = listPairings(ruleSet.matches, draw).flatMap((pairing) => pairing.numbers)
      expect([...slots, ...missing].map(({ round }) => round).toSorted((a, b) => a - b)).toEqual(numbers)
      if (input.endsBy === undefined) expect(missing).toEqual([])
      for (const slot of slots) {
        const range = toSlotRange(slot)
        expect(range.from).toBeGreaterThanOrEqual(Date.parse(input.startsAt))
        if (input.endsBy !== undefined) expect(range.to).toBeLessThanOrEqual(Date.parse(input.endsBy))
        for (const pause of input.breaks) expect(doRangesOverlap(range, rangeOf(pause))).toBe(false)
      }
    }),
  )
})

it('plays two groups side by side, then the semi-finals, the third place and the final', () => {
  const ruleSet = createMatchRuleSet({
    groups: { ...singleGroup, count: 2 },
    knockOuts: [
      {
        ...plainKnockOut,
        thirdPlace: true,
        places: { from: 1, to: 2 },
        pairs: [
          ['A1', 'B2'],
          ['B1', 'A2'],
        ],
      },
    ],
  })
  const draw = createDraw(listNames(3, 'A'), listNames(3, 'B'))
  const { slots, missing, unusedTables } = plan(ruleSet, draw, {
    tables: ['T1', 'T2', 'T3'],
    teamPauseMinutes: 5,
  })
  expect(describeSlots(slots)).toEqual([
    ...['0 T1 1', '0 T2 2', '10 T2 3', '10 T3 4', '20 T1 6', '20 T3 5'],
    ...['30 T1 7', '30 T2 8', '40 T1 9', '40 T2 10'],
  ])
  expect([missing, unusedTables]).toEqual([[], []])
})

it('has all three numbers of a best of three, one after the other', () => {
  const ruleSet = createMatchRuleSet({ knockOuts: [{ ...plainKnockOut, bestOf: 3 }] })
  const draw = { ...createDraw(listNames(3, 'S')), groups: [] }
  const { slots } = plan(ruleSet, draw, { teamPauseMinutes: 10 })
  // the first side has no match in the first round
  expect(describeSlots(slots).map((slot) => slot.split(' ')[0])).toEqual(['0', '15', '30', '45', '60', '75'])
  expect(slots.map(({ round }) => round)).toEqual([1, 2, 3, 4, 5, 6])
})

it('gives no slot to matches whose sides would not be known before the end, and tells why', () => {
  const ruleSet = createMatchRuleSet({ knockOuts: [plainKnockOut] })
  const draw = { ...createDraw(listNames(4, 'S')), groups: [] }
  const paused = plan(ruleSet, draw, { endsBy: at(15), teamPauseMinutes: 10 })
  expect(describeSlots(paused.slots)).toEqual(['0 A1 1', '0 A2 2'])
  expect(paused.missing).toEqual([{ teamId: null, round: 3, reason: 'team-pause' }])
  const full = plan(ruleSet, draw, { tables: ['A1'], endsBy: at(5) })
  expect(full.missing).toEqual([
    { teamId: null, round: 2, reason: 'tables-full' },
    { teamId: null, round: 3, reason: 'tables-full' },
  ])
})

it.each([
  [3, [1, 3]],
  [4, [1, 2, 3, 4]],
  // two semi-finals are played, because sides are free in the first round only
  [5, [1, 2, 3, 4, 5]],
])(
  'a knock-out of %s with a match for third place has slots for the matches that can be played',
  (count, expected) => {
    const ruleSet = createMatchRuleSet({ knockOuts: [{ ...plainKnockOut, thirdPlace: true }] })
    const draw = { ...createDraw(listNames(count, 'T')), groups: [] }
    const { pairings } = computeTournamentState({ ruleSet, draw, attempts: [] })
    const numbers = plan(ruleSet, draw, { pairings }).slots.map(({ round }) => round)
    expect(numbers.toSorted((a, b) => a - b)).toEqual(expected)
    const needed = pairings.flatMap(({ matches }) =>
      matches.flatMap(({ number, isNeeded }) => (isNeeded ? number : [])),
    )
    expect(needed).toEqual(expected)
  },
)
