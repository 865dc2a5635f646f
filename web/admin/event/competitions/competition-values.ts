import { cleanNumberOrDateToWesternDigits } from '#contract/accounts/identity.ts'
import type { CompetitionFields, CompetitionRecord } from '#contract/event/competition.schema.ts'
import { competitionLimits as bounds } from '#contract/event/competition.ts'
import { getCurrencyDecimals } from '#contract/money/money.ts'
import { defaultPaymentDays } from '#contract/people/teams/team-places.ts'
import type { RecordEdit } from '#contract/platform/crud.ts'
import type { Localized } from '#contract/platform/localized.ts'
import { formatMoneyInput, parseMoneyInputToMinorUnits } from '#web/admin/shared/money-input.ts'

const countFields = [
  'minMembers',
  'maxMembers',
  'minCoaches',
  'maxCoaches',
  'minAge',
  'maxAge',
  'maxTeams',
  'paymentDays',
  'rounds',
  'position',
] as const
export type CountField = (typeof countFields)[number]

/**
 * The values of the competition form: numbers as the text of their inputs, `fee` in whole units with
 * decimals; instants are ISO 8601, null for no limit.
 */
export type CompetitionValues = Record<CountField, string> & {
  name: Localized
  description: Localized
  rulesLink: string
  fee: string
  currency: string
  opensAt: string | null
  closesAt: string | null
  active: boolean
  publishesTeams: boolean
}

/** The limits of each count; `empty` allows an empty field, which means no limit. */
const countLimits: Record<CountField, { min: number; max: number; empty?: true }> = {
  minMembers: { min: 0, max: bounds.members },
  maxMembers: { min: 1, max: bounds.members },
  minCoaches: { min: 0, max: bounds.coaches },
  maxCoaches: { min: 0, max: bounds.coaches },
  minAge: { min: 0, max: bounds.age, empty: true },
  maxAge: { min: 0, max: bounds.age, empty: true },
  maxTeams: { min: 0, max: bounds.teams, empty: true },
  paymentDays: { min: 1, max: bounds.paymentDays, empty: true },
  rounds: { min: 1, max: bounds.rounds },
  position: { min: 0, max: bounds.teams, empty: true },
}

/** The initial values of a new competition: two or three members and one coach. */
export const emptyCompetitionValues: CompetitionValues = {
  name: { en: '', ar: '' },
  description: { en: '', ar: '' },
  rulesLink: '',
  minMembers: '2',
  maxMembers: '3',
  minCoaches: '1',
  maxCoaches: '1',
  minAge: '',
  maxAge: '',
  maxTeams: '',
  paymentDays: String(defaultPaymentDays),
  rounds: '2',
  fee: '',
  currency: 'SAR',
  opensAt: null,
  closesAt: null,
  position: '',
  active: true,
  publishesTeams: false,
}

/**
 * Parses the whole number of an input; Arabic digits are allowed. Null for empty text, undefined for an
 * invalid number.
 */
export const parseCountInput = (typed: string): number | null | undefined => {
  const plain = cleanNumberOrDateToWesternDigits(typed)
  if (plain === '') return null
  return /^\d{1,9}$/.test(plain) ? Number(plain) : undefined
}

/** Returns the form values of a stored competition. */
export const toCompetitionFormValues = (record: CompetitionRecord): CompetitionValues => ({
  name: record.name,
  description: record.description,
  rulesLink: record.rulesLink ?? '',
  minMembers: String(record.minMembers),
  maxMembers: String(record.maxMembers),
  minCoaches: String(record.minCoaches),
  maxCoaches: String(record.maxCoaches),
  minAge: String(record.minAge ?? ''),
  maxAge: String(record.maxAge ?? ''),
  maxTeams: String(record.maxTeams ?? ''),
  paymentDays: String(record.paymentDays ?? ''),
  rounds: String(record.rounds),
  fee: record.fee === 0 ? '' : formatMoneyInput(record.fee, record.currency),
  currency: record.currency,
  opensAt: record.opensAt,
  closesAt: record.closesAt,
  position: String(record.position),
  active: record.active,
  publishesTeams: record.publishesTeams,
})

type Problem = {
  field: keyof CompetitionValues | 'name.en' | 'name.ar'
  code: 'required' | 'bad-format' | 'bad-number' | 'too-small' | 'too-large' | 'below' | 'closes-first'
  limit?: number
}

/** Returns the validation problems of the form. */
export const listCompetitionFormProblems = (values: CompetitionValues): Problem[] => {
  const problems: Problem[] = []
  for (const lang of ['en', 'ar'] as const)
    if (values.name[lang].trim() === '') problems.push({ field: `name.${lang}`, code: 'required' })
  for (const field of countFields) {
    const { min, max, empty } = countLimits[field]
    const count = parseCountInput(values[field])
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
    const [from, to] = [parseCountInput(values[low]), parseCountInput(values[high])]
    if (typeof from === 'number' && typeof to === 'number' && to < from)
      problems.push({ field: high, code: 'below' })
  }
  const fee = parseMoneyInputToMinorUnits(values.fee, values.currency)
  if (fee === undefined) problems.push({ field: 'fee', code: 'bad-number' })
  else if (fee > bounds.fee)
    problems.push({
      field: 'fee',
      code: 'too-large',
      limit: bounds.fee / 10 ** getCurrencyDecimals(values.currency),
    })
  if (values.opensAt && values.closesAt && values.closesAt <= values.opensAt)
    problems.push({ field: 'closesAt', code: 'closes-first' })
  return problems
}

/**
 * Returns the input of the API for valid values. `edited` names the competition and the version that the form
 * edits.
 */
export const toSaveCompetitionRequest = (
  values: CompetitionValues,
  edited?: { id: string; version: number },
): RecordEdit<CompetitionFields> => {
  const count = (field: CountField) => parseCountInput(values[field]) ?? null
  const position = count('position')
  return {
    ...edited,
    name: values.name,
    description: values.description,
    rulesLink: values.rulesLink.trim() || null,
    minMembers: count('minMembers') ?? 0,
    maxMembers: count('maxMembers') ?? 0,
    minCoaches: count('minCoaches') ?? 0,
    maxCoaches: count('maxCoaches') ?? 0,
    minAge: count('minAge'),
    maxAge: count('maxAge'),
    maxTeams: count('maxTeams'),
    paymentDays: count('paymentDays'),
    rounds: count('rounds') ?? 1,
    fee: parseMoneyInputToMinorUnits(values.fee, values.currency) ?? 0,
    currency: values.currency,
    opensAt: values.opensAt,
    closesAt: values.closesAt,
    active: values.active,
    publishesTeams: values.publishesTeams,
    ...(position === null ? {} : { position }),
  }
}
