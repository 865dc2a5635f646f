import { validatorCompiler } from 'fastify-type-provider-zod'
import type { z } from '#contract/z.ts'

/** Parses the query of a route variant with its schema. Throws the validation error that Fastify throws for an invalid query. */
export const parseQuery = <S extends z.ZodType>(schema: S, query: unknown): z.output<S> => {
  const { value, error } = validatorCompiler({ schema, method: 'GET', url: '', httpPart: 'querystring' })(query) as {
    value?: z.output<S>
    error?: unknown
  }
  if (error) throw Object.assign(new Error('query'), { validation: error })
  return value as z.output<S>
}
