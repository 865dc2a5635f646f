import fc from 'fast-check'
import { expect, it } from 'vitest'
import { buildCalendarFile, type CalendarEvent } from '#server/platform/lib/calendar-file.ts'

const event: CalendarEvent = {
  uid: '01890000-0000-7000-8000-000000000001',
  updatedAt: new Date('2026-01-02T03:04:05.678Z'),
  startDate: '2026-12-31',
  endDate: '2026-12-31',
  title: 'Final',
  description: 'The last day.',
  url: 'https://botola.example/events/final/',
}

/** Reads a file as RFC 5545 says: folded lines are joined, then names and values are split. */
const parse = (file: string) =>
  file
    .replaceAll('\r\n ', '')
    .split('\r\n')
    .map((line) => [line.slice(0, line.search(/[:;]/)), line.slice(line.indexOf(':') + 1)] as const)
const find = (file: string, name: string) => parse(file).find(([found]) => found === name)?.[1]
const unescapeText = (text: string) =>
  text.replaceAll(/\\([\\;,n])/g, (_, character) => (character === 'n' ? '\n' : character))

it('A calendar file has whole days without a time zone, and ends on the day after the last one', () => {
  const file = buildCalendarFile('Events', [event])
  expect(file.split('\r\n').slice(7, 14)).toEqual([
    'BEGIN:VEVENT',
    'UID:01890000-0000-7000-8000-000000000001',
    'DTSTAMP:20260102T030405Z',
    'LAST-MODIFIED:20260102T030405Z',
    'DTSTART;VALUE=DATE:20261231',
    'DTEND;VALUE=DATE:20270101',
    'SUMMARY:Final',
  ])
  expect(find(buildCalendarFile('Events', [{ ...event, endDate: '2028-02-28' }]), 'DTEND')).toBe('20280229')
  expect(
    find(
      buildCalendarFile('Events', [{ ...event, startDate: '9999-12-31', endDate: '9999-12-31' }]),
      'DTEND',
    ),
  ).toBeUndefined()
})

it('Any text comes back from a calendar file, whose lines have 75 bytes at most', () => {
  const text = fc.string({
    unit: fc.oneof(
      fc.constantFrom('\\', ';', ',', '\n', ':', 'ع', 'ﷺ', '🤖', ' '),
      fc.string({ unit: 'grapheme' }),
    ),
    maxLength: 200,
  })
  fc.assert(
    fc.property(text, text, (title, description) => {
      // control characters are removed
      const [cleanTitle, cleanDescription] = [title, description].map((each) =>
        // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what the file leaves out
        each.replaceAll(/\r\n?/g, '\n').replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f]/g, ''),
      )
      const file = buildCalendarFile('Events', [{ ...event, title, description }])
      expect(unescapeText(find(file, 'SUMMARY') ?? '')).toBe(cleanTitle)
      expect(unescapeText(find(file, 'DESCRIPTION') ?? '')).toBe(cleanDescription)
      for (const line of file.split('\r\n')) {
        expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
        expect(Buffer.from(line).toString()).toBe(line)
      }
      expect(parse(file).filter(([name]) => name === 'BEGIN')).toHaveLength(2)
    }),
  )
})
