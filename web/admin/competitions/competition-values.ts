import {
  competitionBounds as bounds,
  type CompetitionFields,
  type CompetitionRecord,
  type Currency,
  currencies,
} from '#contract/competition.ts'
import type { RecordEdit } from '#contract/crud.ts'
import type { Localized } from '#contract/localized.ts'
import { westernDigits } from '#contract/rules/identity.ts'
import { normalizeDecimal } from '#contract/rules/numbers.ts'

export const countFields = [
  'minMembers',
  'maxMembers',
  'minCoaches',
  'maxCoaches',
  'minAge',
  'maxAge',
  'maxTeams',
  'rounds',
  'position',
] as const
export type CountField = (typeof countFields)[number]

/** What the competition form holds: numbers as they are typed, `fee` in whole units with decimals; instants are ISO 8601, null for no limit. */
export type CompetitionValues = Record<CountField, string> & {
  name: Localized
  fee: string
  currency: string
  opensAt: string | null
  closesAt: string | null
  active: boolean
}

/** What a count may be; `empty` where nothing typed means no limit. */
export const countLimits: Record<CountField, { min: number; max: number; empty?: true }> = {
  minMembers: { min: 0, max: bounds.members },
  maxMembers: { min: 1, max: bounds.members },
  minCoaches: { min: 0, max: bounds.coaches },
  maxCoaches: { min: 0, max: bounds.coaches },
  minAge: { min: 0, max: bounds.age, empty: true },
  maxAge: { min: 0, max: bounds.age, empty: true },
  maxTeams: { min: 0, max: bounds.teams, empty: true },
  rounds: { min: 1, max: bounds.rounds },
  position: { min: 0, max: bounds.teams, empty: true },
}

/** A new one begins with what most have: two or three members and a coach. */
export const emptyCompetitionValues: CompetitionValues = {
  name: { en: '', ar: '' },
  minMembers: '2',
  maxMembers: '3',
  minCoaches: '1',
  maxCoaches: '1',
  minAge: '',
  maxAge: '',
  maxTeams: '',
  rounds: '2',
  fee: '',
  currency: 'SAR',
  opensAt: null,
  closesAt: null,
  position: '',
  active: true,
}

const getDecimals = (currency: string): number => currencies[currency as Currency] ?? 2

/** An amount in the currency's smallest unit as people write it: 15050 of SAR is `150.50`, 15000 is `150`. */
export const formatFee = (amount: number, currency: string): string => {
  const decimals = getDecimals(currency)
  const unit = 10 ** decimals
  const rest = amount % unit
  return rest === 0 ? String(amount / unit) : `${Math.floor(amount / unit)}.${String(rest).padStart(decimals, '0')}`
}

/** What somebody typed in the currency's smallest unit, with Arabic digits and separators too; nothing is 0. Undefined for what is no amount in it. */
export const parseFee = (typed: string, currency: string): number | undefined => {
  const plain = normalizeDecimal(typed)
  if (plain === '') return 0
  const found = /^(\d{1,9})(?:\.(\d+))?$/.exec(plain ?? '')
  const decimals = getDecimals(currency)
  if (!found || (found[2] ?? '').length > decimals) return undefined
  return Number(found[1]) * 10 ** decimals + Number((found[2] ?? '').padEnd(decimals, '0') || 0)
}

/** A count as somebody types it, in Arabic digits too: null for nothing, undefined for what is no whole number. */
export const parseCount = (typed: string): number | null | undefined => {
  const plain = westernDigits(typed.trim())
  if (plain === '') return null
  return /^\d{1,9}$/.test(plain) ? Number(plain) : undefined
}

/** A competition as the form begins with it. */
export const toCompetitionValues = (record: CompetitionRecord): CompetitionValues => ({
  name: record.name,
  minMembers: String(record.minMembers),
  maxMembers: String(record.maxMembers),
  minCoaches: String(record.minCoaches),
  maxCoaches: String(record.maxCoaches),
  minAge: String(record.minAge ?? ''),
  maxAge: String(record.maxAge ?? ''),
  maxTeams: String(record.maxTeams ?? ''),
  rounds: String(record.rounds),
  fee: record.fee === 0 ? '' : formatFee(record.fee, record.currency),
  currency: record.currency,
  opensAt: record.opensAt,
  closesAt: record.closesAt,
  position: String(record.position),
  active: record.active,
})

type Problem = {
  field: keyof CompetitionValues | 'name.en' | 'name.ar'
  code: 'required' | 'bad-format' | 'bad-number' | 'too-small' | 'too-large' | 'below' | 'closes-first'
  limit?: number
}

/** What of the form cannot be sent. */
export const findCompetitionProblems = (values: CompetitionValues): Problem[] => {
  const problems: Problem[] = []
  for (const lang of ['en', 'ar'] as const) if (values.name[lang].trim() === '') problems.push({ field: `name.${lang}`, code: 'required' })
  for (const field of countFields) {
    const { min, max, empty } = countLimits[field]
    const count = parseCount(values[field])
    if (count === undefined) problems.push({ field, code: 'bad-format' })
    else if (count === null) {
      if (!empty) problems.push({ field, code: 'required' })
    } else if (count < min) problems.push({ field, code: 'too-small', limit: min })
    else if (count > max) problems.push({ field, code: 'too-large', limit: max })
  }
  for (const [low, high] of [
    ['minMembers', 'maxMembers'],
    ['minCoaches', 'maxCoaches'],
    ['minAge', 'maxAge'],
  ] as const) {
    const [from, to] = [parseCount(values[low]), parseCount(values[high])]
    if (typeof from === 'number' && typeof to === 'number' && to < from) problems.push({ field: high, code: 'below' })
  }
  const fee = parseFee(values.fee, values.currency)
  if (fee === undefined) problems.push({ field: 'fee', code: 'bad-number' })
  else if (fee > bounds.fee) problems.push({ field: 'fee', code: 'too-large', limit: bounds.fee / 10 ** getDecimals(values.currency) })
  if (values.opensAt && values.closesAt && values.closesAt <= values.opensAt) problems.push({ field: 'closesAt', code: 'closes-first' })
  return problems
}

/** What is sent of a form without problems. */
export const toCompetitionEdit = (values: CompetitionValues, edited?: { id: string; version: number }): RecordEdit<CompetitionFields> => {
  const count = (field: CountField) => parseCount(values[field]) ?? null
  const position = count('position')
  return {
    ...edited,
    name: values.name,
    minMembers: count('minMembers') ?? 0,
    maxMembers: count('maxMembers') ?? 0,
    minCoaches: count('minCoaches') ?? 0,
    maxCoaches: count('maxCoaches') ?? 0,
    minAge: count('minAge'),
    maxAge: count('maxAge'),
    maxTeams: count('maxTeams'),
    rounds: count('rounds') ?? 1,
    fee: parseFee(values.fee, values.currency) ?? 0,
    currency: values.currency,
    opensAt: values.opensAt,
    closesAt: values.closesAt,
    active: values.active,
    ...(position === null ? {} : { position }),
  }
}
