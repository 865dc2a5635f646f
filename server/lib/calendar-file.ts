import { addDays } from '#contract/rules/time-zone.ts'

/** An event that lasts whole days. `startDate` and `endDate` are calendar dates (`2026-12-05`), both included. Calendars recognize it by `uid`. */
export type CalendarEvent = {
  uid: string
  updatedAt: Date
  startDate: string
  endDate: string
  title: string
  description: string
  url: string
}

const maxLineBytes = 75

/** Escapes a text value (RFC 5545, section 3.3.11) and removes the control characters that no value may have. */
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

/** Builds the lines of an event. Its dates are calendar dates without a time zone; the end of a calendar file is the day after the last one. */
const buildEventLines = ({ uid, updatedAt, startDate, endDate, title, description, url }: CalendarEvent): string[] => [
  'BEGIN:VEVENT',
  `UID:${uid}`,
  `DTSTAMP:${toBasicInstant(updatedAt)}`,
  `LAST-MODIFIED:${toBasicInstant(updatedAt)}`,
  `DTSTART;VALUE=DATE:${toBasicDate(startDate)}`,
  // the day after the last date of four digits cannot be written; without an end the event lasts one day
  ...(endDate < '9999-12-31' ? [`DTEND;VALUE=DATE:${toBasicDate(addDays(endDate, 1))}`] : []),
  `SUMMARY:${escapeText(title)}`,
  `DESCRIPTION:${escapeText(description)}`,
  `URL:${url}`,
  'TRANSP:TRANSPARENT',
  'END:VEVENT',
]

/** Builds a calendar file (iCalendar, RFC 5545). */
export const buildCalendarFile = (name: string, events: readonly CalendarEvent[]): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Botola//Events//EN',
    'CALSCALE:GREGORIAN',
    `NAME:${escapeText(name)}`,
    `X-WR-CALNAME:${escapeText(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:P1D',
    ...events.flatMap(buildEventLines),
    'END:VCALENDAR',
  ]
    .map((line) => `${foldLine(line)}\r\n`)
    .join('')
