import { describe, expect, it } from 'vitest'
import type { SheetReview } from '#contract/sheet-review.ts'
import { isRoundFree, listSheetsAwaitingSecondJudge } from '#web/judge/judge-rounds.ts'
import type { QueueEntry } from '#web/judge/judge-store.ts'

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
