import { msPerDay } from './time.ts'

/** The time zone of a site that has chosen none. */
export const defaultTimeZone = 'Asia/Riyadh'

/**
 * Returns true when a text is the name of a time zone, such as `Asia/Riyadh` or `UTC`. Offsets such as
 * `+03:00` are no names.
 */
export const isTimeZone = (name: string): boolean => {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

const partFormats = new Map<string, Intl.DateTimeFormat>()
const getPartFormat = (timeZone: string): Intl.DateTimeFormat => {
  const cached = partFormats.get(timeZone)
  if (cached) return cached
  const format = new Intl.DateTimeFormat('en-US-u-ca-iso8601-nu-latn', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'longOffset',
  })
  partFormats.set(timeZone, format)
  return format
}
const getParts = (instant: Date, timeZone: string) => {
  const parts = Object.fromEntries(
    getPartFormat(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  )
  const date = `${parts.year?.padStart(4, '0')}-${parts.month}-${parts.day}`
  return {
    date,
    time: `${parts.hour}:${parts.minute}:${parts.second}`,
    offset: parts.timeZoneName?.replace('GMT', '') || '+00:00',
  }
}

/** Returns the calendar date of an instant in a time zone: `2026-12-05`. */
export const toDateInTimeZone = (instant: Date, timeZone: string): string => getParts(instant, timeZone).date

/** Returns the date and time of an instant in a time zone, without the offset: `2026-12-05 14:05:00`. */
export const toDateTimeInTimeZone = (instant: Date, timeZone: string): string => {
  const { date, time } = getParts(instant, timeZone)
  return `${date} ${time}`
}

/** Formats an instant with the offset of a time zone (RFC 3339) for files: `2026-12-05T14:05:00+03:00`. */
export const formatWithOffset = (iso: string, timeZone: string): string => {
  const { date, time, offset } = getParts(new Date(iso), timeZone)
  return `${date}T${time}${offset}`
}

const parseAsUtc = (localDateTime: string): number => Date.parse(`${localDateTime.replace(' ', 'T')}Z`)

/**
 * Returns the instant of a local date and time (`2026-12-05 14:05`) in a time zone, as the `compatible` mode
 * of Temporal does: a time that clocks skip is moved by the skipped hour, and of a time that occurs twice the
 * earlier instant is returned.
 */
export const toInstant = (localDateTime: string, timeZone: string): Date => {
  const wanted = parseAsUtc(localDateTime)
  const toLocal = (time: number) => parseAsUtc(toDateTimeInTimeZone(new Date(time), timeZone))
  const [before, after] = [-msPerDay, msPerDay].map((days) => toLocal(wanted + days) - (wanted + days)) as [
    number,
    number,
  ]
  const found = [wanted - before, wanted - after].find((time) => toLocal(time) === wanted)
  return new Date(found ?? wanted - before)
}

/** Returns the instant at which a calendar date (`2026-12-05`) starts in a time zone. */
export const getStartOfDay = (date: string, timeZone: string): Date => toInstant(`${date} 00:00`, timeZone)

/**
 * Returns the calendar date that is a number of days after another: `addDays('2026-12-31', 1)` is
 * `2027-01-01`.
 */
export const addDays = (date: string, days: number): string =>
  new Date(parseAsUtc(`${date} 00:00`) + days * msPerDay).toISOString().slice(0, 10)
