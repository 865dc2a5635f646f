import { cleanNumberOrDateToWesternDigits } from '../accounts/identity.ts'
import { isIsoDate } from '../people/teams/age.ts'
import type { DateOrder } from './import.schema.ts'

/** The characters between the numbers of a date, for a regular expression; U+060D is the Arabic one. */
export const dateSeparators = '-/.\u060d\u2010-\u2013'
/** Returns the regular expression of the three numbers of a date, which needs the same separator twice. */
export const buildDateRegExpSource = (separators: string): string =>
  `(\\d{1,4}) ?([${separators}]) ?(\\d{1,2}) ?\\2 ?(\\d{1,4})`
const typedNumbers = new RegExp(`^${buildDateRegExpSource(`${dateSeparators} `)}$`)
/** Keyboards of phones for numbers may have no separator. */
const digitsOnly = /^(\d{2})(\d{2})((?:19|20|21)\d{2})$/
/** The first year of dates, as in the database. */
const firstDate = '1000-01-01'

/**
 * Returns a year with four digits. One of two digits is from 1950 to 2049, as Windows reads it. Undefined for
 * one or three digits.
 */
export const expandYear = (digits: string): string | undefined => {
  if (digits.length === 2) return `${digits < '50' ? 20 : 19}${digits}`
  return digits.length === 4 ? digits : undefined
}

const formatDay = (year: string | undefined, ...monthAndDay: [string, string]): string | undefined => {
  const [month, day] = monthAndDay.map(Number) as [number, number]
  return year === undefined || month < 1 || month > 12 || day < 1 || day > 31
    ? undefined
    : [year, ...[month, day].map((part) => String(part).padStart(2, '0'))].join('-')
}

/**
 * Returns the dates (`YYYY-MM-DD`) that three numbers can mean, by their order; days that do not exist only
 * where there is no other. A year of four digits comes first or last, and one of two digits, too. A date with
 * such a year at its start is the same in all orders.
 */
export const getPossibleDatesByOrder = (
  first: string,
  second: string,
  third: string,
): Partial<Record<DateOrder, string>> => {
  if (first.length > 2) {
    const date = first.length === 4 ? formatDay(first, second, third) : undefined
    return date === undefined ? {} : { dayFirst: date, monthFirst: date, yearFirst: date }
  }
  const year = expandYear(third)
  const dates = Object.entries({
    dayFirst: formatDay(year, second, first),
    monthFirst: formatDay(year, first, second),
    yearFirst: third.length > 2 ? undefined : formatDay(expandYear(first), second, third),
  } satisfies Record<DateOrder, string | undefined>)
  const inRange = dates.filter((entry): entry is [string, string] => entry[1] !== undefined)
  const real = inRange.filter(([, date]) => isIsoDate(date))
  return Object.fromEntries(real.length > 0 ? real : inRange)
}

/**
 * Parses a date that a person typed: day, month, year (`31/12/2026`, `31122026`) or year, month, day
 * (`2026-12-31`), in any digits. Returns `YYYY-MM-DD`, undefined for other texts, for years of two digits and
 * for days that do not exist.
 */
export const parseTypedDate = (text: string): string | undefined => {
  const typed = cleanNumberOrDateToWesternDigits(text).replace(digitsOnly, '$1/$2/$3')
  const [, first = '', , second = '', third = ''] = typedNumbers.exec(typed) ?? []
  const [shorter = 0, longer] = [first.length, third.length].toSorted()
  if (shorter > 2 || longer !== 4) return undefined
  const date = getPossibleDatesByOrder(first, second, third).dayFirst ?? ''
  return date >= firstDate && isIsoDate(date) ? date : undefined
}

/** Writes a date (`2026-12-31`) as fields for dates show it: `31/12/2026`. Returns other texts unchanged. */
export const formatIsoDateDayFirst = (date: string): string =>
  isIsoDate(date) ? date.split('-').toReversed().join('/') : date
