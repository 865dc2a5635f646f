import { describe, expect, it } from 'vitest'
import {
  listChangedAgeLevelProblems,
  listLevelsForAge,
  listLevelsWithAgeRanges,
} from '#contract/people/teams/age-level.ts'

describe('the ages of levels', () => {
  it('are those of the World Robot Olympiad in a competition for 8 to 19 years', () => {
    expect(listLevelsWithAgeRanges({ minAge: 8, maxAge: 19 })).toEqual([
      { level: 'elementary', min: 8, max: 12 },
      { level: 'junior', min: 11, max: 15 },
      { level: 'senior', min: 14, max: 19 },
    ])
  })

  it('begin and end with the ages of the competition, which can be open', () => {
    expect(listLevelsWithAgeRanges({ minAge: 14, maxAge: 19 })).toEqual([
      { level: 'junior', min: 14, max: 15 },
      { level: 'senior', min: 14, max: 19 },
    ])
    expect(listLevelsWithAgeRanges({ minAge: 6, maxAge: 12 })).toEqual([
      { level: 'elementary', min: 6, max: 12 },
      { level: 'junior', min: 11, max: 12 },
    ])
    expect(listLevelsWithAgeRanges({ minAge: null, maxAge: null })).toEqual([
      { level: 'elementary', min: null, max: 12 },
      { level: 'junior', min: 11, max: 15 },
      { level: 'senior', min: 14, max: null },
    ])
  })

  it('fit one level, two at the overlaps, and none outside the competition', () => {
    const competition = { minAge: 8, maxAge: 19 }
    const fitting = [7, 8, 10, 11, 12, 13, 14, 15, 16, 19, 20].map((age) =>
      listLevelsForAge(age, competition).join(' '),
    )
    expect(fitting).toEqual([
      '',
      'elementary',
      'elementary',
      'elementary junior',
      'elementary junior',
      'junior',
      'junior senior',
      'junior senior',
      'senior',
      'senior',
      '',
    ])
  })
})

describe('the age of a member', () => {
  const competition = { minAge: 8, maxAge: 19 }
  const member = (birthDate: string | null, id?: string) => ({ birthDate, ...(id ? { id } : {}) })

  it('must fit the level in the year of the season, and the problem names the levels that fit', () => {
    const members = [
      member('2012-12-31'),
      member('2014-01-01'),
      member('2008-06-01'),
      member('2016-06-01'),
      member(null),
      member('2019-01-01'),
    ]
    expect(listChangedAgeLevelProblems({ ageLevel: 'elementary', members }, competition, 2026)).toEqual([
      { field: 'members.0.birthDate', code: 'fits-junior-senior' },
      { field: 'members.2.birthDate', code: 'fits-senior' },
    ])
    expect(listChangedAgeLevelProblems({ ageLevel: 'junior', members }, competition, 2026)).toEqual([
      { field: 'members.2.birthDate', code: 'fits-senior' },
      { field: 'members.3.birthDate', code: 'fits-elementary' },
    ])
  })

  it('stays as it is in a registered team until the date of birth or the level changes', () => {
    const stored = { ageLevel: 'elementary' as const, birthDates: new Map([['a', '2008-06-01']]) }
    const find = (ageLevel: 'elementary' | 'junior', birthDate: string, id = 'a') =>
      listChangedAgeLevelProblems(
        { ageLevel, members: [member(birthDate, id)] },
        competition,
        2026,
        stored,
      ).map(({ code }) => code)
    expect(find('elementary', '2008-06-01')).toEqual([])
    expect(find('elementary', '2008-06-02')).toEqual(['fits-senior'])
    expect(find('junior', '2008-06-01')).toEqual(['fits-senior'])
    expect(find('elementary', '2008-06-01', 'b')).toEqual(['fits-senior'])
  })
})
