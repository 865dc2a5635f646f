import { describe, expect, it } from 'vitest'
import type { ScheduleSelection, ScoreSheetSelection } from '#contract/event/print.schema.ts'
import { countPrintParts, createPartRangeGetter, printLimits } from '#contract/event/print.ts'
import {
  countBadgePages,
  listPrintedSchedulePages,
  listPrintedSheetPages,
  listSlotOptions,
  type PrintedSchedule,
} from '#contract/event/printed-pages.ts'
import type { RuleSet } from '#contract/event/scoring/rule-set.schema.ts'
import { createMatchRuleSet } from '../../support/rules/matches.ts'

const label = { en: 'x', ar: 'x' }
const createRuleSet = ({ fields = 1, judges }: { fields?: number; judges?: number } = {}): RuleSet => ({
  template: null,
  groups: [
    {
      ...{
        key: 'runs',
        label,
        combine: 'best',
        caps: [],
        minPoints: null,
        maxPoints: null,
        timeLimitMs: null,
      },
      rounds: [1, 2].map((number) => ({ key: `run_${number}`, label })),
      fields: Array.from({ length: fields }, (_, at) => ({
        ...{ kind: 'count', key: `f${at}`, label, isPenalty: false, isRequired: false },
        ...{ min: 0, max: 9, step: 1, pointsPerUnit: 1, timeMsPerUnit: 0 },
      })),
      ...(judges === undefined ? {} : { panel: { judges, combine: 'mean' } }),
    },
  ],
  disqualification: { points: 0, timeMs: null },
  rankingKeys: [{ of: 'total', value: 'points', order: 'high' }],
})

const team = (id: string, competitionId = 'robo', regionId: string | null = null) => ({
  ...{ id, teamNo: Number(id.slice(1)), name: `Team ${id}`, schoolName: 'School', badgeCode: id },
  ...{ competitionId, regionId },
})
const slot = (teamId: string | null, round: number, table: string, startsAt: string) => ({
  ...{ id: `${teamId} ${round} ${table}`, teamId, round, table, startsAt, durationMinutes: 5, version: 1 },
})
/** Three teams on two days; 22:30 UTC is the next day in Riyadh. */
const schedule: PrintedSchedule = {
  timeZone: 'Asia/Riyadh',
  pairings: null,
  teams: [team('t1', 'robo', 'riyadh'), team('t2', 'future', 'riyadh'), team('t3', 'robo', 'makkah')],
  slots: [
    slot('t1', 1, 'A10', '2026-12-05T06:00:00.000Z'),
    slot('t2', 1, 'A2', '2026-12-05T06:00:00.000Z'),
    slot('t3', 1, 'A2', '2026-12-05T05:00:00.000Z'),
    slot('t1', 2, 'A2', '2026-12-05T22:30:00.000Z'),
  ],
}
const listSheets = (selection: Partial<ScoreSheetSelection> = {}, ruleSet = createRuleSet(), of = schedule) =>
  listPrintedSheetPages(of, ruleSet, { document: 'scoreSheets', ...selection })
const nameRuns = (pages: ReturnType<typeof listSheets>) =>
  pages.map((page) => page.map(({ run, round }) => (run ? `${run.teamId} ${round} ${run.number}` : round)))
const listSchedule = (selection: Partial<ScheduleSelection> = {}, of = schedule) =>
  listPrintedSchedulePages(of, { document: 'schedule', by: 'table', ...selection })

describe('score sheets', () => {
  it('stand by table and time, two on a page', () => {
    expect(nameRuns(listSheets())).toEqual([
      ['t3 1 1', 't2 1 1'],
      ['t1 2 1', 't1 1 1'],
    ])
  })

  it('with more than fits on half a page stand alone', () => {
    expect(nameRuns(listSheets({}, createRuleSet({ fields: 5 })))).toEqual([
      ['t3 1 1'],
      ['t2 1 1'],
      ['t1 2 1'],
      ['t1 1 1'],
    ])
  })

  it.each([
    [{ teamId: 't1' }, ['t1 2 1', 't1 1 1']],
    [{ competitionId: 'future' }, ['t2 1 1']],
    [{ regionId: 'riyadh' }, ['t2 1 1', 't1 2 1', 't1 1 1']],
    [{ table: 'A10' }, ['t1 1 1']],
    [{ round: 2 }, ['t1 2 1']],
    [{ day: '2026-12-06' }, ['t1 2 1']],
    [{ competitionId: 'robo', table: 'A2', day: '2026-12-05' }, ['t3 1 1']],
    [{ teamId: 't1', competitionId: 'future' }, []],
  ])('are limited by %j', (selection, runs) => {
    expect(nameRuns(listSheets(selection)).flat()).toEqual(runs)
  })

  it('of a panel are one for each judge', () => {
    expect(nameRuns(listSheets({ teamId: 't2' }, createRuleSet({ judges: 3 }))).flat()).toEqual([
      't2 1 1',
      't2 1 2',
      't2 1 3',
    ])
  })

  it('are blank ones of each round, without a schedule or on request', () => {
    const blank = [[1], [2]]
    expect(nameRuns(listSheets({}, createRuleSet(), { ...schedule, slots: [] }))).toEqual(blank)
    expect(nameRuns(listSheets({ kind: 'blank', teamId: 't1' }))).toEqual(blank)
    expect(nameRuns(listSheets({ kind: 'blank', round: 2 }))).toEqual([[2]])
    expect(nameRuns(listSheets({ kind: 'blank', round: 2 }, createMatchRuleSet()))).toEqual([[1]])
  })

  it('leave out slots of a round that the rules do not have', () => {
    const slots = [slot('t1', 3, 'A1', '2026-12-05T06:00:00.000Z')]
    expect(listSheets({}, createRuleSet(), { ...schedule, slots })).toEqual([])
  })
})

