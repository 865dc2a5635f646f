import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { type DateOrder, dateOrders } from '#contract/platform/import.schema.ts'
import {
  createDateOrderFinder,
  parseDateCellOrProblem,
  parseInstantCellOrProblem,
} from '#server/platform/lib/date-cells.ts'
import type { ImportColumn } from '#server/platform/lib/import-columns.ts'
import { parseCsvFileAndListProblems } from '#server/platform/lib/parse-csv.ts'

const readDate = (cell: string, order: DateOrder = 'dayFirst') => {
  const read = parseDateCellOrProblem(cell, order)
  return 'problem' in read ? read.problem : read.date
}
const readInstant = (cell: string, order: DateOrder = 'dayFirst') => {
  const read = parseInstantCellOrProblem(cell, { order, timeZone: 'Asia/Riyadh' })
  return 'problem' in read ? read.problem : read.instant?.toISOString()
}
const findOrder = (...cells: string[]) => {
  const finder = createDateOrderFinder()
  for (const [at, text] of cells.entries()) finder.add({ line: at + 2, column: 'dob', text })
  return finder.find()
}

test.each([
  ['2012-05-03', '2012-05-03'],
  ['٢٠١٢-٠٥-٠٣', '2012-05-03'],
  ['۲۰۱۲/۵/۳', '2012-05-03'],
  ['2012/5/3', '2012-05-03'],
  ['2012-05-03 00:00:00', '2012-05-03'],
  ['2012-05-03 12:00:00 AM', '2012-05-03'],
  ['2012-05-03 12:00 ص', '2012-05-03'],
  ['2012-05-03 10:00', 'bad-format'],
  ['25/12/2012', '2012-12-25'],
  ['25.12.2012', '2012-12-25'],
  ['25-12-2012', '2012-12-25'],
  ['25 / 12 / 2012', '2012-12-25'],
  ['25/12-2012', 'bad-format'],
  ['\u200f25/12/2012', '2012-12-25'],
  ['٢٥/١٢/٢٠١٢', '2012-12-25'],
  ['25\u060d12\u060d2012', '2012-12-25'],
  ['23-Nov-26', '2026-11-23'],
  ['3 May 2012', '2012-05-03'],
  ['3-Sept-2012', '2012-09-03'],
  ['Monday, November 23, 2026', '2026-11-23'],
  ['23 نوفمبر، 2026', '2026-11-23'],
  ['23/نوفمبر/2026', '2026-11-23'],
  ['الاثنين، 23 نوفمبر، 2026', '2026-11-23'],
  ['23 تشرين الثاني 2026', '2026-11-23'],
  ['3 أفريل 2012', '2012-04-03'],
  ['3 ابريل 2012م', '2012-04-03'],
  ['1-Jan-49', '2049-01-01'],
  ['1-Jan-50', '1950-01-01'],
  ['3-5-212', 'bad-format'],
  ['5/2012', 'bad-format'],
  ['23-Nov', 'bad-format'],
  ['20120503', 'bad-format'],
  ['soon', 'bad-format'],
  ['2012-13-03', 'no-such-day'],
  ['2012-02-30', 'no-such-day'],
  ['31/02/2014', 'no-such-day'],
  ['31/04/2014', 'no-such-day'],
  ['29/02/2013', 'no-such-day'],
  ['29/02/2012', '2012-02-29'],
  ['31-Feb-2014', 'no-such-day'],
  ['45/45/2014', 'no-such-day'],
  ['41032', 'serial-date'],
  ['46349.833333', 'serial-date'],
  ['11/06/1433', 'hijri-date'],
  ['1433-06-11', 'hijri-date'],
  ['11/6/33 هـ', 'hijri-date'],
  ['', undefined],
])('the date %j is read as %j', (cell, date) => {
  expect(readDate(cell)).toBe(date)
})

