import { listResponseFields } from './fields.schema.ts'
import { z } from './z.ts'

const success = z.literal(true)

/** Creates the schema of a successful response with these fields. */
export const createSuccessResponseSchema = <F extends z.ZodRawShape>(fields: F) =>
  z.object({ success, ...fields })

/** Creates the schema of the response to a write: a message for the user, and these fields. */
export const createMessageAndDataResponseSchema = <F extends z.ZodRawShape>(fields: F) =>
  z.object({ success, msg: z.string(), ...fields })

export const successOnlyResponse = createSuccessResponseSchema({})
export const messageOnlyResponse = createMessageAndDataResponseSchema({})

/** Creates the schema of one page of a list, whose rows are under `key`. */
export const createListResponseSchema = <K extends string, R extends z.ZodType>(key: K, row: R) =>
  z.object({ success, ...({ [key]: z.array(row) } as Record<K, z.ZodArray<R>>), ...listResponseFields })
