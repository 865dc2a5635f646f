import { z } from './z.ts'

const isStorableText = (value: string) => !value.includes('\0') && value.isWellFormed()

/** A text that the database can keep: at most `max` characters, no NUL, no half of a surrogate pair. */
export const textField = (max: number) =>
  z
    .string()
    .max(max)
    .refine(isStorableText, { params: { code: 'bad-characters' } })

/** A text in both languages, in a reply. */
export const localizedText = z.object({ en: z.string(), ar: z.string() })

/** A record's id in a query or path. */
export const idField = z.uuid()

/** Page sizes of section 9. */
export const pageSizes = {
  short: [10, 25, 100],
  teams: [10, 25, 100, 200, 300, 400, 500],
  long: [10, 25, 50, 100, 200, 300, 400, 500, 1000],
} as const

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

/** What every write replies. */
export const savedResponse = z.object({ success: z.literal(true), msg: z.string() })
