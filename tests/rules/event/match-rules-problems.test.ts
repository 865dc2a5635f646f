import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { KnockOutRules, MatchRules } from '#contract/event/matches/match-rules.schema.ts'
import { type RuleSet, ruleSet as ruleSetSchema } from '#contract/event/scoring/rule-set.schema.ts'
import { createMatchRuleSet, plainKnockOut, singleGroup, usualStanding } from '../../support/rules/matches.ts'

/** Lists the problems of a rule set as 'path: code'. */
const listProblems = (document: unknown): string[] =>
  (ruleSetSchema.safeParse(document).error?.issues ?? []).map(
    (issue) => `${issue.path.join('.')}: ${'params' in issue ? issue.params?.code : issue.code}`,
  )
const listMatchProblems = (matches: Partial<MatchRules>) => listProblems(createMatchRuleSet(matches))
const groups = { ...singleGroup, count: 2 }
const places = { from: 1, to: 2 }
const pairs: NonNullable<KnockOutRules['pairs']> = [
  ['A1', 'B2'],
  ['B1', 'A2'],
]
const listKnockOutProblems = (...knockOuts: Partial<KnockOutRules>[]) =>
  listMatchProblems({ groups, knockOuts: knockOuts.map((each) => ({ ...plainKnockOut, places, ...each })) })

describe('the rules of matches', () => {
  it('are accepted when they are complete, and change nothing in documents without them', () => {
    expect(listMatchProblems({ groups: singleGroup })).toEqual([])
    expect(listMatchProblems({ knockOuts: [plainKnockOut] })).toEqual([])
    expect(listKnockOutProblems({ pairs, next: [[[1, 2]]] })).toEqual([])
    const { matches: _, ...withoutMatches } = createMatchRuleSet()
    expect(ruleSetSchema.parse(withoutMatches)).toStrictEqual(withoutMatches)
    for (const name of ['worldcup-2018', 'euro-2020'])
      expect(
        listProblems(JSON.parse(readFileSync(`tests/fixtures/matches/${name}.rules.json`, 'utf8'))),
      ).toEqual([])
  })

  it('have one score sheet', () => {
    const document: RuleSet = createMatchRuleSet({ groups })
    const [group] = document.groups
    if (!group) throw new Error('no group')
    const rounds = ['one', 'two'].map((key) => ({ key, label: group.label }))
    expect(
      listProblems({ ...document, groups: [group, { ...group, key: 'other', rounds: [{ ...rounds[0] }] }] }),
    ).toEqual(['groups: too-many'])
    expect(listProblems({ ...document, groups: [{ ...group, rounds }] })).toEqual([
      'groups.0.rounds: too-many',
    ])
  })

  it('need groups or a knock-out', () => {
    expect(listMatchProblems({})).toEqual(['matches.knockOuts: required'])
    expect(listMatchProblems({ knockOuts: [plainKnockOut, { ...plainKnockOut, key: 'other' }] })).toEqual([
      'matches.knockOuts: too-many',
    ])
    expect(listMatchProblems({ knockOuts: [{ ...plainKnockOut, places }] })).toEqual([
      'matches.knockOuts.0.places: unknown-value',
    ])
    expect(listMatchProblems({ groups, knockOuts: [plainKnockOut] })).toEqual([
      'matches.knockOuts.0.places: required',
    ])
  })

  it('name fields of the sheet, and nothing twice', () => {
    expect(
      listMatchProblems({
        groups,
        standing: [{ of: 'points' }, { of: 'field', field: 'corners', order: 'high' }, { of: 'points' }],
        deciders: [
          { field: 'overtime', order: 'high' },
          { field: 'shoot_out', order: 'high' },
          { field: 'shoot_out', order: 'low' },
        ],
      }),
    ).toEqual([
      ...['matches.deciders.0.field: unknown-value', 'matches.deciders.2.field: twice'],
      ...['matches.standing.2: twice', 'matches.standing.1.field: unknown-value'],
    ])
    const by: ['points', 'points'] = ['points', 'points']
    expect(listMatchProblems({ groups, standing: [{ of: 'headToHead', apply: 'once', by }] })).toEqual([
      'matches.standing.0.by.1: twice',
    ])
  })

  it('give more for a win than for a draw or a defeat, and a walkover to the winner', () => {
    expect(
      listMatchProblems({ groups, points: { win: 1, draw: 2, loss: 3 }, walkover: { winner: 0, loser: 0 } }),
    ).toEqual([
      ...[
        'matches.points.win: below-others',
        'matches.points.draw: below-others',
        'matches.walkover.winner: below-others',
      ],
    ])
    expect(listMatchProblems({ groups, winningScore: 'low' })).toEqual([
      'matches.walkover.loser: below-others',
    ])
  })

  it('end in a lot where places of groups enter a knock-out', () => {
    expect(listMatchProblems({ groups, standing: usualStanding.slice(0, -1) })).toEqual([])
    expect(
      listMatchProblems({
        groups,
        standing: usualStanding.slice(0, -1),
        knockOuts: [{ ...plainKnockOut, places }],
      }),
    ).toEqual(['matches.standing.4.of: required'])
  })
})

