import { type EventInput, eventFieldNames, eventFields, type RequiredEventField } from '#contract/event.ts'
import { langs } from '#contract/localized.ts'
import { isIsoDate } from './age.ts'

const requiredFields = eventFieldNames.filter((field): field is RequiredEventField => 'isRequired' in eventFields[field])

/**
 * Returns the names of the required texts that are missing (`title.en`): both titles and both descriptions must have more than white space (specification,
 * section 5). The form shows 'Please fill form carefully!' and sends nothing; the server answers `form-incomplete`. Dates and the event code are not checked.
 */
export const findMissingEventTexts = (event: Pick<EventInput, RequiredEventField>) =>
  requiredFields.flatMap((field) => langs.filter((lang) => event[field][lang].trim() === '').map((lang) => `${field}.${lang}` as const))

/**
 * Returns the names of the texts that a draft lacks: it needs a title in one language. A save that sends `active: false` is checked with this rule, every other
 * one with `findMissingEventTexts`, so that a published event always has all required texts.
 */
export const findMissingDraftTexts = ({ title }: Pick<EventInput, 'title'>) =>
  langs.some((lang) => title[lang].trim() !== '') ? [] : langs.map((lang) => `title.${lang}` as const)

/** Lists the optional fields that an event lacks, such as `startDate` and `rules.ar`. */
export const listEmptyOptionalEventFields = (event: Pick<EventInput, 'startDate' | 'endDate' | 'datesInfo' | 'howToPlay' | 'rules'>) => [
  ...(['startDate', 'endDate'] as const).filter((field) => event[field] === null),
  ...(['datesInfo', 'howToPlay', 'rules'] as const).flatMap((field) =>
    langs.filter((lang) => event[field][lang].trim() === '').map((lang) => `${field}.${lang}` as const),
  ),
]

/** Returns true when the end is before the start. The form warns; the event can be saved. */
export const endsBeforeStart = ({ startDate, endDate }: Pick<EventInput, 'startDate' | 'endDate'>): boolean =>
  startDate !== null && endDate !== null && Date.parse(endDate) < Date.parse(startDate)

/** Returns the tags without surrounding white space, blanks and repetitions, in the same order. */
export const normalizeTags = (tags: readonly string[]): string[] => [...new Set(tags.map((tag) => tag.trim()).filter((tag) => tag !== ''))]

const isoDate = /^(\d{4}-\d{2}-\d{2})(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?\s*(?:Z|[+-]\d{2}:?\d{2})?)?$/i

/**
 * Returns the calendar date of a text as `2026-12-05T00:00:00.000Z`, undefined when it is invalid. Of a date with a time, the part before the T counts and is never
 * shifted (specification, section 3). Years are 1000 to 9999, as in the database.
 */
export const parseEventDate = (text: string): string | undefined => {
  const date = isoDate.exec(text)?.[1]
  return date && date >= '1000' && isIsoDate(date) && !Number.isNaN(Date.parse(text.replace(' ', 'T').replaceAll(' ', '')))
    ? `${date}T00:00:00.000Z`
    : undefined
}
