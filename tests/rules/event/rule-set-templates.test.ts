import { describe, expect, it } from 'vitest'
import { createEventResultsCalculator } from '#contract/event/scoring/event-results.ts'
import { computeTournamentState, type TournamentState } from '#contract/event/scoring/match-pairings.ts'
import { listDrawAndMatchProblems } from '#contract/event/scoring/match-problems.ts'
import { rankTournamentSides } from '#contract/event/scoring/match-ranking.ts'
import {
  getKnockOutTieRequirement,
  hasMatchRules,
  type MatchAttempt,
} from '#contract/event/scoring/match-result.ts'
import { compareRankingKeys, sortAndRankItems } from '#contract/event/scoring/ranking.ts'
import {
  type RuleSet,
  ruleSet as ruleSetSchema,
  type ScoreSheetValues,
} from '#contract/event/scoring/rule-set.schema.ts'
import {
  type RuleSetTemplateKey,
  ruleSetLimits,
  ruleSetTemplateKeys,
} from '#contract/event/scoring/rule-set.ts'
import {
  canDisqualificationBeatPlayedRound,
  canSkippedRoundImproveResult,
  findLowerIsBetterProblem,
} from '#contract/event/scoring/rule-set-problems.ts'
import type { SheetAttempt } from '#contract/event/scoring/rule-set-result.ts'
import { findRound, listSheetValueProblems } from '#contract/event/scoring/rule-set-sheet.ts'
import { buildRuleSetFromTemplate } from '#contract/event/scoring/rule-set-templates.ts'
import { ruleSetTemplates as ar } from '#i18n/ar/rule-set-templates.ts'
import { ruleSetTemplates as en } from '#i18n/en/rule-set-templates.ts'
import { createDraw } from '../../support/rules/matches.ts'

const build = (key: RuleSetTemplateKey): RuleSet =>
  buildRuleSetFromTemplate(key, (code, number) => ({
    en: en.labels[code].replace('{{number}}', String(number ?? '{{number}}')),
    ar: ar.labels[code].replace('{{number}}', String(number ?? '{{number}}')),
  }))

type Plays = Record<'best' | 'middle' | 'last' | 'disqualified', SheetAttempt[]>

const run = (mission: number, values: ScoreSheetValues): SheetAttempt => ({ mission, values, at: mission })
const missions = (objects: number, structure: string, displaced: number, time: number): ScoreSheetValues => ({
  objects_in_area: objects,
  objects_partly_in_area: 0,
  structure,
  displaced,
  time,
})
const judges = ['one', 'two', 'three']
/** The sheets of a panel that gives so many points for each criterion, or its maximum. */
const judged = (points: number): SheetAttempt[] =>
  judges.map((judge) => {
    const fields = build('future_innovators').groups[0]?.fields ?? []
    const criteria = fields.map((field) => [field.key, Math.min(points, 'max' in field ? field.max : points)])
    return run(1, { ...Object.fromEntries(criteria), judge })
  })

/** What is played by each template: the best run, one in the middle, the worst that is not disqualified. */
const playsByTemplate: Record<Exclude<RuleSetTemplateKey, 'robosports'>, Plays> = {
  robo_mission: {
    best: [
      run(1, { ...missions(8, 'complete', 0, 60_000), parked: true, surprise_rule: true }),
      run(2, missions(0, 'missing', 0, 180_000)),
    ],
    middle: [run(1, missions(4, 'partial', 1, 90_000))],
    last: [run(1, missions(0, 'missing', 10, 180_000))],
    disqualified: [run(1, { disqualified: true })],
  },
  future_engineers: {
    best: [
      run(1, { points: 30, time: 60_000 }),
      run(3, { points: 70, time: 90_000 }),
      run(5, { points: 29.5 }),
    ],
    middle: [
      run(1, { points: 12, time: 60_000 }),
      run(3, { points: 20, time: 90_000 }),
      run(5, { points: 8 }),
    ],
    last: [run(1, { points: 0, time: 180_000 }), run(3, { points: 0, time: 180_000 }), run(5, { points: 0 })],
    disqualified: [1, 3, 5].map((mission) => run(mission, { disqualified: true })),
  },
  future_innovators: {
    best: judged(15),
    middle: judged(4),
    last: judged(0),
    disqualified: judges.map((judge) => run(1, { disqualified: true, judge })),
  },
  virtual_robot_challenges: {
    best: [run(1, { points: 80.5, time: 60_000 })],
    middle: [run(2, { points: 40, time: 90_000 })],
    last: [run(3, { points: 0, time: 300_000 })],
    disqualified: [run(1, { disqualified: true })],
  },
}

