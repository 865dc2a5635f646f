import { validatorCompiler } from 'fastify-type-provider-zod'
import type { z } from '#contract/z.ts'

/** Reads the query of a GET that means several things by one of its schemas; what that refuses is answered like any refused query. */
export const readQuery = <S extends z.ZodType>(schema: S, query: unknown): z.output<S> => {
  const { value, error } = validatorCompiler({ schema, method: 'GET', url: '', httpPart: 'querystring' })(query) as {
    value?: z.output<S>
    error?: unknown
  }
  if (error) throw Object.assign(new Error('query'), { validation: error })
  return value as z.output<S>
}
