import { findLinkInName } from '../people/teams/person-name.ts'
import { type ListSort, listSortKeys, type SortableList } from './list-sort.ts'
import { langs } from './localized.ts'
import { cleanText, findControlCodePoint, findUnstorableCodePoint, type TextKind } from './text.ts'
import { z } from './z.ts'

/** Creates a check that names the character that `find` finds. */
const createCharacterCheck =
  (find: (text: string) => string | undefined) => (text: string, context: z.RefinementCtx<string>) => {
    const character = find(text)
    if (character !== undefined)
      context.addIssue({ code: 'custom', params: { code: 'bad-characters', values: { character } } })
  }
const checkStorable = createCharacterCheck(findUnstorableCodePoint)
const checkLine = createCharacterCheck((text) => findUnstorableCodePoint(text) ?? findControlCodePoint(text))

/**
 * Returns the schema of a text that people neither read nor type, or that must stay as it is, such as a
 * password, a token or a file name: at most `max` characters that PostgreSQL can store.
 */
export const rawTextField = (max: number) => z.string().max(max, { abort: true }).superRefine(checkStorable)

const cleanedText = (kind: TextKind, max: number) =>
  z
    .string()
    .overwrite((text) => cleanText(text, kind))
    // some checks take long for long texts
    .max(max, { abort: true })
const cleanedLine = (kind: TextKind, max: number) => cleanedText(kind, max).superRefine(checkLine)

/** Returns the schema of a text of several lines. */
export const multilineTextField = (max: number) => cleanedText('lines', max).superRefine(checkStorable)

/**
 * Returns the schema of a text on one line. Subjects of emails and lists contain it, so control characters
 * are rejected.
 */
export const singleLineField = (max: number) => cleanedLine('line', max)

/** Returns the schema of a name on one line: of a team, a school, a table. */
export const nameField = (max: number) => cleanedLine('name', max)

/** Returns the schema of the name of a person on one line. Emails contain it, so links are rejected. */
export const personNameField = (max: number) =>
  nameField(max).superRefine((name, context) => {
    const part = findLinkInName(name)
    if (part !== undefined)
      context.addIssue({ code: 'custom', params: { code: 'has-link', values: { part } } })
  })

/** Returns the schema of a phone number, an ID or a code, as people type or copy it. */
export const codeField = (max: number) => cleanedLine('code', max)

/** Returns the schema of a link, as people copy it. */
export const uncheckedLinkField = (max: number) => cleanedLine('link', max)

/** Returns the schema of a URL of a web page. */
export const urlField = (max: number) => uncheckedLinkField(max).pipe(z.url({ protocol: /^https?$/ }))

/** Returns the schema of one email address without a display name. */
export const emailField = (max: number) => codeField(max).pipe(z.email())

/**
 * Returns the schema of one email address without a display name, or an empty text, because a missing field
 * has an error of its own.
 */
export const emailOrEmptyField = (max: number) => codeField(max).pipe(z.union([z.literal(''), z.email()]))

/** Returns the schema of the text of a search. */
export const searchField = () => nameField(200)

/**
 * A field that people do not see, against bots. A form that fills it gets a success response, and nothing is
 * stored.
 */
export const honeypotField = rawTextField(1000).optional().describe('leave empty')

/** A text in both languages, in a reply. */
export const localizedText = z.object({ en: z.string(), ar: z.string() })

/** A record's id in a query or path. */
export const idField = z.uuid()

/**
 * Returns the schema of the query fields of every list: `page`, `per_page` (one of `sizes`, the first one by
 * default) and the search `s`.
 */
export const createPageAndSearchFields = (sizes: readonly number[]) => ({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  per_page: z.coerce
    .number()
    .refine((value) => sizes.includes(value), { params: { code: 'unknown-value' } })
    .default(sizes[0] ?? 10),
  s: searchField().optional(),
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
