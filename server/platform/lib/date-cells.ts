import { isIsoDate } from '#contract/people/teams/age.ts'
import { type DateOrder, type DateQuestion, dateOrders } from '#contract/platform/import.schema.ts'
import { normalizeSearchText } from '#contract/platform/search-form.ts'
import { toInstant } from '#contract/platform/time-zone.ts'
import {
  buildDateRegExpSource,
  dateSeparators,
  expandYear,
  getPossibleDatesByOrder,
} from '#contract/platform/typed-date.ts'
import { parseTypedTimeOfDay } from '#contract/platform/typed-time.ts'

/**
 * Why a cell is no date: it has another form, no calendar has the day, its year is Hijri, it is the number
 * that Excel stores, or the file has another order.
 */
export type DateCellProblem = 'bad-format' | 'no-such-day' | 'hijri-date' | 'serial-date' | `not-${DateOrder}`
/** A date with the time (`08:30:00`) and the offset (`+03:00` or `Z`) that its cell has. */
type DateAndTime = { date: string; time: string | undefined; offset: string | undefined }
/**
 * What a cell can mean: its date in each order that its numbers allow, real or not. A date that can be read
 * in one way only has it in all orders.
 */
type ReadableDate = {
  dates: Partial<Record<DateOrder, string>>
  time: string | undefined
  offset: string | undefined
}

/**
 * The names of the months, those of different countries in one list: Excel writes them in the language of its
 * cells.
 */
