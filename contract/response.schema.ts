import { listResponseFields } from './fields.schema.ts'
import { z } from './z.ts'

const success = z.literal(true)

/** A successful reply with these fields. */
export const successResponse = <F extends z.ZodRawShape>(fields: F) => z.object({ success, ...fields })

/** The reply to a write: a message for people beside these fields. */
export const messageResponse = <F extends z.ZodRawShape>(fields: F) => z.object({ success, msg: z.string(), ...fields })

/** One page of a list; its rows are in the reply under `key`. */
export const listResponse = <K extends string, R extends z.ZodType>(key: K, row: R) =>
  z.object({ success, ...({ [key]: z.array(row) } as Record<K, z.ZodArray<R>>), ...listResponseFields })
