import { type ListSort, listSortKeys, type SortableList } from './list-sort.ts'
import { langs } from './localized.ts'
import { findPersonNameProblem, hasControlCharacters } from './rules/person-name.ts'
import { z } from './z.ts'

const isStorableText = (value: string) => !value.includes('\0') && value.isWellFormed()

/**
 * Returns the schema of a text that PostgreSQL can store: at most `max` characters, no NUL, no unpaired
 * surrogate.
 */
export const textField = (max: number) =>
  z
    .string()
    .max(max)
    .refine(isStorableText, { params: { code: 'bad-characters' } })

/** Returns the schema of a text without surrounding white space. */
export const trimmedTextField = (max: number) => textField(max).trim()

/**
 * Returns the schema of a text of several lines. A line break that a form sends as two characters (CR LF)
 * counts and is stored as one.
 */
export const untrimmedMultilineTextField = (max: number) =>
  z
    .string()
    .overwrite((value) => value.replace(/\r\n?/g, '\n'))
    .pipe(textField(max))

/** Returns the schema of a text of several lines, without surrounding white space. */
export const multilineTextField = (max: number) => untrimmedMultilineTextField(max).pipe(z.string().trim())

/**
 * Returns the schema of a text on one line, without surrounding white space. Subjects of emails and lists
 * contain it, so control characters are rejected.
 */
export const singleLineField = (max: number) =>
  // one error for each field
  trimmedTextField(max).refine((value) => !isStorableText(value) || !hasControlCharacters(value), {
    params: { code: 'bad-characters' },
  })

/** Returns the schema of the name of a person on one line. Emails contain it, so links are rejected. */
export const personNameField = (max: number) =>
  singleLineField(max).refine((value) => findPersonNameProblem(value) !== 'has-link', {
    params: { code: 'has-link' },
  })

/**
 * Returns the schema of one email address without a display name, or an empty text, because a missing field
 * has an error of its own.
 */
export const emailOrEmptyField = (max: number) =>
  trimmedTextField(max).pipe(z.union([z.literal(''), z.email()]))

/**
 * A field that people do not see, against bots. A form that fills it gets a success response, and nothing is
 * stored.
 */
export const honeypotField = textField(1000).optional().describe('leave empty')

/** A text in both languages, in a reply. */
export const localizedText = z.object({ en: z.string(), ar: z.string() })

/** A record's id in a query or path. */
export const idField = z.uuid()

/**
 * Returns the schema of the query fields of every list: `page`, `per_page` (one of `sizes`) and the search
 * `s`.
 */
export const createPageAndSearchFields = (sizes: readonly number[]) => ({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  per_page: z.coerce
    .number()
    .refine((value) => sizes.includes(value), { params: { code: 'unknown-value' } })
    .default(10),
  s: textField(200).trim().optional(),
})

/** An instant in ISO 8601 with a time zone, from 1970 to 9999: PostgreSQL has no year 0. */
export const instantField = z.iso.datetime({ offset: true }).refine(
  (text) => {
    const year = new Date(text).getUTCFullYear()
    return year >= 1970 && year <= 9999
  },
  { params: { code: 'bad-date' } },
)

/**
 * Returns the schema of the order of a list: the key of a column, or with a minus sign before it for
 * descending order. Without it the newest records, or the best matches of a search, come first.
 */
export const sortField = <L extends SortableList>(list: L) =>
  z
    .enum(listSortKeys[list].flatMap((key) => [key, `-${key}`] as const) as [ListSort<L>, ...ListSort<L>[]])
    .optional()
    .describe(
      'the key of a column, with a minus sign for descending order; without it the newest first, or the best matches of a search',
    )

/** The fields of every list response besides its records. */
export const listResponseFields = { currentPage: z.number(), totalItems: z.number(), per_page: z.number() }

/** `lang` is the language of the reply's texts. */
export const langQuery = z.object({
  lang: z.enum(langs).optional().describe('the language of texts that the reply has once'),
})
