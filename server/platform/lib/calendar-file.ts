import { addDays } from '#contract/platform/time-zone.ts'

/**
 * An event of a calendar, which recognizes it by `uid`: of whole days, with the calendar dates (`2026-12-05`)
 * of the first and the last one, or between two instants. `sequence` counts its changes.
 */
export type CalendarEvent = {
  uid: string
  updatedAt: Date
  sequence?: number
  title: string
  description: string
  url: string
} & ({ startDate: string; endDate: string } | { startsAt: Date; endsAt: Date })

const maxLineBytes = 75

/**
 * Escapes a text value (RFC 5545, section 3.3.11) and removes the control characters that no value may have.
 */
const escapeText = (text: string): string =>
  text
    .replaceAll(/\r\n?/g, '\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed
    .replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
    .replaceAll(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n')

/** Folds a line into parts of 75 bytes at most, never inside a character (RFC 5545, section 3.1). */
const foldLine = (line: string): string => {
  let folded = ''
  let length = 0
  for (const character of line) {
    const bytes = Buffer.byteLength(character)
    if (length + bytes > maxLineBytes) {
      folded += '\r\n '
      length = 1
    }
    folded += character
    length += bytes
  }
  return folded
}

const toBasicDate = (date: string) => date.replaceAll('-', '')
const toBasicInstant = (instant: Date) => instant.toISOString().replaceAll(/[-:]|\.\d+/g, '')

/**
 * Builds the lines with the start and the end of an event. Calendar dates have no time zone, and the end of a
 * calendar file is the day after the last one.
 */
const buildTimeLines = (event: CalendarEvent): string[] => {
  if ('startsAt' in event)
    return [`DTSTART:${toBasicInstant(event.startsAt)}`, `DTEND:${toBasicInstant(event.endsAt)}`]
  const { startDate, endDate } = event
  return [
    `DTSTART;VALUE=DATE:${toBasicDate(startDate)}`,
    // the day after the last date of four digits cannot be written; without an end the event lasts one day
    ...(endDate < '9999-12-31' ? [`DTEND;VALUE=DATE:${toBasicDate(addDays(endDate, 1))}`] : []),
  ]
}

const buildEventLines = (event: CalendarEvent): string[] => [
  'BEGIN:VEVENT',
  `UID:${event.uid}`,
  `DTSTAMP:${toBasicInstant(event.updatedAt)}`,
  `LAST-MODIFIED:${toBasicInstant(event.updatedAt)}`,
  ...(event.sequence === undefined ? [] : [`SEQUENCE:${event.sequence}`]),
  ...buildTimeLines(event),
  `SUMMARY:${escapeText(event.title)}`,
  `DESCRIPTION:${escapeText(event.description)}`,
  `URL:${event.url}`,
  // whole days do not make a person busy
  ...('startDate' in event ? ['TRANSP:TRANSPARENT'] : []),
  'END:VEVENT',
]

/**
 * Builds a calendar file (iCalendar, RFC 5545). `refreshInterval` (`P1D`) is how often calendars read it
 * again.
 */
export const buildCalendarFile = (
  name: string,
  events: readonly CalendarEvent[],
  refreshInterval = 'P1D',
): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Botola//Events//EN',
    'CALSCALE:GREGORIAN',
    `NAME:${escapeText(name)}`,
    `X-WR-CALNAME:${escapeText(name)}`,
    `REFRESH-INTERVAL;VALUE=DURATION:${refreshInterval}`,
    ...events.flatMap(buildEventLines),
    'END:VCALENDAR',
  ]
    .map((line) => `${foldLine(line)}\r\n`)
    .join('')
