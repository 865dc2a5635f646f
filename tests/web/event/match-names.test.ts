import { describe, expect, it } from 'vitest'
import { isTournamentPartName } from '#contract/event/matches/match.ts'
import type { MatchRules } from '#contract/event/matches/match-rules.schema.ts'
import type { TournamentState } from '#contract/event/scoring/match-pairings.ts'
import { ar } from '#i18n/ar.ts'
import { arMatches } from '#i18n/ar-matches.ts'
import { en } from '#i18n/en.ts'
import { enMatches } from '#i18n/en-matches.ts'
import { buildTournamentReply } from '#server/event/matches/tournament.ts'
import { createTournamentWithFormatters } from '#web/shared/event/matches/tournament-model.ts'
import { createTextsFromCatalogue } from '#web/shared/texts.ts'
import {
  createDraw,
  createMatchRuleSet,
  plainKnockOut,
  playMatches,
  singleGroup,
} from '../../support/rules/matches.ts'

const pageTexts = { en: { ...en, ...enMatches }, ar: { ...ar, ...arMatches } }

const build = (state: TournamentState) => {
  const names = state.input.draw.sides.flat()
  const teamsByEntryId = new Map(
    names.map((name, at) => [name, { id: name, teamNo: at + 1, name, schoolName: '' }]),
  )
  return buildTournamentReply({ state, drawnAt: null, teamsByEntryId, times: new Map() }, () => '')
}

const createModel = (state: TournamentState, lang: 'en' | 'ar') =>
  createTournamentWithFormatters(createTextsFromCatalogue(lang, pageTexts[lang], ''), build(state), 'UTC')

/** Names both sides of each pairing of the knock-outs. */
const nameKnockOutSides = (state: TournamentState, lang: 'en' | 'ar' = 'en'): string[] => {
  const { tournament, nameSide } = createModel(state, lang)
  return tournament.pairings
    .filter(({ part }) => part.of === 'knockOut')
    .map(({ sides }) => sides.map((side) => nameSide(side).replace(/[\u2068\u2069]/g, '')).join(' – '))
}

const buildKnockOut = (names: string[], matches: Partial<MatchRules>, results: readonly string[] = []) =>
  playMatches(createMatchRuleSet(matches), { ...createDraw(names), groups: [] }, results)

describe('an open side', () => {
  it('of a single match is the winner or the loser of that match', () => {
    const state = buildKnockOut(['A', 'B', 'C', 'D'], { knockOuts: [{ ...plainKnockOut, thirdPlace: true }] })
    expect(nameKnockOutSides(state)).toEqual([
      'A – D',
      'B – C',
      'Loser of match 1 – Loser of match 2',
      'Winner of match 1 – Winner of match 2',
    ])
    expect(nameKnockOutSides(state, 'ar').slice(2)).toEqual([
      'الخاسر في المباراة 1 – الخاسر في المباراة 2',
      'الفائز في المباراة 1 – الفائز في المباراة 2',
    ])
  })

  it('of a best-of-three is the winner or the loser of all its matches', () => {
    const knockOuts = [{ ...plainKnockOut, bestOf: 3 as const, thirdPlace: true }]
    const state = buildKnockOut(['A', 'B', 'C', 'D'], { knockOuts }, ['A-D 2:0'])
    expect(nameKnockOutSides(state)).toEqual([
      'A – D',
      'B – C',
      'Loser of matches 1 to 3 – Loser of matches 4 to 6',
      'Winner of matches 1 to 3 – Winner of matches 4 to 6',
    ])
    expect(nameKnockOutSides(state, 'ar').slice(2)).toEqual([
      'الخاسر في المباريات من 1 إلى 3 – الخاسر في المباريات من 4 إلى 6',
      'الفائز في المباريات من 1 إلى 3 – الفائز في المباريات من 4 إلى 6',
    ])
    // a pairing that is decided names its winner
    const decided = buildKnockOut(['A', 'B', 'C', 'D'], { knockOuts }, ['A-D 2:0', 'A-D 1:0'])
    expect(nameKnockOutSides(decided).slice(2)).toEqual([
      'D – Loser of matches 4 to 6',
      'A – Winner of matches 4 to 6',
    ])
  })

  it('that advances without a match is named itself, and such a pairing has no loser', () => {
    const knockOuts = [{ ...plainKnockOut, thirdPlace: true, places: { from: 1, to: 3 } }]
    const state = playMatches(
      createMatchRuleSet({ groups: singleGroup, knockOuts }),
      createDraw(['A', 'B', 'C']),
      [],
    )
    expect(nameKnockOutSides(state)).toEqual([
      'Qualifier 1 – No opponent',
      'Qualifier 2 – Qualifier 3',
      'No opponent – Loser of match 4',
      'Qualifier 1 – Winner of match 4',
    ])
    expect(nameKnockOutSides(state, 'ar')).toEqual([
      'المتأهل رقم 1 – بلا منافس',
      'المتأهل رقم 2 – المتأهل رقم 3',
      'بلا منافس – الخاسر في المباراة 4',
      'المتأهل رقم 1 – الفائز في المباراة 4',
    ])
  })

  it('of groups is a place, or one of the best on a place', () => {
    const pairs = (...names: string[]) => names.map((name) => name.split(' ') as [string, string])
    const knockOuts = [
      {
        ...plainKnockOut,
        ...{ places: { from: 1, to: 2 }, best: { place: 3, count: 2 } },
        pairs: pairs('A1 best2', 'B1 best1', 'C1 A2', 'B2 C2'),
      },
    ]
    const groups = { ...singleGroup, count: 3 }
    const draw = createDraw(['A', 'B', 'C'], ['D', 'E', 'F'], ['G', 'H', 'I'])
    const state = playMatches(createMatchRuleSet({ groups, knockOuts }), draw, [])
    expect(nameKnockOutSides(state).slice(0, 4)).toEqual([
      '1st of group A – 2nd-best 3rd-placed team',
      '1st of group B – Best 3rd-placed team',
      '1st of group C – 2nd of group A',
      '2nd of group B – 2nd of group C',
    ])
    expect(nameKnockOutSides(state, 'ar').slice(0, 2)).toEqual([
      'صاحب المركز 1 في المجموعة A – رقم 2 بين أفضل أصحاب المركز 3',
      'صاحب المركز 1 في المجموعة B – أفضل أصحاب المركز 3',
    ])
  })

  it('of the only group is a place without a letter, also where sides meet twice', () => {
    const knockOuts = [
      {
        ...plainKnockOut,
        places: { from: 1, to: 4 },
        pairs: [
          ['A1', 'A4'],
          ['A2', 'A3'],
        ] as [string, string][],
      },
    ]
    const groups = { ...singleGroup, legs: 2 as const }
    const state = playMatches(createMatchRuleSet({ groups, knockOuts }), createDraw(['A', 'B', 'C', 'D']), [])
    expect(nameKnockOutSides(state)).toEqual([
      '1st of the group – 4th of the group',
      '2nd of the group – 3rd of the group',
      'Winner of match 13 – Winner of match 14',
    ])
  })

  it('is nobody when both sides of the earlier match lost', () => {
    const state = buildKnockOut(['A', 'B', 'C', 'D'], { knockOuts: [plainKnockOut] }, ['A-D -:-'])
    expect(nameKnockOutSides(state)).toEqual(['A – D', 'B – C', 'No opponent – Winner of match 2'])
  })
})

