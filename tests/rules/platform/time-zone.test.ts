import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseEventDateToIsoMidnight } from '#contract/event/event-rules.ts'
import {
  addDays,
  defaultTimeZone,
  formatWithOffset,
  getStartOfDay,
  isTimeZone,
  toDateInTimeZone,
  toDateTimeInTimeZone,
  toInstant,
} from '#contract/platform/time-zone.ts'
import type { Language } from '#i18n/languages.ts'
import {
  calendarDateToIsoMidnight,
  isoToLocalDateTime,
  localDateTimeToIso,
} from '#web/admin/shared/date-field-values.ts'
import { formatCalendarDate, formatDate, formatDateTime, formatTimeZone } from '#web/shared/format.ts'

/** The part of Temporal that is the oracle of these tests. */
type TemporalOracle = {
  PlainDateTime: {
    from: (text: string) => { toZonedDateTime: (zone: string) => { epochMilliseconds: number } }
  }
  Instant: {
    fromEpochMilliseconds: (ms: number) => {
      toZonedDateTimeISO: (zone: string) => {
        toPlainDateTime: () => { toString: (options: { smallestUnit: 'second' }) => string }
      }
    }
  }
}
/** Node has it from 26 on. */
const { Temporal } = globalThis as unknown as { Temporal: TemporalOracle }

const zone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'), 'UTC')
// the offset of Africa/Monrovia has seconds before 7 January 1972, and ISO 8601 writes offsets in minutes
const minute = fc
  .integer({ min: Date.UTC(1973, 0, 1) / 60_000, max: Date.UTC(2150, 0, 1) / 60_000 })
  .map((minutes) => new Date(minutes * 60_000))