describe('knock-outs', () => {
  it('take each place once', () => {
    expect(listKnockOutProblems({}, { key: 'second', places: { from: 3, to: 4 } })).toEqual([])
    expect(listKnockOutProblems({}, { places: { from: 2, to: 1 } })).toEqual([
      ...['matches.knockOuts.1.key: twice', 'matches.knockOuts.1.places.to: below-others'],
    ])
    expect(listKnockOutProblems({}, { key: 'second', places: { from: 2, to: 3 } })).toEqual([
      'matches.knockOuts.1.places: twice',
    ])
    expect(listKnockOutProblems({ best: { count: 1, place: 2 } })).toEqual([
      'matches.knockOuts.0.best.place: twice',
    ])
    expect(listKnockOutProblems({ best: { count: 3, place: 3 } })).toEqual([
      'matches.knockOuts.0.best.count: too-many',
    ])
  })

  it('have a pairing table with each side once', () => {
    expect(
      listKnockOutProblems({
        pairs: [
          ['A1', 'A1'],
          ['C1', 'A3'],
          [null, null],
        ],
      }),
    ).toEqual([
      ...[
        'pairs: unknown-value',
        'pairs.0.1: twice',
        'pairs.1.0: unknown-value',
        'pairs.1.1: unknown-value',
        'pairs.2.1: required',
        'pairs: required',
      ].map((each) => `matches.knockOuts.0.${each}`),
    ])
    expect(listKnockOutProblems({ next: [[[1, 2]]] })).toEqual(['matches.knockOuts.0.next: unknown-value'])
    expect(listKnockOutProblems({ pairs, next: [[[1, 1]]] })).toEqual([
      'matches.knockOuts.0.next.0: unknown-value',
    ])
    expect(listKnockOutProblems({ pairs, next: [] })).toEqual(['matches.knockOuts.0.next: required'])
    expect(listMatchProblems({ knockOuts: [{ ...plainKnockOut, pairs: [['seed1', 'seed3']] }] })).toEqual([
      'matches.knockOuts.0.pairs: required',
    ])
    expect(listMatchProblems({ knockOuts: [{ ...plainKnockOut, pairs: [['seed1', 'A2']] }] })).toEqual([
      'matches.knockOuts.0.pairs.0.1: unknown-value',
    ])
  })

  it('say for each combination of groups who of the best is where', () => {
    const best = { count: 1, place: 3 }
    const withBest: KnockOutRules['pairs'] = [
      ['A1', 'best1'],
      ['B1', null],
      ['A2', null],
      ['B2', null],
    ]
    const list = (combinations: NonNullable<KnockOutRules['combinations']>) =>
      listKnockOutProblems({ best, pairs: withBest, combinations }).map((problem) =>
        problem.replace('matches.knockOuts.0.combinations', ''),
      )
    expect(
      list([
        { from: 'A', order: 'A' },
        { from: 'B', order: 'B' },
      ]),
    ).toEqual([])
    expect(list([{ from: 'A', order: 'A' }])).toEqual([': required'])
    expect(
      list([
        { from: 'A', order: 'A' },
        { from: 'A', order: 'A' },
      ]),
    ).toEqual(['.1.from: twice'])
    expect(
      list([
        { from: 'C', order: 'C' },
        { from: 'A', order: 'B' },
      ]),
    ).toEqual(['.0.from: unknown-value', '.1.order: unknown-value'])
    expect(listKnockOutProblems({ pairs, combinations: [] })).toEqual([
      'matches.knockOuts.0.combinations: unknown-value',
    ])
  })
})
