import { findPersonNameProblem } from './rules/person-name.ts'
import { z } from './z.ts'

const isStorableText = (value: string) => !value.includes('\0') && value.isWellFormed()

/** A text that the database can keep: at most `max` characters, no NUL, no half of a surrogate pair. */
export const textField = (max: number) =>
  z
    .string()
    .max(max)
    .refine(isStorableText, { params: { code: 'bad-characters' } })

/** A text of one line, without surrounding white space. */
export const trimmedTextField = (max: number) => textField(max).trim()

/** A text of several lines. Forms send each line break as two characters, which count and are stored as one. */
export const untrimmedMultilineTextField = (max: number) =>
  z
    .string()
    .overwrite((value) => value.replace(/\r\n?/g, '\n'))
    .pipe(textField(max))

/** A text of several lines, without surrounding white space. */
export const multilineTextField = (max: number) => untrimmedMultilineTextField(max).pipe(z.string().trim())

/** The name of a person on one line. It stands in e-mails, so links and control characters are refused. */
export const personNameField = (max: number) =>
  trimmedTextField(max)
    .refine((value) => findPersonNameProblem(value) !== 'bad-characters', { params: { code: 'bad-characters' } })
    .refine((value) => findPersonNameProblem(value) !== 'has-link', { params: { code: 'has-link' } })

/** One e-mail address without a display name, or an empty text, because a missing field has an error of its own. */
export const emailField = (max: number) => trimmedTextField(max).pipe(z.union([z.literal(''), z.email()]))

/** A field that people do not see. Whoever fills it gets a friendly answer, and nothing is stored. */
export const honeypotField = textField(1000).optional().describe('leave empty')

/** A text in both languages, in a reply. */
export const localizedText = z.object({ en: z.string(), ar: z.string() })

/** A record's id in a query or path. */
export const idField = z.uuid()

/** `page`, `per_page` and `s` of every list. */
export const listQueryFields = (sizes: readonly number[]) => ({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  per_page: z.coerce
    .number()
    .refine((value) => sizes.includes(value), { params: { code: 'unknown-value' } })
    .default(10),
  s: textField(200).trim().optional(),
})

/** What every list replies next to its records. */
export const listResponseFields = { currentPage: z.number(), totalItems: z.number(), per_page: z.number() }
