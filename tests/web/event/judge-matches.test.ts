import { describe, expect, it } from 'vitest'
import type { RuleSet } from '#contract/event/scoring/rule-set.schema.ts'
import type { QueueEntry } from '#web/judge/judge-store.ts'
import {
  addKnownSidesToDraft,
  areMatchSheetsComplete,
  computeKnownTournament,
  computeMatchSheetsResult,
  hasUnexpectedSidesOrPlayedChanges,
  isKnockOutWinnerMissing,
  listPlayedAndNeededMatches,
  type MatchEventData,
  predictMatchSheetChanges,
  toPrefilledMatchDraft,
  wouldMatchSheetWaitForHeadJudge,
} from '#web/judge/scoring/judge-matches.ts'
import { createFinalRuleSet } from '../../support/api/match-sheets.ts'
import { createDraw, createMatchRuleSet, plainKnockOut } from '../../support/rules/matches.ts'

const createData = (ruleSet: RuleSet, draw = createDraw(['A', 'B', 'C']), more: object = {}) =>
  ({
    ...{
      session: { event: { id: 'finals' }, judge: { id: 'omar', name: 'Omar', isHead: false } },
      ruleSet,
      attempts: [],
      slots: [],
      otherSlots: [],
    },
    draw: { ...draw, withdrawn: [] },
    ...more,
  }) as unknown as MatchEventData
const createSheets = (round: number, one: [string, number], other: [string, number]) => ({
  ...{ round, replaces: null, teamId: one[0], values: { score: one[1] } },
  opponent: { teamId: other[0], values: { score: other[1] } },
})
const queue = (...sheets: ReturnType<typeof createSheets>[]) =>
  sheets.map(
    (sheet) =>
      ({
        eventId: 'finals',
        state: 'waiting',
        sheet: { ...sheet, isDiscarded: false },
      }) as unknown as QueueEntry,
  )
/** A is first in the group, B second. */
const played = [
  createSheets(1, ['B', 2], ['C', 0]),
  createSheets(2, ['C', 0], ['A', 3]),
  createSheets(3, ['A', 1], ['B', 0]),
]
const record = (sheets: readonly ReturnType<typeof createSheets>[], judgeId = 'omar') =>
  sheets.flatMap(({ round, teamId, values, opponent }) =>
    [{ teamId, values }, opponent].map((side) => ({
      ...side,
      round,
      id: `${round} ${side.teamId}`,
      judgeId,
      judgeName: 'Omar',
      version: '',
      score: 0,
      timeMs: 0,
    })),
  )

describe('the matches on a tablet', () => {
  const data = createData(createFinalRuleSet())

  it('get their sides when they become known while the sheet is open, and keep those that the judge chose', () => {
    const readTeams = (one: string, other: string, sides: readonly (number | undefined)[]) => {
      const draft = addKnownSidesToDraft(data, sides, createSheets(4, [one, 1], [other, 2]))
      expect([draft.values, draft.opponent?.values]).toEqual([{ score: 1 }, { score: 2 }])
      return [draft.teamId, draft.opponent?.teamId]
    }
    expect(readTeams('', '', [undefined, undefined])).toEqual(['', ''])
    expect(readTeams('', '', [0, undefined])).toEqual(['A', ''])
    expect(readTeams('', '', [undefined, 1])).toEqual(['', 'B'])
    expect(readTeams('', '', [0, 1])).toEqual(['A', 'B'])
    expect(readTeams('B', '', [0, 1])).toEqual(['B', 'A'])
    expect(readTeams('', 'A', [0, 1])).toEqual(['B', 'A'])
    expect(readTeams('C', 'B', [0, 1])).toEqual(['C', 'B'])
  })

  it('have the sides that follow from recorded results and from sheets that are not sent', () => {
    const listSides = (entries: QueueEntry[], of = data) =>
      listPlayedAndNeededMatches(of, computeKnownTournament(of, entries)).at(-1)?.sides
    expect(listSides(queue(...played.slice(0, 2)))).toEqual([undefined, undefined])
    expect(listSides(queue(...played))).toEqual([0, 1])
    expect(listSides(queue(...played.slice(2)), { ...data, attempts: record(played.slice(0, 2)) })).toEqual([
      0, 1,
    ])
    // a later sheet of the same match replaces the earlier one
    expect(listSides(queue(...played, createSheets(1, ['B', 0], ['C', 9])))).toEqual([0, 2])
    expect(listSides(queue(...played).map((entry) => ({ ...entry, eventId: 'other' })))).toEqual([
      undefined,
      undefined,
    ])
  })

  it('have the sides of the schedule as long as the results are missing', () => {
    const slots = ['C', 'A'].map((teamId) => ({ teamId, round: 4, table: 'T1' }))
    const of = { ...data, otherSlots: slots }
    expect(listPlayedAndNeededMatches(of, computeKnownTournament(of, [])).at(-1)).toMatchObject({
      sides: [2, 0],
      place: { table: 'T1' },
    })
    expect(
      listPlayedAndNeededMatches(of, computeKnownTournament(of, queue(...played))).at(-1)?.sides,
    ).toEqual([0, 1])
  })

  it('are offered only as long as their pairing needs them', () => {
    const of = createData(
      createMatchRuleSet({ knockOuts: [{ ...plainKnockOut, bestOf: 3 }] }),
      createDraw(['A', 'B']),
    )
    const ofKnockOut = { ...of, draw: { ...of.draw, groups: [] } }
    const listNumbers = (...sheets: ReturnType<typeof createSheets>[]) =>
      listPlayedAndNeededMatches(ofKnockOut, computeKnownTournament(ofKnockOut, queue(...sheets))).map(
        ({ number }) => number,
      )
    expect(listNumbers(createSheets(1, ['A', 1], ['B', 0]))).toEqual([1, 2, 3])
    expect(listNumbers(createSheets(1, ['A', 1], ['B', 0]), createSheets(2, ['A', 1], ['B', 0]))).toEqual([
      1, 2,
    ])
  })
})

