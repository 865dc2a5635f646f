import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isIsoDate } from '#contract/people/teams/age.ts'
import { formatIsoDateDayFirst, parseTypedDate } from '#contract/platform/typed-date.ts'
import { parseTypedTimeOfDay } from '#contract/platform/typed-time.ts'

const date = fc
  .date({ min: new Date('1000-01-01T00:00:00Z'), max: new Date('9999-12-31T00:00:00Z'), noInvalidDate: true })
  .map((instant) => instant.toISOString().slice(0, 10))
const separator = fc.constantFrom('/', '-', '.', ' ', '\u060d', '\u2010', '\u2013', ' / ')
/** Writes Western digits in the digits of a language. */
const script = fc
  .constantFrom('0', '٠', '۰')
  .map(
    (zero) => (text: string) =>
      text.replace(/\d/g, (digit) => String.fromCodePoint((zero.codePointAt(0) ?? 0) + Number(digit))),
  )
/** What may surround a copied text. */
const surroundings = fc.constantFrom(
  ['', ''],
  [' ', ' '],
  ['\u2066', '\u2069'],
  ['\u200f', '\t'],
  ['\u00a0', ''],
)

describe('a typed date', () => {
  it('is read with the day first and with the year first, in any digits, with or without leading zeros', () => {
    fc.assert(
      fc.property(
        date,
        separator,
        script,
        surroundings,
        fc.boolean(),
        fc.boolean(),
        (iso, divider, write, [before, after], isPadded, hasYearFirst) => {
          const [year = '', ...monthAndDay] = iso.split('-')
          const [month, day] = isPadded ? monthAndDay : monthAndDay.map((part) => String(Number(part)))
          const typed = (hasYearFirst ? [year, month, day] : [day, month, year]).join(divider)
          expect(parseTypedDate(`${before}${write(typed)}${after}`)).toBe(iso)
        },
      ),
    )
  })

  it('is read as it is shown', () => {
    fc.assert(
      fc.property(date, (iso) => {
        const [year, month, day] = iso.split('-')
        expect(formatIsoDateDayFirst(iso)).toBe(`${day}/${month}/${year}`)
        expect(parseTypedDate(formatIsoDateDayFirst(iso))).toBe(iso)
        expect(formatIsoDateDayFirst(formatIsoDateDayFirst(iso))).toBe(formatIsoDateDayFirst(iso))
      }),
    )
  })

  it('needs no separator for the years 1900 to 2199', () => {
    fc.assert(
      fc.property(date, script, (iso, write) => {
        const [year = '', month, day] = iso.split('-')
        const isNear = year >= '1900' && year < '2200'
        expect(parseTypedDate(write(`${day}${month}${year}`))).toBe(isNear ? iso : undefined)
      }),
    )
  })

  it('is a day of the calendar, for any numbers', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 99 }),
        fc.integer({ min: 0, max: 99 }),
        fc.integer({ min: 1000, max: 9999 }),
        separator,
        (day, month, year, divider) => {
          const exists =
            month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate()
          expect(parseTypedDate([day, month, year].join(divider)) !== undefined).toBe(exists)
          expect(parseTypedDate([year, month, day].join(divider)) !== undefined).toBe(exists)
        },
      ),
    )
  })

  it('is YYYY-MM-DD or undefined, for any text', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'grapheme' }),
          fc.string({ unit: fc.constantFrom(...'0123٤٥۶۷89/-. \u060d\u200f') }),
        ),
        (text) => {
          const read = parseTypedDate(text)
          expect(read === undefined || (isIsoDate(read) && read >= '1000-01-01')).toBe(true)
        },
      ),
    )
  })

  it.each([
    ['31/12/2026', '2026-12-31'],
    ['31-12-2026', '2026-12-31'],
    ['31.12.2026', '2026-12-31'],
    ['2026-12-31', '2026-12-31'],
    ['٣١/١٢/٢٠٢٦', '2026-12-31'],
    ['۳۱/۱۲/۲۰۲۶', '2026-12-31'],
    ['03/05/2026', '2026-05-03'],
    [' 2026/2/5 ', '2026-02-05'],
    ['٢٠٢٦.٢.٥', '2026-02-05'],
    ['29/2/2028', '2028-02-29'],
    ['31122026', '2026-12-31'],
    ['20102012', '2012-10-20'],
    ['29/02/2026', undefined],
    ['31/02/2026', undefined],
    ['12/31/2026', undefined],
    ['31/12/26', undefined],
    ['31/12-2026', undefined],
    ['31/12/0926', undefined],
    ['20261231', undefined],
    ['3112026', undefined],
    ['2026-12', undefined],
    ['2026-12-31T00:00', undefined],
    ['tomorrow', undefined],
    ['', undefined],
  ])('%s is read as %s', (text, read) => {
    expect(parseTypedDate(text)).toBe(read)
  })

  it.each(['', '31/12/2026', '31/02/2026', '2026-02-31', 'tomorrow'])('%s is shown as it is', (text) => {
    expect(formatIsoDateDayFirst(text)).toBe(text)
  })
})

describe('a typed time', () => {
  it('is read in any digits, with or without a separator', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 23 }),
        fc.integer({ min: 0, max: 59 }),
        fc.constantFrom(':', '.', '', ' : '),
        fc.boolean(),
        script,
        (hours, minutes, divider, isPadded, write) => {
          const [padded, minute] = [hours, minutes].map((part) => String(part).padStart(2, '0'))
          expect(parseTypedTimeOfDay(write(`${isPadded ? padded : hours}${divider}${minute}`))).toBe(
            `${padded}:${minute}`,
          )
        },
      ),
    )
  })

  it.each(['', '9', '24:00', '23:60', '9:5', '9:05 pm', '12:30:00', 'noon'])('%s is no time', (text) => {
    expect(parseTypedTimeOfDay(text)).toBeUndefined()
  })
})
