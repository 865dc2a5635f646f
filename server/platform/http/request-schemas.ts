import type { z } from '#contract/platform/z.ts'

/** Finds the schema that another one wraps: the fields of a request are those of the inner one. */
export const findWrappedSchema = (schema: z.core.$ZodType): z.core.$ZodType | undefined => {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
      return def.innerType
    case 'pipe':
      return def.in._zod.def.type === 'transform' ? def.out : def.in
    default:
      return undefined
  }
}