describe('the sheets of a match', () => {
  const data = { ...createData(createFinalRuleSet()), attempts: record(played) }
  const [group] = data.ruleSet.groups
  if (!group) throw new Error('no group')

  it('are complete with both sides, or when a side did not come', () => {
    const empty = { teamId: 'B', values: {} }
    expect(areMatchSheetsComplete(group, { values: { score: 1 }, opponent: empty })).toBe(false)
    expect(areMatchSheetsComplete(group, { values: { disqualified: true }, opponent: empty })).toBe(true)
    expect(areMatchSheetsComplete(group, createSheets(4, ['A', 1], ['B', 1]))).toBe(true)
  })

  it('need a winner in a knock-out', () => {
    const needs = (sheets: ReturnType<typeof createSheets>) =>
      isKnockOutWinnerMissing(data, sheets.round, computeMatchSheetsResult(data, sheets))
    expect(needs(createSheets(4, ['A', 1], ['B', 1]))).toBe(true)
    expect(needs(createSheets(4, ['A', 1], ['B', 2]))).toBe(false)
    expect(needs(createSheets(1, ['B', 1], ['C', 1]))).toBe(false)
    expect(computeMatchSheetsResult(data, createSheets(4, ['A', 1], ['A', 1]))).toBeUndefined()
  })

  it('begin with the result that they correct', () => {
    expect(
      toPrefilledMatchDraft(data, computeKnownTournament(data, []), { number: 1, sides: [1, 2] }),
    ).toMatchObject(played[0] as object)
  })

  it('say what they change, and when a head judge decides', () => {
    const final = createSheets(4, ['A', 1], ['B', 0])
    expect(predictMatchSheetChanges(data, [], final)).toEqual({ matches: [], ownSides: 'expected' })
    expect(predictMatchSheetChanges(data, [], createSheets(4, ['A', 1], ['C', 0])).ownSides).toBe('other')
    expect(predictMatchSheetChanges({ ...data, attempts: [] }, [], final).ownSides).toBe('open')
    const correction = createSheets(1, ['B', 0], ['C', 9])
    const before = predictMatchSheetChanges(data, [], correction)
    expect(before.matches).toMatchObject([{ match: 4, isPlayed: false, before: [0, 1], expected: [0, 2] }])
    expect([
      hasUnexpectedSidesOrPlayedChanges(before),
      wouldMatchSheetWaitForHeadJudge(data, 1, before),
    ]).toEqual([false, false])
    const after = predictMatchSheetChanges(data, queue(final), correction)
    expect(after.matches).toMatchObject([{ match: 4, isPlayed: true }])
    expect([
      hasUnexpectedSidesOrPlayedChanges(after),
      wouldMatchSheetWaitForHeadJudge(data, 1, after),
    ]).toEqual([true, true])
    expect(wouldMatchSheetWaitForHeadJudge({ ...data, attempts: record(played, 'lina') }, 1, before)).toBe(
      true,
    )
  })
})