test.each([
  ['2026-11-23 20:00', '2026-11-23T17:00:00.000Z'],
  ['2026-11-23T20:00:30.5', '2026-11-23T17:00:30.500Z'],
  ['2026-11-23T20:00:00Z', '2026-11-23T20:00:00.000Z'],
  ['2026-11-23T20:00:00-03:00', '2026-11-23T23:00:00.000Z'],
  ['23/11/2026 20:00', '2026-11-23T17:00:00.000Z'],
  ['23/11/2026 8:00 PM', '2026-11-23T17:00:00.000Z'],
  ['23/11/2026 12:30 AM', '2026-11-22T21:30:00.000Z'],
  ['23/11/2026 08:00:00 م', '2026-11-23T17:00:00.000Z'],
  ['٢٣/١١/٢٠٢٦ ٠٨:٠٠ ص', '2026-11-23T05:00:00.000Z'],
  ['23-Nov-26 20:00', '2026-11-23T17:00:00.000Z'],
  ['23 نوفمبر 2026، 08:00 مساءً', '2026-11-23T17:00:00.000Z'],
  ['2026-11-23', '2026-11-22T21:00:00.000Z'],
  ['2026-11-23 24:00', 'bad-format'],
  ['2026-11-23 13:00 PM', 'bad-format'],
  ['2026-11-23 10:60', 'bad-format'],
  ['20:00', 'bad-format'],
])('the time %j is read as %j', (cell, instant) => {
  expect(readInstant(cell)).toBe(instant)
})

const calendarDate = fc.date({
  min: new Date('2000-01-01'),
  max: new Date('2049-12-31'),
  noInvalidDate: true,
})
const write: Record<DateOrder, (date: Date, separator: string) => string> = {
  dayFirst: (date, separator) =>
    [date.getUTCDate(), date.getUTCMonth() + 1, date.getUTCFullYear()].join(separator),
  monthFirst: (date, separator) =>
    [date.getUTCMonth() + 1, date.getUTCDate(), date.getUTCFullYear()].join(separator),
  yearFirst: (date, separator) =>
    [String(date.getUTCFullYear()).slice(2), date.getUTCMonth() + 1, date.getUTCDate()].join(separator),
}

describe('the order of the dates of a file', () => {
  it('is known or asked for, and then every date is read as it was written', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...dateOrders),
        fc.constantFrom('/', '-', '.'),
        fc.array(calendarDate, { minLength: 1, maxLength: 20 }),
        (written, separator, dates) => {
          const cells = dates.map((date) => write[written](date, separator))
          const { order, question } = findOrder(...cells)
          if (question) expect(question.readings.map((reading) => reading.order)).toContain(written)
          const known = question ? written : order
          expect(cells.map((cell) => readDate(cell, known))).toEqual(
            dates.map((date) => date.toISOString().slice(0, 10)),
          )
        },
      ),
    )
  })

  it('is asked for with an example when no date tells it', () => {
    expect(findOrder('05/05/2014', '12/05/2014', '2016-08-13').question).toEqual({
      line: 3,
      field: 'dob',
      value: '12/05/2014',
      readings: [
        { order: 'dayFirst', date: '2014-05-12' },
        { order: 'monthFirst', date: '2014-12-05' },
      ],
    })
    // a year of two digits may be first
    expect(findOrder('12/05/14').question?.readings).toEqual([
      { order: 'dayFirst', date: '2014-05-12' },
      { order: 'monthFirst', date: '2014-12-05' },
      { order: 'yearFirst', date: '2012-05-14' },
    ])
  })

  it.each([
    [['12/05/2014', '13/8/2016'], 'dayFirst'],
    [['12/05/2014', '8/13/2016'], 'monthFirst'],
    [['12/05/2014', '31/02/2014'], 'dayFirst'],
    [['05/05/2014', '2014-12-05', '3-May-12'], 'dayFirst'],
    [[], 'dayFirst'],
  ] as const)('is known from %j', (cells, order) => {
    expect(findOrder(...cells)).toEqual({ order })
  })

  it('is that of most dates where they contradict each other, and the others are no dates', () => {
    const cells = ['8/13/2016', '8/14/2016', '13/8/2016', '12/05/2014']
    const { order, question } = findOrder(...cells)
    expect([order, question]).toEqual(['monthFirst', undefined])
    expect(cells.map((cell) => readDate(cell, order))).toEqual([
      '2016-08-13',
      '2016-08-14',
      'not-monthFirst',
      '2014-12-05',
    ])
  })
})

