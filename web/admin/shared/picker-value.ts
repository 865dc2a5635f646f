import { toInstant, toLocalDateTime } from '#contract/rules/time-zone.ts'

const localDateTime = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}/
const calendarDate = /^\d{4}-\d{2}-\d{2}$/

/** Converts the value of a date and time picker (`YYYY-MM-DD HH:mm:ss`, in a time zone) to ISO 8601; null stays null. */
export const pickerValueToIso = (value: string | null, timeZone: string): string | null => {
  const text = value && localDateTime.exec(value)?.[0]
  return text ? toInstant(text, timeZone).toISOString() : null
}

/** Converts ISO 8601 to the value of a date and time picker in a time zone. */
export const isoToPickerValue = (iso: string | null, timeZone: string): string | null =>
  iso ? toLocalDateTime(new Date(iso), timeZone) : null

/** Converts the value of a date picker (`YYYY-MM-DD`) to a calendar date in ISO 8601; null stays null. */
export const pickedDateToIso = (value: string | null): string | null =>
  value && calendarDate.test(value) ? `${value}T00:00:00.000Z` : null