describe.each(ruleSetTemplateKeys)('the template of %s', (key) => {
  const ruleSet = build(key)

  it('is valid, needs no warning, and has readable labels in both languages', () => {
    expect(ruleSetSchema.safeParse(ruleSet).error?.issues ?? []).toEqual([])
    expect(canDisqualificationBeatPlayedRound(ruleSet)).toBe(false)
    for (const group of ruleSet.groups) {
      expect(findLowerIsBetterProblem(ruleSet, group)).toBeUndefined()
      expect(canSkippedRoundImproveResult(group)).toBe(false)
      const labels = [group, ...group.rounds, ...group.fields].map(({ label }) => label)
      for (const field of group.fields)
        if (field.kind === 'choice') labels.push(...field.options.map(({ label }) => label))
      for (const label of labels) {
        expect(label.en).toMatch(/^[A-Z][a-z]+[^{}]*$/)
        expect(label.ar).toMatch(/^[\u0600-\u06ff][^{}a-z]*$/)
        expect(Math.max(label.en.length, label.ar.length)).toBeLessThanOrEqual(ruleSetLimits.label)
      }
    }
  })
})

describe.each(Object.entries(playsByTemplate) as [keyof typeof playsByTemplate, Plays][])(
  'an event by the template of %s',
  (key, plays) => {
    const ruleSet = build(key)
    const entries = new Map<string, SheetAttempt[]>([
      ['best', plays.best],
      ['middle', plays.middle],
      ['tied', plays.middle],
      ['last', plays.last],
      ['disqualified', plays.disqualified],
      ['did not come', []],
    ])
    const { totals: results } = createEventResultsCalculator(ruleSet)(entries)
    const ranks = new Map(
      sortAndRankItems(
        [...results],
        ([, a], [, b]) => compareRankingKeys(a.rankingKey, b.rankingKey),
        ([a], [b]) => (a < b ? -1 : 1),
      ).map(({ item: [name], rank }) => [name, rank]),
    )

    it('records each of these sheets', () => {
      for (const attempts of entries.values())
        for (const { mission, values } of attempts) {
          const group = findRound(ruleSet, mission)?.group
          expect(group && listSheetValueProblems(group, values)).toEqual([])
        }
    })

    it('ranks the best first, ties together, and a disqualification never before a run', () => {
      expect([...ranks].filter(([name]) => name !== 'disqualified')).toEqual([
        ['best', 1],
        ['middle', 2],
        ['tied', 2],
        ['last', 4],
      ])
      expect(ranks.get('disqualified')).toBeGreaterThanOrEqual(4)
      expect(results.get('disqualified')?.totalScore).toBe(0)
    })

    it('has no result of a team that did not come', () => {
      expect(results.has('did not come')).toBe(false)
    })

    it('has times only where its sheets have them', () => {
      const hasTimes = ruleSet.groups.some(({ fields }) => fields.some(({ kind }) => kind === 'time'))
      expect([...results.values()].some(({ totalTimeMs }) => totalTimeMs > 0)).toBe(hasTimes)
    })
  },
)

