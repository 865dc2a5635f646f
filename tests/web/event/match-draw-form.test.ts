import { describe, expect, it } from 'vitest'
import type { AdminMatches } from '#contract/event/matches/match.schema.ts'
import { matchDrawLimits } from '#contract/event/matches/match.ts'
import { ar } from '#i18n/ar.ts'
import { arAdmin } from '#i18n/ar-admin.ts'
import { en } from '#i18n/en.ts'
import { enAdmin } from '#i18n/en-admin.ts'
import { toMatchProblemTextAndLocation } from '#web/admin/event/matches/match-texts.ts'
import {
  assignTeamsToSidesInOrder,
  buildDrawRequest,
  createInitialDrawTeams,
  listDrawnTeamIdsBySide,
  toSideKey,
} from '#web/admin/event/matches/plan-draw.ts'
import { createTournamentWithFormatters } from '#web/shared/event/matches/tournament-model.ts'
import { createTextsFromCatalogue } from '#web/shared/texts.ts'

const toTeam = (id: string, at: number) => ({ id, teamNo: at + 1, name: id.toUpperCase(), schoolName: '' })
const teams = ['a', 'b', 'c', 'd', 'e'].map(toTeam)
const createMatches = (drawn: string[][] = []): AdminMatches => ({
  tournament: {
    ...{
      drawnAt: drawn.length > 0 ? '2026-01-01T00:00:00.000Z' : null,
      randomSeed: null,
      hasLegs: false,
      fields: [],
      groups: [],
      pairings: [],
    },
    sides: drawn.map((ids) => ({
      teams: teams.filter(({ id }) => ids.includes(id)).map((team) => ({ ...team, isWithdrawn: false })),
      isWithdrawn: false,
    })),
    knockOuts: [{ label: { en: 'Finals', ar: 'النهائيات' }, bestOf: 1, bestPlace: null }],
  },
  ...{ teams, sheets: [], problems: [], canDraw: true, version: '1' },
})
const listIds = (list: readonly { id: string; isDrawn: boolean }[]) =>
  list.map(({ id, isDrawn }) => (isDrawn ? id : `(${id})`)).join(' ')

describe('the teams of the draw', () => {
  it('all take part at first, and in the order of the earlier draw when it is repeated', () => {
    expect(listIds(createInitialDrawTeams(createMatches(), 1))).toBe('a b c d e')
    const again = createInitialDrawTeams(createMatches([['d'], ['b'], ['gone']]), 1)
    expect(listIds(again)).toBe('d b (a) (c) (e)')
    expect(listDrawnTeamIdsBySide(again, 1)).toEqual([['d'], ['b']])
  })

  it('stand in alliances, of which only complete ones are filled', () => {
    const start = createInitialDrawTeams(createMatches(), 2)
    expect(listDrawnTeamIdsBySide(start, 2)).toEqual([])
    const filled = assignTeamsToSidesInOrder(start, 2)
    expect(listDrawnTeamIdsBySide(filled, 2)).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ])
    expect(listIds(filled)).toBe('a b c d (e)')
    // the number of a side is its strength
    const swapped = filled.map((team) => ({ ...team, side: team.side === null ? null : 3 - team.side }))
    expect(listDrawnTeamIdsBySide(swapped, 2)[0]).toEqual(['c', 'd'])
  })

  it('are sent with the groups that were drawn by hand, whatever their order', () => {
    const sides = [['d'], ['b'], ['a']]
    expect(buildDrawRequest(sides, null, 2)).toEqual({ sides })
    const groups = new Map([
      [toSideKey(['a']), 0],
      [toSideKey(['b']), 1],
      [toSideKey(['d']), 0],
    ])
    expect(buildDrawRequest(sides, groups, 2)).toEqual({ sides, groups: [[0, 2], [1]] })
  })
})

describe.each(['en', 'ar'] as const)('the problems of a tournament (%s)', (language) => {
  const texts = createTextsFromCatalogue(
    language,
    language === 'ar' ? { ...ar, ...arAdmin } : { ...en, ...enAdmin },
    'Botola',
  )
  const sides = [0, 1] as const
  const problems: AdminMatches['problems'] = [
    { code: 'small-group', group: 0, size: 2 },
    { code: 'missing-place', group: 1, knockOut: 0, place: 3 },
    { code: 'too-many-matches', limit: matchDrawLimits.matches },
    { code: 'too-many-sides', knockOut: 0, limit: 8 },
    { code: 'wrong-team-count', side: 0 },
    { code: 'team-twice', teamId: 'a' },
    { code: 'not-drawn', teamId: 'a', match: 3 },
    { code: 'unknown-match', teamId: 'a', match: 3 },
    { code: 'side-missing', match: 3, side: 1 },
    { code: 'teams-missing', match: 3, side: 1, teamIds: ['b'] },
    { code: 'sheets-differ', match: 3, side: 1 },
    { code: 'uninvolved-side', match: 3, side: 1 },
    { code: 'drawn-match', match: 3 },
    { code: 'no-winner', matches: [3] },
    { code: 'other-sides', match: 3, expected: [1, undefined], played: sides },
    { code: 'unneeded-match', match: 3 },
    { code: 'withdrawn', side: 0, played: [], open: [3] },
  ]
  const matches = createMatches([['a'], ['b']])
  const model = createTournamentWithFormatters(texts, matches.tournament, 'UTC')
  const describeProblem = (problem: AdminMatches['problems'][number]) =>
    toMatchProblemTextAndLocation(texts, model, matches.teams, problem)

  it.each(problems)('$code has a sentence with its values, and leads to its match', (problem) => {
    const { text, match, isInScores } = describeProblem(problem)
    expect(text).not.toMatch(/adminMatches|\{\{/)
    const hasMatch = 'match' in problem || problem.code === 'no-winner'
    if (hasMatch) expect(text).toContain('3')
    expect(hasMatch).toBe(match === 3 || isInScores === true)
    if (problem.teamId) expect(text).toContain('A')
    if ('side' in problem) expect(text).toContain(problem.side === 0 ? 'A' : 'B')
    if ('knockOut' in problem) expect(text).toContain(language === 'ar' ? 'النهائيات' : 'Finals')
  })

  it('has a sentence for a code that a newer server sends', () => {
    expect(describeProblem({ code: 'new' }).text).toBe(texts.t('adminMatches.problems.unknown'))
  })
})