const day = fc
  .date({ min: new Date('1000-01-01T00:00:00Z'), max: new Date('9999-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const lang = fc.constantFrom<Language>('en', 'ar')

/** Runs a function as a browser or server in another time zone would. */
const runInProcessZone = <T>(name: string, run: () => T): T => {
  const before = process.env.TZ
  process.env.TZ = name
  try {
    return run()
  } finally {
    if (before === undefined) delete process.env.TZ
    else process.env.TZ = before
  }
}
const processZone = fc.constantFrom('Asia/Riyadh', 'America/New_York', 'Pacific/Kiritimati', 'UTC')

describe('a local time', () => {
  it.skipIf(!Temporal)('of an instant is that of Temporal, and its offset leads back to the instant', () => {
    fc.assert(
      fc.property(minute, zone, (instant, name) => {
        const expected = Temporal.Instant.fromEpochMilliseconds(instant.getTime())
          .toZonedDateTimeISO(name)
          .toPlainDateTime()
        expect(toDateTimeInTimeZone(instant, name)).toBe(
          expected.toString({ smallestUnit: 'second' }).replace('T', ' '),
        )
        expect(Date.parse(formatWithOffset(instant.toISOString(), name))).toBe(instant.getTime())
      }),
    )
  })

  it.skipIf(!Temporal)(
    'is the instant of Temporal, also where clocks change, whatever the zone of the process',
    () => {
      fc.assert(
        fc.property(minute, zone, processZone, (time, name, here) => {
          // any date and time, of which some do not occur in the zone and some occur twice
          const local = time.toISOString().slice(0, 16).replace('T', ' ')
          const expected = Temporal.PlainDateTime.from(local.replace(' ', 'T')).toZonedDateTime(
            name,
          ).epochMilliseconds
          expect(runInProcessZone(here, () => toInstant(local, name).getTime())).toBe(expected)
        }),
        { numRuns: 500 },
      )
    },
  )

  it('is right where clocks are changed at midnight', () => {
    expect(getStartOfDay('2026-04-24', 'Africa/Cairo').toISOString()).toBe('2026-04-23T22:00:00.000Z')
    expect(getStartOfDay('2026-12-05', defaultTimeZone).toISOString()).toBe('2026-12-04T21:00:00.000Z')
    expect(toDateInTimeZone(new Date('2026-12-04T21:00:00Z'), defaultTimeZone)).toBe('2026-12-05')
  })

  it('survives the field for a date and a time', () => {
    fc.assert(
      fc.property(minute, zone, processZone, (instant, name, here) => {
        const picked = isoToLocalDateTime(instant.toISOString(), name)
        const saved = runInProcessZone(here, () => localDateTimeToIso(picked ?? '', name))
        expect(isoToLocalDateTime(saved, name)).toBe(picked)
      }),
    )
    for (const picked of [
      '',
      'tomorrow',
      '2026-11-18',
      '2026-11-18 25:00',
      '2026-13-01 10:00',
      '2026-11-18 9',
    ])
      expect(localDateTimeToIso(picked, 'UTC')).toBeNull()
    for (const value of [null, '', '03/05/2026', '2026', 'Tomorrow', '2026-11-18T25:00'])
      expect(isoToLocalDateTime(value, 'UTC')).toBeNull()
  })
})

describe('a calendar date of an event', () => {
  it('is the part before the T of what was sent, in every time zone', () => {
    const time = fc.constantFrom(
      '',
      'T00:00',
      'T23:59:59',
      'T09:30:15.250Z',
      'T23:30:00+14:00',
      'T00:30:00-11:00',
      ' 12:00 +03:00',
    )
    fc.assert(
      fc.property(day, time, processZone, lang, (date, rest, here, language) => {
        runInProcessZone(here, () => {
          const stored = parseEventDateToIsoMidnight(`${date}${rest}`)
          expect(stored).toBe(`${date}T00:00:00.000Z`)
          expect(calendarDateToIsoMidnight(date)).toBe(stored)
          expect(formatCalendarDate(stored ?? null, language)).toBe(formatCalendarDate(date, language))
          const dayNumber = String(Number(date.slice(8)))
          expect(
            formatCalendarDate(date, language)
              .replaceAll(/[^\d ]/g, '')
              .split(' '),
          ).toContain(dayNumber)
        })
      }),
    )
  })

  it('is the day that the text of a JavaScript Date names, in every time zone', () => {
    const zone = fc.constantFrom(
      'GMT+0300 (Arabian Standard Time)',
      'GMT-1100',
      'GMT+1400 (توقيت جزر لاين)',
      'GMT+0000',
    )
    const hour = fc.constantFrom('00:00:00', '12:30:59', '23:59:59')
    fc.assert(
      fc.property(day, hour, zone, processZone, (date, time, offset, here) => {
        const [weekday, dayNumber, month, year] = new Date(`${date}T00:00:00Z`)
          .toUTCString()
          .replace(',', '')
          .split(' ')
        const stored = `${date}T00:00:00.000Z`
        runInProcessZone(here, () => {
          expect(
            parseEventDateToIsoMidnight(`${weekday} ${month} ${dayNumber} ${year} ${time} ${offset}`),
          ).toBe(stored)
          expect(parseEventDateToIsoMidnight(`${weekday} ${month} ${dayNumber} ${year}`)).toBe(stored)
          expect(parseEventDateToIsoMidnight(`${weekday}, ${dayNumber} ${month} ${year} ${time} GMT`)).toBe(
            stored,
          )
          expect(parseEventDateToIsoMidnight(String(new Date(`${date}T${time}`)))).toBe(stored)
          const [numericYear, numericMonth, numericDay] = date.split('-')
          for (const digits of [
            `${numericDay}/${numericMonth}/${numericYear}`,
            `${numericYear}/${numericMonth}/${numericDay}`,
          ])
            expect(parseEventDateToIsoMidnight(digits)).toBeUndefined()
        })
      }),
    )
  })

  it('is rejected when it does not exist', () => {
    for (const text of [
      'Tue Feb 30 2027 00:00:00 GMT+0300',
      'Tue Foo 01 2026',
      'Tue Dec 01 2026 25:00:00 GMT+0300',
      'Dec 01 2026',
      '',
      'tomorrow',
      '2026-02-30',
      '0999-01-01',
      '2026-01-01T25:00',
      '+275760-09-13T00:00:00Z',
      '2026-01-01T00:00+03',
    ])
      expect(parseEventDateToIsoMidnight(text), text).toBeUndefined()
  })

  it('has following days', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
    expect(addDays('2028-03-01', -1)).toBe('2028-02-29')
  })
})

describe('a formatted instant', () => {
  it('is in the time zone of the site in both languages, whatever the zone of the browser', () => {
    for (const here of ['America/New_York', 'Pacific/Kiritimati'])
      runInProcessZone(here, () => {
        expect(formatDateTime('2026-12-05T11:05:00Z', 'en', 'Asia/Riyadh')).toBe('5 Dec 2026, 14:05')
        expect(formatDateTime('2026-12-05T11:05:00Z', 'ar', 'Asia/Riyadh')).toMatch(/^5 ديسمبر 2026.* 14:05$/)
        expect(formatDateTime('2026-07-05T22:05:00Z', 'en', 'Africa/Cairo')).toBe('6 Jul 2026, 01:05')
        expect(formatDate('2026-12-05T22:30:00Z', 'en', 'Asia/Riyadh')).toBe('6 Dec 2026')
        expect(formatTimeZone('Asia/Riyadh', 'en')).toBe('Saudi Arabia Time (GMT+3)')
        expect(formatTimeZone('Asia/Riyadh', 'ar')).toBe('توقيت المملكة العربية السعودية (غرينتش+3)')
        expect(formatTimeZone('UTC', 'en')).toBe('Coordinated Universal Time (GMT+0)')
      })
  })
})

describe('the name of a time zone', () => {
  it('is one that the database of time zones has', () => {
    for (const name of ['Asia/Riyadh', 'UTC', 'Africa/Cairo']) expect(isTimeZone(name)).toBe(true)
    for (const name of ['', '+03:00', 'Riyadh', "Asia/Riyadh'; drop", 'Mars/Base'])
      expect(isTimeZone(name)).toBe(false)
  })
})
