import { eventLimits, totalRules } from '#contract/event.ts'
import { idField, listQueryFields, listResponseFields, pageSizes, textField } from '#contract/fields.schema.ts'
import { normalizeTags } from '#contract/rules/event.ts'
import type { Upload } from '#contract/upload.ts'
import { z } from '#contract/z.ts'
import { wireEvent, wireEventCard } from './event.schema.ts'

const record = {
  version: z.number(),
  entryCount: z.number(),
  createdAt: z.string(),
  updatedAt: z.string(),
  deletedAt: z.string().nullable(),
}

/** A line of the back office's list. */
export const wireAdminEventRow = wireEventCard
  .extend({ eventCode: z.string(), status: z.boolean(), ...record })
  .meta({ id: 'AdminEventRow' })
export type WireAdminEventRow = z.infer<typeof wireAdminEventRow>

/** An event as the back office edits it. */
export const wireAdminEvent = wireEvent.extend({ totalRule: z.enum(totalRules), ...record }).meta({ id: 'AdminEvent' })
export type WireAdminEvent = z.infer<typeof wireAdminEvent>

export const adminEventsQuery = z.object({ ...listQueryFields(pageSizes.long), deleted: z.stringbool().optional() })
/** One event, named by its id. */
export const adminEventId = z.object({ id: idField })
export const adminEventToggle = z.object({
  id: idField,
  name: z.enum(['trending', 'liveStatus', 'status']),
  status: z.union([z.boolean(), z.stringbool()]),
})
export const adminEventsDownload = z.object({
  download: z.stringbool(),
  format: z.enum(['json', 'csv']).default('json'),
  s: textField(200).trim().optional(),
})

export const adminEventSavedReply = z.object({ success: z.literal(true), msg: z.string(), event: wireAdminEvent })
/** What a GET replies: a switch set, one event, a list, all of them. */
export const adminEventAnyReply = z.union([
  adminEventSavedReply,
  z.object({ success: z.literal(true), event: wireAdminEvent }),
  z.object({ success: z.literal(true), events: z.array(wireAdminEventRow), ...listResponseFields }),
  z.object({ success: z.literal(true), events: z.array(wireAdminEvent) }),
])

const latinDigits = (value: string) => value.replace(/[٠-٩۰-۹]/g, (digit) => String((digit.codePointAt(0) as number) & 0xf))
// browsers and form libraries send "nothing picked" in all these ways
const nothing: ReadonlySet<unknown> = new Set([null, '', 'null', 'undefined'])
const isUpload = (value: unknown): value is Upload =>
  typeof value === 'object' && value !== null && (value as { bytes?: unknown }).bytes instanceof Uint8Array

const isoDate = /^\d{4}-(\d{2})-(\d{2})(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/i
/** The instant that a date means, in ISO 8601 UTC; a time without a zone is UTC. Undefined where it means none. */
const readDate = (value: string): string | undefined => {
  const found = isoDate.exec(value)
  if (!found) return undefined
  const day = new Date(`${value.slice(0, 10)}T00:00:00Z`)
  if (Number.isNaN(day.getTime()) || day.getUTCDate() !== Number(found[2]) || day.getUTCMonth() + 1 !== Number(found[1])) return undefined
  const at = new Date(value.length > 10 && !found[3] ? `${value.trim().replace(' ', 'T')}Z` : value.replace(/^(\S+) (?=\d)/, '$1T'))
  // earlier years are beyond what every layer below can keep
  return Number.isNaN(at.getTime()) || at.getUTCFullYear() < 1000 || at.getUTCFullYear() > 9999 ? undefined : at.toISOString()
}

const date = z
  .union([z.string(), z.null()])
  .transform((value, context) => {
    if (value === null || nothing.has(value.trim())) return null
    const read = readDate(latinDigits(value.trim()))
    if (read === undefined) context.addIssue({ code: 'custom', params: { code: 'bad-format' } })
    return read ?? null
  })
  .meta({ description: 'ISO 8601; empty for none' })
  .optional()

const missionType = z
  .preprocess(
    (value) =>
      nothing.has(value)
        ? 0
        : typeof value === 'string'
          ? /^\d$/.test(latinDigits(value.trim()))
            ? Number(latinDigits(value.trim()))
            : value
          : value,
    z.literal([0, 1, 2, 3, 4]),
  )
  .meta({ description: '0 Elementory, 1 Junior, 2 Senior, 3 Adult, 4 Pro' })

const tagList = z
  .array(textField(eventLimits.tag * 4))
  .max(1000)
  .transform((tags, context) => {
    const tidy = normalizeTags(tags)
    if (tidy.length > eventLimits.tags)
      context.addIssue({ code: 'too_big', origin: 'array', maximum: eventLimits.tags, inclusive: true, input: tags })
    if (tidy.some((tag) => [...tag].length > eventLimits.tag))
      context.addIssue({ code: 'too_big', origin: 'string', maximum: eventLimits.tag, inclusive: true, input: tags })
    return tidy
  })
const tags = z
  .preprocess((value) => {
    if (nothing.has(value)) return []
    if (typeof value !== 'string') return value
    try {
      return JSON.parse(value)
    } catch {
      return value
    }
  }, tagList)
  .meta({ description: 'JSON-encoded list of texts' })

const switched = z.preprocess((value) => (nothing.has(value) ? undefined : value), z.union([z.boolean(), z.stringbool()]).optional())

/** A picked file; a text in its place (a path, nothing) means that none was picked. */
const picture = z
  .preprocess(
    (value) => (value === null || typeof value === 'string' ? undefined : value),
    z.custom<Upload>(isUpload, { params: { code: 'bad-picture' } }).optional(),
  )
  .meta({ type: 'string', format: 'binary' })

const line = textField(eventLimits.title).trim()
// a form sends every line break as two characters, whatever was typed
const lines = (max: number) =>
  z
    .string()
    .overwrite((value) => value.replace(/\r\n?/g, '\n'))
    .pipe(textField(max))
const description = lines(eventLimits.description).pipe(z.string().trim())
const info = lines(eventLimits.info).optional()

/**
 * The event form of `POST` and `PUT /api/admin/events/`; with `id` it edits. The required texts may be missing here: that has an answer of its own
 * (contract/rules/event.ts).
 */
export const adminEventForm = z.object({
  id: z.preprocess((value) => (nothing.has(value) ? undefined : value), textField(100).optional()),
  version: z.preprocess((value) => (nothing.has(value) ? undefined : value), z.coerce.number().int().min(1).max(2_000_000_000).optional()),
  title_en: line.default(''),
  title_ar: line.default(''),
  description_en: description.default(''),
  description_ar: description.default(''),
  startDate: date,
  endDate: date,
  eventCode: textField(eventLimits.code).trim().optional(),
  missionType: missionType.optional(),
  datetime_info_en: info,
  datetime_info_ar: info,
  howplay_info_en: info,
  howplay_info_ar: info,
  rules_info_en: info,
  rules_info_ar: info,
  tags: tags.optional(),
  region: z.preprocess((value) => (nothing.has(value) ? null : value), textField(80).nullable()).optional(),
  totalRule: z.enum(totalRules).optional(),
  coverImage: picture,
  bannerImage: picture,
  removeCover: switched,
  removeBanner: switched,
})
export type WireEventForm = z.infer<typeof adminEventForm>