describe('a file as Excel writes it with the settings of a country', () => {
  const columns: ImportColumn<'team' | 'time' | 'born'>[] = [
    { name: 'team', title: { en: 'Team', ar: 'الفريق' } },
    { name: 'time', title: { en: 'Time', ar: 'الوقت' }, format: 'instant' },
    { name: 'born', title: { en: 'Date of birth', ar: 'تاريخ الميلاد' }, format: 'date' },
  ]
  const parse = (name: string, dateOrder?: DateOrder) =>
    parseCsvFileAndListProblems(
      { path: join(import.meta.dirname, '../fixtures/spreadsheets', name), dateOrder },
      { columns, maxRows: 10 },
    )

  it.each([
    ['united-states.csv', '2014-05-04', '2014-12-05'],
    ['united-states-12-hours.csv', '2014-04-05', '2014-05-13'],
    ['united-kingdom-utf-8.csv', '2014-05-04', '2014-05-12'],
    ['germany.csv', '2014-05-04', '2014-05-12'],
    ['saudi-arabia-windows-1256.csv', '2014-05-04', '2014-05-12'],
    ['egypt-unicode-text.csv', '2014-05-04', '2014-05-12'],
    ['jordan-long-dates.csv', '2014-05-04', '2014-05-12'],
  ])('has its dates and times: %s', async (name, ...born) => {
    const isAmbiguous = name.startsWith('saudi')
    const { rows, problems, dateOrder, fileColumns } = await parse(name, isAmbiguous ? 'dayFirst' : undefined)
    expect([problems, fileColumns.dateQuestion !== undefined]).toEqual([[], isAmbiguous])
    expect(rows.map(({ cell }) => readInstant(cell('time'), dateOrder))).toEqual([
      '2026-11-23T17:00:00.000Z',
      '2026-12-05T05:30:00.000Z',
    ])
    expect(rows.map(({ cell }) => readDate(cell('born'), dateOrder))).toEqual(born)
  })

  it('is rejected where it does not tell the order of its dates, until a person says it', async () => {
    const question = {
      line: 2,
      column: 'Time',
      value: '05/12/2026 20:00',
      readings: [
        { order: 'dayFirst', date: '2026-12-05' },
        { order: 'monthFirst', date: '2026-05-12' },
      ],
    }
    const asked = await parse('ambiguous.csv')
    expect(asked.fileColumns.dateQuestion).toEqual(question)
    expect([asked.rows, asked.problems]).toEqual([
      [],
      [{ line: 2, problem: { field: 'time', code: 'ambiguous-date' }, value: '05/12/2026 20:00' }],
    ])
    const answered = await parse('ambiguous.csv', 'monthFirst')
    expect([answered.dateOrder, answered.fileColumns.dateQuestion]).toEqual(['monthFirst', question])
    expect(answered.rows.map(({ cell }) => readDate(cell('born'), answered.dateOrder))).toEqual([
      '2014-04-05',
      '2014-12-05',
    ])
  })

  it('has one order: a column of another order has wrong dates', async () => {
    const { rows, dateOrder } = await parse('contradictory.csv')
    expect(rows.map(({ cell }) => readInstant(cell('time'), dateOrder))).toEqual([
      '2026-12-05T17:00:00.000Z',
      '2026-12-05T05:30:00.000Z',
      'not-dayFirst',
    ])
  })
})
