import type { Upload } from '#contract/upload.ts'
import { z } from '#contract/z.ts'
import { listQuery, listReply, recordId } from './text.schema.ts'

/** What stands in every record of the back office. */
export const recordFacts = {
  version: z.number(),
  position: z.number(),
  createdAt: z.string(),
  updatedAt: z.string(),
  deletedAt: z.string().nullable(),
}

// browsers and form libraries send "nothing" in all these ways
const nothing: ReadonlySet<unknown> = new Set([null, '', 'null', 'undefined'])
/** Undefined for everything that stands for nothing in a form. */
export const orNothing = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (nothing.has(value) ? undefined : value), schema.optional())
/** Null for everything that stands for nothing in a form; what was not sent stays undefined. */
export const orNull = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (nothing.has(value) ? null : value), schema.nullable()).optional()

/** What every form of the back office may send beside its fields: with `id` it edits; `version` is the one that was read. */
export const formFacts = {
  id: orNothing(recordId),
  version: orNothing(z.coerce.number().int().min(1).max(2_000_000_000)),
  position: orNothing(z.coerce.number().int().min(0).max(1_000_000)),
}
export const formSwitch = orNothing(z.union([z.boolean(), z.stringbool()]))

const isUpload = (value: unknown): value is Upload =>
  typeof value === 'object' && value !== null && (value as { bytes?: unknown }).bytes instanceof Uint8Array
/** A picked file; a text in its place (a path, nothing) means that none was picked. */
export const formPicture = z
  .preprocess(
    (value) => (value === null || typeof value === 'string' ? undefined : value),
    z.custom<Upload>(isUpload, { params: { code: 'bad-picture' } }).optional(),
  )
  .meta({ type: 'string', format: 'binary' })

export const recordIdQuery = z.object({ id: recordId })
/** `1` and `0` too: the specification switches users with numbers. */
const onOff = z.union([z.boolean(), z.stringbool(), z.literal([0, 1]).transform((value) => value === 1)])
export const recordToggle = z.object({ id: recordId, status: onOff })
export const recordListQuery = (sizes: readonly number[]) => z.object({ ...listQuery(sizes), deleted: z.stringbool().optional() })

type Reply = z.ZodType<object, object>

/** The replies about one kind of record: a list stands under the plural, one under the singular. */
export const recordReplies = (wire: z.ZodType, one: string, many: string): { saved: Reply; any: Reply } => {
  const success = z.literal(true)
  const saved = z.object({ success, msg: z.string(), [one]: wire })
  return { saved, any: z.union([saved, z.object({ success, [one]: wire }), z.object({ success, [many]: z.array(wire), ...listReply })]) }
}
