import { describe, expect, it } from 'vitest'
import { tournament as tournamentSchema } from '#contract/event/matches/match.schema.ts'
import { computeTournamentState, type TournamentState } from '#contract/event/scoring/match-pairings.ts'
import { buildTournamentReply } from '#server/event/matches/tournament.ts'
import { describeMatchRankingReason } from '#server/platform/http/explanations/match-explanation-texts.ts'
import {
  createDraw,
  createMatchRuleSet,
  plainKnockOut,
  playMatches,
  singleGroup,
} from '../../support/rules/matches.ts'
import { readWorldCup } from '../../support/rules/world-cup.ts'

const build = (state: TournamentState, lang: 'en' | 'ar' = 'en') => {
  const names = state.input.draw.sides.flat()
  const teamsByEntryId = new Map(
    names.map((name, at) => [name, { id: `team ${name}`, teamNo: at + 1, name, schoolName: '' }]),
  )
  const tournament = buildTournamentReply(
    { state, drawnAt: '2026-01-01T00:00:00.000Z', teamsByEntryId, times: new Map() },
    (...args) => describeMatchRankingReason(...args)[lang],
  )
  return {
    tournament,
    nameSide: (side: number | null) => tournament.sides[side ?? -1]?.teams.map(({ name }) => name).join('+'),
  }
}

