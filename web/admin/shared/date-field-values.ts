import { toDateTimeInTimeZone, toInstant } from '#contract/platform/time-zone.ts'

const localDateTime = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}(?::\d{2})?$/
const calendarDate = /^\d{4}-\d{2}-\d{2}$/

/** Tells whether the value of a field is ISO 8601 with a time, and not a text that cannot be read. */
export const isInstant = (value: string | null): value is string =>
  /^\d{4}-\d{2}-\d{2}T/.test(value ?? '') && !Number.isNaN(Date.parse(value ?? ''))

/** Converts a date and time (`YYYY-MM-DD HH:mm`, in a time zone) to ISO 8601; null for other texts. */
export const localDateTimeToIso = (value: string, timeZone: string): string | null =>
  localDateTime.test(value) && !Number.isNaN(Date.parse(`${value.replace(' ', 'T')}Z`))
    ? toInstant(value, timeZone).toISOString()
    : null

/** Converts ISO 8601 to a date and time in a time zone (`YYYY-MM-DD HH:mm:ss`); null for other texts. */
export const isoToLocalDateTime = (iso: string | null, timeZone: string): string | null =>
  isInstant(iso) ? toDateTimeInTimeZone(new Date(iso), timeZone) : null

/** Converts a calendar date (`YYYY-MM-DD`) to ISO 8601; null for other texts. */
export const calendarDateToIsoMidnight = (value: string): string | null =>
  calendarDate.test(value) ? `${value}T00:00:00.000Z` : null
