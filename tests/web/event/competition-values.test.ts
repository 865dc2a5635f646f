import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CompetitionRecord } from '#contract/event/competition.schema.ts'
import { competitionLimits, feeCurrencyDecimals } from '#contract/event/competition.ts'
import {
  emptyCompetitionValues,
  listCompetitionFormProblems,
  parseCountInput,
  toCompetitionFormValues,
  toSaveCompetitionRequest,
} from '#web/admin/event/competitions/competition-values.ts'
import { formatMoneyInput, parseMoneyInputToMinorUnits } from '#web/admin/shared/money-input.ts'

const record: CompetitionRecord = {
  id: 'c1',
  slug: 'robo_mission',
  name: { en: 'RoboMission', ar: 'روبو ميشن' },
  description: { en: 'Missions on a field', ar: 'مهمات على ملعب' },
  rulesLink: 'https://rules.example/',
  minMembers: 2,
  maxMembers: 3,
  minCoaches: 1,
  maxCoaches: 1,
  minAge: 8,
  maxAge: null,
  maxTeams: 200,
  rounds: 3,
  fee: 15_050,
  currency: 'SAR',
  opensAt: '2026-09-01T00:00:00.000Z',
  closesAt: null,
  active: true,
  teamCount: 12,
  paymentDays: 14,
  publishesTeams: true,
  version: 5,
  position: 2,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  deletedAt: null,
}
const codes = (part: Partial<typeof emptyCompetitionValues>) =>
  listCompetitionFormProblems({ ...toCompetitionFormValues(record), ...part }).map(({ field, code }) => [
    field,
    code,
  ])

describe('the fee', () => {
  it('is shown in whole units and is parsed unchanged in every currency', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: competitionLimits.fee }),
        fc.constantFrom(...Object.keys(feeCurrencyDecimals)),
        (amount, currency) => {
          expect(parseMoneyInputToMinorUnits(formatMoneyInput(amount, currency), currency)).toBe(amount)
        },
      ),
    )
    expect([
      formatMoneyInput(15_050, 'SAR'),
      formatMoneyInput(15_000, 'SAR'),
      formatMoneyInput(1_005, 'KWD'),
    ]).toEqual(['150.50', '150', '1.005'])
  })

  it('accepts Arabic digits and both separators, but not more decimals than the currency has', () => {
    expect([
      parseMoneyInputToMinorUnits('١٥٠٫٥', 'SAR'),
      parseMoneyInputToMinorUnits('150,5', 'SAR'),
      parseMoneyInputToMinorUnits('', 'SAR'),
      parseMoneyInputToMinorUnits('1.005', 'KWD'),
    ]).toEqual([15_050, 15_050, 0, 1_005])
    for (const wrong of ['1.005', '-1', '1.', 'ten', '1,000.50'])
      expect(parseMoneyInputToMinorUnits(wrong, 'SAR')).toBeUndefined()
  })

  it('rejects a comma that may separate thousands', () => {
    expect([
      parseMoneyInputToMinorUnits('1,000', 'KWD'),
      parseMoneyInputToMinorUnits('1000,125', 'KWD'),
    ]).toEqual([undefined, 1_000_125])
    expect(codes({ fee: '1,000', currency: 'KWD' })).toEqual([['fee', 'bad-number']])
  })
})

describe('the competition form', () => {
  it('sends an unchanged competition as it was', () => {
    const {
      id,
      slug: _,
      teamCount: _teams,
      createdAt: _made,
      updatedAt: _changed,
      deletedAt: _deleted,
      version,
      ...facts
    } = record
    expect(toSaveCompetitionRequest(toCompetitionFormValues(record), { id, version })).toEqual({
      id,
      version,
      ...facts,
    })
    expect(codes({})).toEqual([])
  })

  it('does not send the position of a new competition', () => {
    expect(toSaveCompetitionRequest(emptyCompetitionValues)).not.toHaveProperty('position')
  })

  it('reports values that are missing, not a number, out of bounds or below their minimum', () => {
    expect(codes({ name: { en: ' ', ar: 'اسم' }, minMembers: '', maxMembers: 'three' })).toEqual([
      ['name.en', 'required'],
      ['minMembers', 'required'],
      ['maxMembers', 'bad-format'],
    ])
    expect(codes({ maxMembers: '11', rounds: '0' })).toEqual([
      ['maxMembers', 'too-large'],
      ['rounds', 'too-small'],
    ])
    expect(codes({ minMembers: '4', minAge: '12', maxAge: '8' })).toEqual([
      ['maxMembers', 'below'],
      ['maxAge', 'below'],
    ])
    expect(codes({ fee: '1.234' })).toEqual([['fee', 'bad-number']])
    expect(codes({ closesAt: '2026-08-01T00:00:00.000Z' })).toEqual([['closesAt', 'closes-first']])
    expect(parseCountInput('١٢')).toBe(12)
  })
})