describe('the tournament of a reply', () => {
  it('has the groups of the World Cup 2018 with the reason of each place', () => {
    const { tournament, nameSide } = build(readWorldCup().state)
    expect(tournamentSchema.parse(tournament)).toEqual(tournament)
    const { rows = [], ...group } = tournament.groups[7] ?? {}
    expect(group).toEqual({ isComplete: true, advancingPlaces: 2 })
    expect(rows.map(({ side, place, points, reason }) => [place, nameSide(side), points, reason])).toEqual([
      [1, 'Colombia', 6, 'More points: 6 against 4'],
      [2, 'Japan', 4, 'Equal on 4 points. Fair play is lower: 4 against 6'],
      [3, 'Senegal', 4, 'More points: 4 against 3'],
      [4, 'Poland', 3, null],
    ])
    expect(tournament.fields).toEqual([{ label: { en: 'Fair play', ar: 'اللعب النظيف' } }])
    expect(rows[1]).toMatchObject({
      played: 3,
      won: 1,
      drawn: 1,
      lost: 1,
      scored: 4,
      conceded: 4,
      fields: [4],
      isAnnulled: false,
    })
    expect(build(readWorldCup().state, 'ar').tournament.groups[7]?.rows[1]?.reason).toBe(
      'تعادل برصيد 4 نقاط. قيمة أقل في «اللعب النظيف»: 4 مقابل 6',
    )
  })

  it('has the matches of the knock-out with what decided them, and the sides of the final', () => {
    const { tournament, nameSide } = build(readWorldCup().state)
    const final = tournament.pairings.at(-1)
    expect(final?.part).toEqual({
      of: 'knockOut',
      knockOut: 0,
      round: 4,
      roundCount: 4,
      isForThirdPlace: false,
    })
    expect(final?.sides.map(({ side }) => nameSide(side))).toEqual(['France', 'Croatia'])
    expect(final?.sides[0].source).toEqual({ of: 'winner', pairing: tournament.pairings.length - 4 })
    expect(nameSide(final?.winner ?? null)).toBe('France')
    const decided = tournament.pairings.flatMap(({ sides, matches }) =>
      matches.flatMap(({ result }) =>
        result?.decidedBy
          ? [
              `${sides.map(({ side }) => nameSide(side)).join(' – ')}: ${result.decidedBy.label.en} ${result.decidedBy.values.join(':')}`,
            ]
          : [],
      ),
    )
    expect(decided).toContain('Russia – Croatia: Penalties 3:4')
  })

  it('leaves sides open that follow from missing results', () => {
    const { input } = readWorldCup().state
    const { tournament } = build(
      computeTournamentState({ ...input, attempts: input.attempts.filter(({ mission }) => mission < 34) }),
    )
    expect(tournament.groups.map(({ isComplete }) => isComplete)).toEqual(
      Array.from({ length: 8 }, () => false),
    )
    const first = tournament.pairings.find(({ part }) => part.of === 'knockOut')
    expect(first?.sides[0]).toEqual({ source: { of: 'place', group: 0, place: 1 }, side: null, isOpen: true })
    expect(first?.matches).toEqual([{ number: 49, result: null, isNeeded: true, time: null }])
    expect(first?.winner).toBeNull()
  })

  it('names the match between equal sides, a shared place, a lot and a withdrawn side, and nothing before the first match', () => {
    const standing = [
      { of: 'points' as const },
      { of: 'headToHead' as const, apply: 'once' as const, by: ['points' as const] },
    ]
    const reasonsOf = (
      ruleSet: ReturnType<typeof createMatchRuleSet>,
      results: string[],
      withdrawn?: ReadonlySet<string>,
    ) =>
      build(
        playMatches(ruleSet, createDraw(['A', 'B', 'C']), results, withdrawn),
      ).tournament.groups[0]?.rows.map(({ reason }) => reason)
    const ruleSet = createMatchRuleSet({ groups: singleGroup, standing })
    expect(reasonsOf(ruleSet, [])).toEqual([null, null, null])
    expect(reasonsOf(ruleSet, ['A-B 2:1', 'A-C 0:1'])?.[0]).toBe(
      'Equal on 3 points. Better in the match between them: \u20661:0\u2069',
    )
    expect(reasonsOf(ruleSet, ['A-B 1:1'])?.[0]).toBe('Equal in all criteria, so the rank is shared')
    const byLot = createMatchRuleSet({ groups: singleGroup, standing: [{ of: 'points' }, { of: 'lot' }] })
    expect(reasonsOf(byLot, ['A-B 1:1'])?.[0]).toBe('Equal on 1 point. Decided by lot')
    expect(reasonsOf(ruleSet, ['A-B 2:1'], new Set(['C']))?.[1]).toBe(
      'The other team has withdrawn, and its matches do not count',
    )
  })

  it('has walkovers, the times of the schedule, withdrawn sides, and teams that were deleted', () => {
    const ruleSet = createMatchRuleSet({ knockOuts: [{ ...plainKnockOut, bestOf: 3 }], teamsPerSide: 2 })
    const draw = {
      ...createDraw(),
      sides: [
        ['A', 'B'],
        ['C', 'D'],
      ],
      lots: [0, 1],
    }
    const state = playMatches(ruleSet, draw, ['A-C 2:-'], new Set(['C', 'D']))
    const time = { table: 'T1', startsAt: '2026-01-02T08:00:00.000Z', durationMinutes: 10 }
    const teamsByEntryId = new Map([['A', { id: 'a', teamNo: 7, name: 'Alpha', schoolName: '' }]])
    const tournament = buildTournamentReply(
      { state, drawnAt: null, teamsByEntryId, times: new Map([[1, time]]) },
      () => '',
    )
    expect(tournament.sides).toEqual([
      {
        teams: [
          { id: 'a', teamNo: 7, name: 'Alpha', isWithdrawn: false },
          { id: '', teamNo: 0, name: '', isWithdrawn: false },
        ],
        isWithdrawn: false,
      },
      {
        teams: Array.from({ length: 2 }, () => ({ id: '', teamNo: 0, name: '', isWithdrawn: true })),
        isWithdrawn: true,
      },
    ])
    expect(tournament.knockOuts).toEqual([{ label: plainKnockOut.label, bestOf: 3, bestPlace: null }])
    const walkover = { scores: [3, 0], winner: 0, isWalkover: true, haveBothLost: false, decidedBy: null }
    expect(tournament.pairings[0]?.matches).toEqual([
      { number: 1, result: walkover, isNeeded: true, time },
      { number: 2, result: walkover, isNeeded: true, time: null },
      { number: 3, result: walkover, isNeeded: false, time: null },
    ])
  })

  it('is empty before the draw', () => {
    const empty = {
      drawnAt: null,
      randomSeed: null,
      hasLegs: false,
      fields: [],
      sides: [],
      groups: [],
      knockOuts: [],
      pairings: [],
    }
    expect(
      buildTournamentReply(
        { state: null, drawnAt: null, teamsByEntryId: new Map(), times: new Map() },
        () => '',
      ),
    ).toEqual(empty)
  })
})