describe('matches', () => {
  const side = (...teamIds: string[]) => ({
    source: { of: 'draw' as const, side: 0 },
    teamIds,
    isOpen: teamIds.length === 0,
  })
  const matches: PrintedSchedule = {
    ...schedule,
    pairings: [
      { numbers: [1, 2], unplayed: [2], sides: [side('t1'), side('t2')] },
      { numbers: [3], sides: [side(), side('t3')] },
    ] as NonNullable<PrintedSchedule['pairings']>,
    slots: [1, 2, 3].map((number) => slot(null, number, 'A1', `2026-12-05T0${number}:00:00.000Z`)),
  }

  it('that are played have a sheet for each team that is known', () => {
    const sheets = (selection: Partial<ScoreSheetSelection>) =>
      nameRuns(listSheets(selection, createMatchRuleSet(), matches)).flat()
    expect(sheets({})).toEqual(['t1 1 1', 't2 1 1', 't3 3 1'])
    expect(sheets({ teamId: 't2' })).toEqual(['t2 1 1'])
  })

  it('whose teams are not known are in a schedule by table that no team limits', () => {
    const open = { ...matches, pairings: [] }
    expect(listSchedule({}, open)).toMatchObject([
      { days: [{ slots: [{ round: 1 }, { round: 2 }, { round: 3 }] }] },
    ])
    expect(listSchedule({ competitionId: 'robo' }, open)).toEqual([])
    expect(listSchedule({ by: 'team' }, open)).toEqual([])
    expect(listSchedule({}, matches)).toMatchObject([{ days: [{ slots: [{ round: 1 }, { round: 3 }] }] }])
  })
})

describe('the schedule', () => {
  it('by table has each table on pages of its own, by day', () => {
    expect(
      listSchedule().map((page) =>
        'table' in page ? [page.table, page.days.map(({ day, slots }) => [day, slots.length])] : [],
      ),
    ).toEqual([
      [
        'A2',
        [
          ['2026-12-05', 2],
          ['2026-12-06', 1],
        ],
      ],
      ['A10', [['2026-12-05', 1]]],
    ])
  })

  it('by team has the teams in their order, each with its slots by time', () => {
    expect(listSchedule({ by: 'team', competitionId: 'robo' })).toEqual([
      {
        teams: [
          {
            teamId: 't1',
            days: [
              {
                day: '2026-12-05',
                slots: [{ startsAt: '2026-12-05T06:00:00.000Z', round: 1, table: 'A10' }],
              },
              { day: '2026-12-06', slots: [{ startsAt: '2026-12-05T22:30:00.000Z', round: 2, table: 'A2' }] },
            ],
          },
          {
            teamId: 't3',
            days: [
              { day: '2026-12-05', slots: [{ startsAt: '2026-12-05T05:00:00.000Z', round: 1, table: 'A2' }] },
            ],
          },
        ],
      },
    ])
  })

  it('of many slots has pages of at most 44 lines, and every slot once', () => {
    const slots = Array.from({ length: 100 }, (_, at) =>
      slot('t1', at + 1, 'A1', new Date(Date.UTC(2026, 11, 5, 6, at)).toISOString()),
    )
    for (const by of ['table', 'team'] as const) {
      const pages = listSchedule({ by }, { ...schedule, slots })
      const rounds = pages.flatMap((page) =>
        ('table' in page ? [page.days] : page.teams.map(({ days }) => days)).map((days) =>
          days.flatMap((day) => day.slots.map(({ round }) => round)),
        ),
      )
      expect(rounds.flat()).toEqual(slots.map(({ round }) => round))
      if (by === 'table') expect(rounds.map(({ length }) => length)).toEqual([41, 41, 18])
    }
  })

  it('can be limited to what its slots have', () => {
    expect(listSlotOptions(schedule)).toEqual({
      days: ['2026-12-05', '2026-12-06'],
      tables: ['A2', 'A10'],
      rounds: [1, 2],
    })
  })
})

it('a document is shown in parts, the last one where there are fewer', () => {
  expect([0, 1, 50, 51, 312].map(countPrintParts)).toEqual([1, 1, 1, 2, 7])
  const count = printLimits.pagesShown
  expect(createPartRangeGetter(1)(312)).toEqual({ from: 0, count })
  expect(createPartRangeGetter(7)(312)).toEqual({ from: 300, count })
  expect(createPartRangeGetter(99)(312)).toEqual({ from: 300, count })
  expect(createPartRangeGetter(2)(0)).toEqual({ from: 0, count })
})

it('four large badges or ten small ones are on a page', () => {
  expect([0, 1, 4, 5].map((count) => countBadgePages(count, 'large'))).toEqual([0, 1, 1, 2])
  expect([10, 11].map((count) => countBadgePages(count, 'small'))).toEqual([1, 2])
})
