import { cleanNumber } from '#contract/rules/identity.ts'
import { toDateTimeInTimeZone, toInstant } from '#contract/rules/time-zone.ts'

const localDateTime = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}/
const calendarDate = /^\d{4}-\d{2}-\d{2}$/

/**
 * Parses a typed date: year, month, day, in any digits, divided by `-`, `/` or `.`. Returns `YYYY-MM-DD`, or
 * null for other texts, such as `03/05/2012`, and for days that do not exist.
 */
export const parseTypedDate = (text: string): string | null => {
  const [, year = '', month = '', day = ''] =
    /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(cleanNumber(text)) ?? []
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const parsed = new Date(`${date}T00:00:00Z`)
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(date) ? date : null
}

/** Converts a date and time (`YYYY-MM-DD HH:mm`, in a time zone) to ISO 8601; null for other texts. */
export const pickerValueToIso = (value: string, timeZone: string): string | null => {
  const text = localDateTime.exec(value)?.[0]
  return text ? toInstant(text, timeZone).toISOString() : null
}

/** Converts ISO 8601 to a date and time in a time zone (`YYYY-MM-DD HH:mm:ss`); null for other texts. */
export const isoToPickerValue = (iso: string | null, timeZone: string): string | null =>
  iso?.includes('T') && !Number.isNaN(Date.parse(iso)) ? toDateTimeInTimeZone(new Date(iso), timeZone) : null

/** Converts a calendar date (`YYYY-MM-DD`) to ISO 8601; null for other texts. */
export const calendarDateToIso = (value: string): string | null =>
  calendarDate.test(value) ? `${value}T00:00:00.000Z` : null
