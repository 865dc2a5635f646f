import { toWesternDigits } from '#contract/rules/identity.ts'
import { parsePhone } from './phone.ts'

/** Converts a cell to E.164: a number as the exports write it, without the plus, or as people type it. Undefined for an invalid one. */
export const parsePhoneCell = (cell: string): string | undefined => {
  const digits = toWesternDigits(cell)
  // a number with a country code is unambiguous, so it comes first
  return (/^[1-9]\d{9,14}$/.test(digits) ? parsePhone(`+${digits}`) : undefined) ?? parsePhone(cell)
}

/** Converts a contact, which is a phone number or another text, as `parsePhoneCell` does. Other texts stay as they are. */
export const normalizeContactCell = (cell: string): string => parsePhoneCell(cell) ?? cell

/**
 * Converts a day to `YYYY-MM-DD`. Only the order year, month, day is unambiguous; the separator may be a hyphen, slash or point. Undefined for other texts and for
 * days that do not exist.
 */
export const parseDateCell = (cell: string): string | undefined => {
  const [, year = '', month = '', day = ''] =
    /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[ T]00:00(?::00)?)?$/.exec(toWesternDigits(cell.replace(/[\u200e\u200f\u061c]/g, ''))) ?? []
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const time = Date.parse(`${date}T00:00:00Z`)
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== date ? undefined : date
}
