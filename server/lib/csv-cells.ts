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