it('A round of a knock-out is named by the number of its sides, and the match for the third place by itself', () => {
  const names = Array.from({ length: 16 }, (_, at) => String.fromCharCode(65 + at))
  const state = buildKnockOut(names, { knockOuts: [{ ...plainKnockOut, thirdPlace: true }] })
  const nameRounds = (lang: 'en' | 'ar') => {
    const { tournament, nameRound } = createModel(state, lang)
    return new Set(tournament.pairings.map(({ part }) => nameRound(part)))
  }
  expect([...nameRounds('en')]).toEqual([
    'Round of 16',
    'Quarter-finals',
    'Semi-finals',
    'Third place',
    'Final',
  ])
  expect([...nameRounds('ar')]).toEqual([
    'دور الـ16',
    'ربع النهائي',
    'نصف النهائي',
    'المركز الثالث',
    'النهائي',
  ])
})

it('each group of several, each round of groups and each round of a knock-out can be shown alone, by a name of the address', () => {
  const knockOuts = [{ ...plainKnockOut, places: { from: 1, to: 2 }, thirdPlace: true }]
  const list = (groupCount: number, ...groups: string[][]) => {
    const ruleSet = createMatchRuleSet({ groups: { ...singleGroup, count: groupCount }, knockOuts })
    return createModel(playMatches(ruleSet, createDraw(...groups), []), 'en').parts
  }
  const several = list(2, ['A', 'B', 'C'], ['D', 'E', 'F'])
  expect(
    several.map(({ value, heading, label, pairings }) => [value, heading, label, pairings.length]),
  ).toEqual([
    ['group-A', 'Groups', 'Group A', 3],
    ['group-B', 'Groups', 'Group B', 3],
    ['round-1', 'Group matches', 'Round 1', 2],
    ['round-2', 'Group matches', 'Round 2', 2],
    ['round-3', 'Group matches', 'Round 3', 2],
    ['knockout-1-1', 'Match', 'Semi-finals', 2],
    ['knockout-1-third', 'Match', 'Third place', 1],
    ['knockout-1-2', 'Match', 'Final', 1],
  ])
  expect(several.map(({ group }) => group).slice(0, 3)).toEqual([0, 1, undefined])
  const single = list(1, ['A', 'B', 'C', 'D']).map(({ value }) => value)
  expect(single).not.toContain('group-A')
  for (const { value } of several) expect(isTournamentPartName(value)).toBe(true)
  for (const value of ['', 'group-a', 'round-0', 'round-1000', 'knockout-1-0', 'knockout-1', 'final'])
    expect(isTournamentPartName(value)).toBe(false)
})