const monthNames: readonly (readonly string[])[] = [
  ['January', 'Jan', 'يناير', 'كانون الثاني', 'جانفي'],
  ['February', 'Feb', 'فبراير', 'شباط', 'فيفري'],
  ['March', 'Mar', 'مارس', 'آذار'],
  ['April', 'Apr', 'أبريل', 'نيسان', 'أفريل'],
  ['May', 'مايو', 'أيار', 'ماي'],
  ['June', 'Jun', 'يونيو', 'يونيه', 'حزيران', 'جوان'],
  ['July', 'Jul', 'يوليو', 'يوليه', 'تموز', 'جويلية', 'يوليوز'],
  ['August', 'Aug', 'أغسطس', 'آب', 'أوت', 'غشت'],
  ['September', 'Sep', 'Sept', 'سبتمبر', 'أيلول', 'شتنبر'],
  ['October', 'Oct', 'أكتوبر', 'تشرين الأول'],
  ['November', 'Nov', 'نوفمبر', 'تشرين الثاني', 'نونبر'],
  ['December', 'Dec', 'ديسمبر', 'كانون الأول', 'دجنبر'],
]
const weekdayNames = [
  ...['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
  ...['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
  ...['الاثنين', 'الثلاثاء', 'الأربعاء', 'الخميس', 'الجمعة', 'السبت', 'الأحد'],
]
/** The names of the halves of a day. */
const halfDayNames = { am: ['am', 'a.m.', 'ص', 'صباحًا'], pm: ['pm', 'p.m.', 'م', 'مساءً'] }

const monthByName = new Map(
  monthNames.flatMap((names, at) => names.map((name) => [normalizeSearchText(name), at + 1] as const)),
)
const halfDayByName = new Map(
  (['am', 'pm'] as const).flatMap((half) =>
    halfDayNames[half].map((name) => [normalizeSearchText(name), half] as const),
  ),
)

const rest = '(?:(?:t|[ ,،]+)(.+))?'
const weekday = new RegExp(`^(?:${weekdayNames.map(normalizeSearchText).join('|')})[ ,،]+`)
const numbersFormat = new RegExp(`^${buildDateRegExpSource(dateSeparators)}${rest}$`)
const monthName = '(\\p{L}{2,12}(?: \\p{L}{2,12})?)\\.?'
const dayAndNameFormat = new RegExp(
  `^(\\d{1,2})[${dateSeparators} ,،]+${monthName}[${dateSeparators} ,،]+(\\d{4}|\\d{2})${rest}$`,
  'u',
)
const nameAndDayFormat = new RegExp(`^${monthName} (\\d{1,2})[ ,،]+(\\d{4})${rest}$`, 'u')
const timeFormat = /^(\d{1,2}):(\d{2})(?::(\d{2})(\.\d{1,3})?)? ?([^\d:+ -]+)? ?([+-]\d{2}:\d{2})?$/

/** Reads a time of day with or without an offset. Undefined for anything else. */
const readTime = (text: string): Pick<ReadableDate, 'time' | 'offset'> | undefined => {
  const [, hours = '', minutes = '', seconds = '00', fraction = '', word, zone] = timeFormat.exec(text) ?? []
  if (hours === '' || Number(seconds) > 59) return undefined
  const isUtc = word === 'z' && zone === undefined
  const half = word === undefined || isUtc ? undefined : halfDayByName.get(word)
  if (word !== undefined && !isUtc && half === undefined) return undefined
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (half === 'pm' ? 12 : 0)
  if (half !== undefined && (Number(hours) < 1 || Number(hours) > 12)) return undefined
  const time = parseTypedTimeOfDay(`${hour}:${minutes}`)
  return time === undefined
    ? undefined
    : { time: `${time}:${seconds}${fraction}`, offset: isUtc ? 'Z' : zone }
}

/** Longer texts are no dates, and are not searched for one. */
const maxDateLength = 100

/** Reads what a cell can mean. */
const readDateText = (cell: string): ReadableDate | DateCellProblem => {
  if (cell.length > maxDateLength) return 'bad-format'
  const text = normalizeSearchText(cell)
    .replace(/\s+/g, ' ')
    .trim()
    .replace(weekday, '')
    .replace(/(\d)([هم])$/, '$1 $2')
  if (/^\d{5}(?:[.,]\d+)?$/.test(text)) return 'serial-date'
  const [, first = '', , second = '', third = '', afterNumbers] = numbersFormat.exec(text) ?? []
  const named = dayAndNameFormat.exec(text) ?? undefined
  const [, namedMonth, namedDay, namedYear, afterName] = named
    ? [named[0], named[2], named[1], named[3], named[4]]
    : (nameAndDayFormat.exec(text) ?? [])
  const month = monthByName.get(namedMonth ?? '')
  if (first === '' && month === undefined) return 'bad-format'
  const dates =
    month === undefined
      ? getPossibleDatesByOrder(first, second, third)
      : getPossibleDatesByOrder(expandYear(namedYear ?? '') ?? '', String(month), namedDay ?? '')
  const after = afterNumbers ?? afterName
  // a year is followed by the era in Arabic: م is Gregorian, هـ is Hijri
  const time = after === undefined || after === 'م' ? { time: undefined, offset: undefined } : readTime(after)
  const year = first.length === 4 ? Number(first) : Number(namedYear ?? (third.length === 4 ? third : ''))
  if (after === 'ه' || (year >= 1300 && year < 1600)) return 'hijri-date'
  if (time === undefined) return 'bad-format'
  if (Object.keys(dates).length > 0) return { dates, ...time }
  return expandYear(namedYear ?? (first.length > 2 ? first : third)) === undefined
    ? 'bad-format'
    : 'no-such-day'
}

/** Reads a date, with or without a time, in an order of its numbers. */
const parseDateAndTime = (cell: string, order: DateOrder): DateAndTime | DateCellProblem => {
  const readable = readDateText(cell)
  if (typeof readable === 'string') return readable
  const { dates, ...time } = readable
  const date = dates[order]
  if (date === undefined) return `not-${order}`
  return isIsoDate(date) ? { date, ...time } : 'no-such-day'
}

/**
 * Reads a calendar date (`2012-05-03`), undefined for an empty cell. A time other than midnight, which
 * spreadsheets add, is no date.
 */
export const parseDateCellOrProblem = (
  cell: string,
  order: DateOrder,
): { date: string | undefined } | { problem: DateCellProblem } => {
  if (cell === '') return { date: undefined }
  const read = parseDateAndTime(cell, order)
  if (typeof read === 'string') return { problem: read }
  return /^00:00:00(?:\.0+)?$/.test(read.time ?? '00:00:00') && read.offset === undefined
    ? { date: read.date }
    : { problem: 'bad-format' }
}

/**
 * Reads an instant, undefined for an empty cell. A time without an offset is in `timeZone`; a date without a
 * time is midnight, unless `needsTime` is set.
 */
export const parseInstantCellOrProblem = (
  cell: string,
  { order, timeZone, needsTime = false }: { order: DateOrder; timeZone: string; needsTime?: boolean },
): { instant: Date | undefined } | { problem: DateCellProblem } => {
  if (cell === '') return { instant: undefined }
  const read = parseDateAndTime(cell, order)
  if (typeof read === 'string') return { problem: read }
  const { date, time = '00:00:00', offset } = read
  if (needsTime && read.time === undefined) return { problem: 'bad-format' }
  const [seconds = '', fraction = '0'] = time.split('.')
  const start =
    offset === undefined ? toInstant(`${date} ${seconds}`, timeZone) : new Date(`${date}T${seconds}${offset}`)
  const instant = new Date(start.getTime() + Number(fraction.padEnd(3, '0')))
  return Number.isNaN(instant.getTime()) || instant.getUTCFullYear() < 1970
    ? { problem: 'bad-format' }
    : { instant }
}

/** A cell of a file that has a date. */
type DateCell = { line: number; column: string; text: string }

/**
 * Creates the search for the order of the numbers in all dates of a file: the one that all of them allow.
 * Where they contradict each other, it is the order that most of them allow. Where several orders remain,
 * `find` returns the first of them and the question that a person must answer.
 */
export const createDateOrderFinder = () => {
  const misfits: Record<DateOrder, number> = { dayFirst: 0, monthFirst: 0, yearFirst: 0 }
  const ambiguous: (DateCell & Pick<ReadableDate, 'dates'>)[] = []
  return {
    add: (cell: DateCell): void => {
      // our own files have this order only
      if (cell.text === '' || /^\d{4}-/.test(cell.text)) return
      const read = readDateText(cell.text)
      if (typeof read === 'string') return
      for (const order of dateOrders) if (read.dates[order] === undefined) misfits[order]++
      if (new Set(Object.values(read.dates)).size > 1) ambiguous.push({ ...cell, dates: read.dates })
    },
    find: (): { order: DateOrder; question?: Omit<DateQuestion, 'column'> & { field: string } } => {
      const fewest = Math.min(...Object.values(misfits))
      const orders = dateOrders.filter((order) => misfits[order] === fewest)
      const order = orders[0] ?? 'dayFirst'
      const countReadings = ({ dates }: Pick<ReadableDate, 'dates'>) =>
        new Set(orders.map((each) => dates[each])).size
      const [example] = ambiguous.toSorted((a, b) => countReadings(b) - countReadings(a))
      if (fewest > 0 || !example || countReadings(example) === 1) return { order }
      const { line, column, text, dates } = example
      return {
        order,
        question: {
          line,
          field: column,
          value: text,
          readings: orders.map((each) => ({ order: each, date: dates[each] ?? '' })),
        },
      }
    },
  }
}