describe('a tournament by the template of RoboSports', () => {
  const template = build('robosports')
  if (!hasMatchRules(template)) throw new Error('no matches')
  const draw = createDraw(...['A', 'B', 'C', 'D'].map((letter) => [1, 2, 3].map((nth) => `${letter}${nth}`)))
  const final = 20
  type Sheets = readonly [ScoreSheetValues, ScoreSheetValues]

  /** Plays all matches: the side of the lower number wins, except in matches with other sheets. */
  const playAll = (others: Readonly<Record<number, Sheets>>, ruleSet = template): TournamentState => {
    const attempts: MatchAttempt[] = []
    for (let number = 1; number <= final; number++) {
      const { pairings } = computeTournamentState({ ruleSet, draw, attempts })
      const [one, other] = pairings.find(({ numbers }) => numbers.includes(number))?.sides ?? []
      if (typeof one !== 'number' || typeof other !== 'number')
        throw new Error(`match ${number} has no sides`)
      const usual: Sheets = one < other ? [{ points: 3 }, { points: 1 }] : [{ points: 1 }, { points: 3 }]
      for (const [nth, side] of [one, other].entries())
        attempts.push({
          entryId: draw.sides[side]?.[0] ?? '',
          mission: number,
          values: (others[number] ?? usual)[nth] ?? {},
          at: number,
        })
    }
    return computeTournamentState({ ruleSet, draw, attempts })
  }
  const listRanks = (state: TournamentState) =>
    rankTournamentSides(state).map(({ side, rank, isProvisional }) => [
      draw.sides[side]?.[0],
      rank,
      ...(isProvisional ? ['provisional'] : []),
    ])
  const drawn: Sheets = [{ points: 7 }, { points: 7 }]

  it('ranks the winner first and those who were in no knock-out last', () => {
    const state = playAll({})
    expect(listDrawAndMatchProblems(state)).toEqual([])
    expect(listRanks(state)).toEqual([
      ['A1', 1],
      ['A2', 2],
      ['C1', 3],
      ['C2', 4],
      ...['B1', 'B2', 'D1', 'D2'].map((name) => [name, 5]),
      ...['A3', 'B3', 'C3', 'D3'].map((name, at) => [name, 9 + at]),
    ])
  })

  it('counts a draw in a group, and decides equal sides of a group at the end by lot', () => {
    const draws = Object.fromEntries([1, 2, 3].map((nth) => [1 + (nth - 1) * 4, drawn]))
    const state = playAll(draws)
    expect(listDrawAndMatchProblems(state)).toEqual([])
    expect(state.groups[0]?.rows.map(({ side, points, place }) => [side, points, place])).toEqual([
      [0, 2, 1],
      [1, 2, 2],
      [2, 2, 3],
    ])
  })

  it('gives the match to the other side of one that did not come or is disqualified', () => {
    const state = playAll({ [final]: [{ disqualified: true }, { points: 0 }] })
    expect(listRanks(state).slice(0, 2)).toEqual([
      ['A2', 1],
      ['A1', 2],
    ])
  })

  it.each([
    ['the extra match', { extra_match: 2 }, { extra_match: 1 }, 'A1'],
    ['the votes of the jury', { extra_match: 1, jury_votes: 1 }, { extra_match: 1, jury_votes: 2 }, 'A2'],
  ])('decides a drawn final by %s', (_, one, other, winner) => {
    const state = playAll({
      [final]: [
        { points: 7, ...one },
        { points: 7, ...other },
      ],
    })
    expect(listDrawAndMatchProblems(state)).toEqual([])
    expect(listRanks(state)[0]).toEqual([winner, 1])
  })

  it('asks for a field that the sheet has, or for the replay where the rules have none', () => {
    const state = playAll({ [final]: drawn })
    expect(listDrawAndMatchProblems(state)).toEqual([{ code: 'drawn-match', match: final }])
    // nobody has won yet: both are first, and neither is for certain
    expect(listRanks(state).slice(0, 2)).toEqual([
      ['A1', 1, 'provisional'],
      ['A2', 1, 'provisional'],
    ])
    const { field, code } = getKnockOutTieRequirement(template)
    expect([code, template.groups[0]?.fields.some(({ key }) => key === field)]).toEqual([
      'winner-required',
      true,
    ])
    const withoutDeciders = { ...template, matches: { ...template.matches, deciders: [] } }
    expect(getKnockOutTieRequirement(withoutDeciders).code).toBe('replay-required')
    const replayed = playAll({ [final]: [{ points: 7 }, { points: 9 }] }, withoutDeciders)
    expect(listRanks(replayed)[0]).toEqual(['A2', 1])
  })
})

describe('the warning about a disqualification', () => {
  const mission = build('robo_mission')
  const change = (changed: Partial<RuleSet['disqualification']>, group: object = {}): RuleSet => ({
    ...mission,
    groups: mission.groups.map((each) => ({ ...each, ...group })),
    disqualification: { ...mission.disqualification, ...changed },
  })
  it.each([
    ['more points than the worst sheet', change({ points: 30 }), true],
    ['the points of the worst sheet and no time', change({}), false],
    ['the points of the worst sheet and its time', change({ timeMs: 180_000 }), false],
    ['the points of the worst sheet in less time', change({ timeMs: 0 }), true],
    ['the time limit of the round', change({}, { timeLimitMs: 120_000 }), false],
    ['more points than a sheet with penalties', change({}, { minPoints: null }), true],
    ['as few points as the penalties take', change({ points: -50 }, { minPoints: null }), false],
    [
      'no points where fewer points are better',
      { ...change({}), rankingKeys: [{ of: 'total', value: 'points', order: 'low' }] } satisfies RuleSet,
      true,
    ],
    [
      'what counts in a match',
      { ...build('robosports'), disqualification: { points: 30, timeMs: 0 } },
      false,
    ],
  ])('appears for %s: case %#', (_, ruleSet, isShown) => {
    expect(canDisqualificationBeatPlayedRound(ruleSet)).toBe(isShown)
  })
})
