import { describe, expect, it } from 'vitest'
import { listFittingLevels, listLevelAges } from '#contract/rules/age-level.ts'

describe('the ages of levels', () => {
  it('are those of the World Robot Olympiad in a competition for 8 to 19 years', () => {
    expect(listLevelAges({ minAge: 8, maxAge: 19 })).toEqual([
      { level: 'elementary', min: 8, max: 12 },
      { level: 'junior', min: 11, max: 15 },
      { level: 'senior', min: 14, max: 19 },
    ])
  })

  it('begin and end with the ages of the competition, which can be open', () => {
    expect(listLevelAges({ minAge: 14, maxAge: 19 })).toEqual([
      { level: 'junior', min: 14, max: 15 },
      { level: 'senior', min: 14, max: 19 },
    ])
    expect(listLevelAges({ minAge: 6, maxAge: 12 })).toEqual([
      { level: 'elementary', min: 6, max: 12 },
      { level: 'junior', min: 11, max: 12 },
    ])
    expect(listLevelAges({ minAge: null, maxAge: null })).toEqual([
      { level: 'elementary', min: null, max: 12 },
      { level: 'junior', min: 11, max: 15 },
      { level: 'senior', min: 14, max: null },
    ])
  })

  it('fit one level, two at the overlaps, and none outside the competition', () => {
    const competition = { minAge: 8, maxAge: 19 }
    const fitting = [7, 8, 10, 11, 12, 13, 14, 15, 16, 19, 20].map((age) => listFittingLevels(age, competition).join(' '))
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
