import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  hasAtMostThreeDecimals,
  parseDecimalToThousandths,
  parseDurationMs,
  roundToThousandths,
} from '#contract/platform/numbers.ts'
import {
  computeColumnTimeDecimals,
  formatAttemptTime,
  formatEventDates,
  formatMeasuredTimeOrDash,
  formatNumber,
  formatPointsAndTime,
  hasAnyMeasuredTime,
} from '#web/shared/format.ts'

it('formats times for people', () => {
  expect([0, 3500, 75_500, 123_045, 3_600_000, 3_723_004].map((ms) => formatAttemptTime(ms))).toEqual([
    '0:00',
    '0:03.5',
    '1:15.5',
    '2:03.045',
    '1:00:00',
    '1:02:03.004',
  ])
  expect(formatAttemptTime(60_000, computeColumnTimeDecimals([1500, 60_000, 20]))).toBe('1:00.00')
  expect([formatNumber(1234.5, 'en'), formatNumber(1234.5, 'ar')]).toEqual(['1,234.5', '1,234.5'])
})

it.each([
  ['2026-11-29', '2026-11-30', '29–30 Nov 2026', '29–30 نوفمبر 2026'],
  ['2026-11-30', '2026-11-29', '29–30 Nov 2026', '29–30 نوفمبر 2026'],
  ['2026-11-29', '2026-12-01', '29 Nov – 1 Dec 2026', '29 نوفمبر – 1 ديسمبر 2026'],
  ['2026-12-31', '2027-01-02', '31 Dec 2026 – 2 Jan 2027', '31 ديسمبر 2026 – 2 يناير 2027'],
  ['2026-11-29', '2026-11-29', '29 Nov 2026', '29 نوفمبر 2026'],
  ['2026-11-29', null, '29 Nov 2026', '29 نوفمبر 2026'],
  [null, '2026-11-29', '29 Nov 2026', '29 نوفمبر 2026'],
  [null, null, '', ''],
])(
  'writes the days of an event from %s to %s without what they have in common',
  (startDate, endDate, en, ar) => {
    expect(formatEventDates({ startDate, endDate }, 'en')).toBe(en)
    expect(formatEventDates({ startDate, endDate }, 'ar')).toBe(ar)
  },
)

it('never shows a time that was not measured', () => {
  expect([formatMeasuredTimeOrDash(0), formatMeasuredTimeOrDash(75_500, 2)]).toEqual(['–', '1:15.50'])
  expect([formatPointsAndTime(80, 0, 'en'), formatPointsAndTime(80, 62_500, 'en')]).toEqual([
    '80',
    '80 · 1:02.5',
  ])
  expect([hasAnyMeasuredTime([]), hasAnyMeasuredTime([0, 0]), hasAnyMeasuredTime([0, 1])]).toEqual([
    false,
    false,
    true,
  ])
})

it('parses every time that it formats', () => {
  fc.assert(
    fc.property(fc.nat(1_000_000_000), (ms) => {
      expect(parseDurationMs(formatAttemptTime(ms))).toBe(ms)
    }),
  )
})

it('parses numbers in any digits, and nothing else', () => {
  expect(['12', '٧٥٫٥', '۱۲.25', '-3', '1,5', '0.001', ' 7 '].map(parseDecimalToThousandths)).toEqual([
    12_000, 75_500, 12_250, -3000, 1500, 1, 7000,
  ])
  for (const bad of ['', '1.2345', '1e3', 'x', '1.', '--1', '0x1', '1 2', '1234567890123'])
    expect([bad, parseDecimalToThousandths(bad)]).toEqual([bad, undefined])
  expect(['75.5', '1:15.5', '١:١٥', '1:00:00', '90:00'].map(parseDurationMs)).toEqual([
    75_500, 75_500, 75_000, 3_600_000, 5_400_000,
  ])
  for (const bad of ['', '-1', '1:60', '1:60:00', '1:2:3:4', ':5', '1:x', 'a:10'])
    expect([bad, parseDurationMs(bad)]).toEqual([bad, undefined])
})

it('rejects a comma that may separate thousands, and accepts every other comma', () => {
  const ambiguous = ['1,000', '-1,000', '−12,345', '١,٠٠٠', '999,999', ' 1,000 ', '\u200f1,000']
  const grouped = [
    '1.000,5',
    '1,000.5',
    '1,000,000',
    '1 000',
    '1\u00a0000',
    '1\u202f000',
    '١٬٠٠٠',
    '١٬٠٠٠٫٥',
    "1'000",
    '1،000',
  ]
  for (const refused of [...ambiguous, ...grouped])
    expect([refused, parseDecimalToThousandths(refused)]).toEqual([refused, undefined])
  for (const refused of ['1,000', '1 000', '1,000:00', '١٬٠٠٠'])
    expect([refused, parseDurationMs(refused)]).toEqual([refused, undefined])
  expect(
    ['1000', '1.000', '0,125', '1000,125', '1234,567', '1,25', '١٫٠٠٠', '١٠٠٠'].map(
      parseDecimalToThousandths,
    ),
  ).toEqual([1_000_000, 1000, 125, 1_000_125, 1_234_567, 1250, 1000, 1_000_000])
  expect(['1:15,500', '0,125'].map(parseDurationMs)).toEqual([75_500, 125])
})

it('reads a minus of any kind before a number, and marks of direction around it', () => {
  expect(['−5', '–5', '\u200f12', '\u200e-3\u061c', '-0'].map(parseDecimalToThousandths)).toEqual([
    -5000, -5000, 12_000, -3000, 0,
  ])
  expect(['5−', '5−3', '5–3'].map(parseDecimalToThousandths)).toEqual([undefined, undefined, undefined])
  expect([' 1:15 ', '1:a:10', '1:10:a'].map(parseDurationMs)).toEqual([75_000, undefined, undefined])
})

it('a number has three decimals, apart from the error of a binary fraction', () => {
  const added = 0.1 + 0.2
  expect([0.3, added, 1.005, -1.005, 100_000_000, 0].map(hasAtMostThreeDecimals)).not.toContain(false)
  expect([0.0005, 1.0001, -2.3456].map(hasAtMostThreeDecimals)).not.toContain(true)
  expect([added, 1.0004, 1.0006, -2.3456, -0.0001].map(roundToThousandths)).toEqual([
    0.3, 1, 1.001, -2.346, 0,
  ])
})
