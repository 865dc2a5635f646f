import { isIsoDate } from './age.ts'
import { cleanNumber } from './identity.ts'

/** A date needs the same separator twice; U+060D is the Arabic one. */
const separator = '([-/. \u060d\u2010-\u2013])'
const dayFirst = new RegExp(`^(\\d{1,2}) ?${separator} ?(\\d{1,2}) ?\\2 ?(\\d{4})$`)
const yearFirst = new RegExp(`^(\\d{4}) ?${separator} ?(\\d{1,2}) ?\\2 ?(\\d{1,2})$`)
/** Keyboards of phones for numbers may have no separator. */
const digitsOnly = /^(\d{2})(\d{2})((?:19|20|21)\d{2})$/
/** The first year of dates, as in the database. */
const firstDate = '1000-01-01'

/**
 * Parses a date that a person typed: day, month, year (`31/12/2026`, `31122026`) or year, month, day
 * (`2026-12-31`), in any digits. Returns `YYYY-MM-DD`, undefined for other texts and for days that do not exist.
 */
export const parseTypedDate = (text: string): string | undefined => {
  const date = cleanNumber(text)
    .replace(digitsOnly, '$3-$2-$1')
    .replace(dayFirst, '$4-$3-$1')
    .replace(yearFirst, '$1-$3-$4')
    .replace(/-(\d)\b/g, '-0$1')
  return date >= firstDate && isIsoDate(date) ? date : undefined
}

/** Writes a date (`2026-12-31`) as fields for dates show it: `31/12/2026`. Returns other texts unchanged. */
export const formatTypedDate = (date: string): string =>
  isIsoDate(date) ? date.split('-').toReversed().join('/') : date
