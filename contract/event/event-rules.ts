import { eventFieldNames, eventFields, type RequiredEventField } from '#contract/event/event.fields.ts'
import type { EventInput } from '#contract/event/event.schema.ts'
import { type Lang, langs } from '#contract/platform/localized.ts'
import { isIsoDate } from '../people/teams/age.ts'
import { cleanText } from '../platform/text.ts'

const requiredFields = eventFieldNames.filter(
  (field): field is RequiredEventField => 'isRequired' in eventFields[field],
)

/**
 * Returns the names of the required texts that are missing (`title.en`): both titles and both descriptions
 * must have more than white space (specification, section 5). The form shows 'Please fill form carefully!'
 * and sends nothing; the server answers `form-incomplete`. Dates and the event code are not checked. What is
 * missing in `published`, the event as it is published, may stay missing.
 */
export const listNewlyMissingRequiredEventTexts = (
  event: Pick<EventInput, RequiredEventField>,
  published?: Pick<EventInput, RequiredEventField>,
) => {
  const isMissing = (of: typeof event, field: RequiredEventField, lang: Lang) => of[field][lang].trim() === ''
  return requiredFields.flatMap((field) =>
    langs
      .filter((lang) => isMissing(event, field, lang) && !(published && isMissing(published, field, lang)))
      .map((lang) => `${field}.${lang}` as const),
  )
}

/**
 * Returns the names of the texts that a draft lacks: it needs a title in one language. A save that sends
 * `active: false` is checked with this rule, every other one with `listNewlyMissingRequiredEventTexts`, so that a
 * published event always has all required texts.
 */
export const listTitleFieldsIfAllEmpty = ({ title }: Pick<EventInput, 'title'>) =>
  langs.some((lang) => title[lang].trim() !== '') ? [] : langs.map((lang) => `title.${lang}` as const)

/** Lists the optional fields that an event lacks, such as `startDate` and `rules.ar`. */
export const listEmptyOptionalEventFields = (
  event: Pick<EventInput, 'startDate' | 'endDate' | 'datesInfo' | 'howToPlay' | 'rules'>,
) => [
  ...(['startDate', 'endDate'] as const).filter((field) => event[field] === null),
  ...(['datesInfo', 'howToPlay', 'rules'] as const).flatMap((field) =>
    langs.filter((lang) => event[field][lang].trim() === '').map((lang) => `${field}.${lang}` as const),
  ),
]

/** Returns true when the end is before the start. The form warns; the event can be saved. */
export const hasEndBeforeStart = ({
  startDate,
  endDate,
}: Pick<EventInput, 'startDate' | 'endDate'>): boolean =>
  startDate !== null && endDate !== null && Date.parse(endDate) < Date.parse(startDate)

/** Returns the tags without surrounding white space, blanks and repetitions, in the same order. */
export const normalizeTags = (tags: readonly string[]): string[] => [
  ...new Set(tags.map((tag) => cleanText(tag, 'name')).filter((tag) => tag !== '')),
]

const isoDate =
  /^(\d{4}-\d{2}-\d{2})(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?\s*(?:Z|[+-]\d{2}:?\d{2})?)?$/i

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
/**
 * What `toString`, `toDateString` and `toUTCString` of a JavaScript Date write, without the name of the time
 * zone.
 */
const dateText =
  /^[a-z]{3} (?<month>[a-z]{3}) (?<day>\d{2}) (?<year>\d{4})(?: \d{2}:\d{2}:\d{2} GMT[+-]\d{4})?$/i
const utcDateText = /^[a-z]{3}, (?<day>\d{2}) (?<month>[a-z]{3}) (?<year>\d{4}) \d{2}:\d{2}:\d{2} GMT$/i

/**
 * Returns the day that the text of a JavaScript Date names, as `2026-12-05`, or undefined for another text.
 */
const parseDateText = (text: string): string | undefined => {
  const { day, month = '', year } = (dateText.exec(text) ?? utcDateText.exec(text))?.groups ?? {}
  const number = months.indexOf(month.toLowerCase()) + 1
  return number === 0 ? undefined : `${year}-${String(number).padStart(2, '0')}-${day}`
}

/**
 * Returns the calendar date of a text as `2026-12-05T00:00:00.000Z`, undefined when it is invalid. ISO 8601
 * and the text of a JavaScript Date are valid. The day that is written counts and is never shifted, whatever
 * time zone follows (specification, section 3). Years are 1000 to 9999, as in the database.
 */
export const parseEventDateToIsoMidnight = (text: string): string | undefined => {
  const withoutZoneName = text.replace(/ \([^()]*\)$/, '')
  const writtenDate = parseDateText(withoutZoneName)
  const date = writtenDate ?? isoDate.exec(text)?.[1]
  const parsable = writtenDate ? withoutZoneName : text.replace(' ', 'T').replaceAll(' ', '')
  return date && date >= '1000' && isIsoDate(date) && !Number.isNaN(Date.parse(parsable))
    ? `${date}T00:00:00.000Z`
    : undefined
}
