import { describe, expect, it } from 'vitest'
import type { SheetReview } from '#contract/sheet-review.ts'
import { isRoundFree, listSheetsAwaitingSecondJudge } from '#web/judge/judge-rounds.ts'
import type { QueueEntry } from '#web/judge/judge-store.ts'
import { searchEventTeams } from '#web/shared/teams/search-event-teams.ts'

const createReview = (fields: Partial<SheetReview>): SheetReview => ({
  ...{ sheetId: 'sheet', status: 'waiting', teamId: 'team', teamNo: 1, teamName: 'Falcons', round: 1, values: null, score: 50, timeMs: 0 },
  ...{ ruleVersion: null, replaces: null, judgeId: 'judge', judgeName: 'Huda', judgedAt: '2026-12-05T09:00:00Z' },
  ...{ reason: '', reviewerName: '', reviewedAt: null },
  ...fields,
})
const queue = [{ id: 'sheet', sheet: { teamId: 'team', round: 1 } }] as QueueEntry[]
const slot = { teamId: 'team', round: 1 }

describe('a round of a team', () => {
  it('is not free while a sheet waits for a second judge, also one of another device', () => {
    const reviews = [createReview({})]
    expect(isRoundFree({ attempts: [], reviews }, [], slot)).toBe(false)
    expect(isRoundFree({ attempts: [], reviews }, [], { ...slot, round: 2 })).toBe(true)
    expect(listSheetsAwaitingSecondJudge(reviews, 'team')).toHaveLength(1)
    expect(listSheetsAwaitingSecondJudge(reviews, 'team', 2)).toEqual([])
  })

  it('is free again after its sheet was rejected, also on the device that sent it', () => {
    const reviews = [createReview({ status: 'rejected', reason: 'Wrong team' })]
    expect(isRoundFree({ attempts: [], reviews }, queue, slot)).toBe(true)
    expect(isRoundFree({ attempts: [], reviews: [] }, queue, slot)).toBe(false)
    expect(listSheetsAwaitingSecondJudge(reviews, 'team')).toEqual([])
  })
})

describe('the search for a team', () => {
  const teams = [
    { teamNo: 12, name: 'Gear Shifters', schoolName: 'Sunrise School', badgeCode: 'DEMB0012' },
    { teamNo: 7, name: 'نسور نجد', schoolName: 'Al Noor Academy', badgeCode: 'K70QAB1X' },
  ]
  const search = (text: string) => searchEventTeams(teams, text).map(({ teamNo }) => teamNo)

  it('finds a team by the code of its badge', () => {
    expect(search('k7oqabix')).toEqual([7])
    expect(search('K70Q')).toEqual([])
  })

  it('finds a team by number, name or school', () => {
    expect(search('12')).toEqual([12])
    expect(search('نجد')).toEqual([7])
    expect(search('noor')).toEqual([7])
  })
})
