import { parse } from 'node:querystring'
import { validatorCompiler } from 'fastify-type-provider-zod'
import type { z } from '#contract/z.ts'

/** Parses the query of a URL. An empty value (`page=&s=`) is no value. */
export const parseQuerystring = (text: string): Record<string, string | string[]> => {
  const query: Record<string, string | string[]> = Object.create(null)
  for (const [key, given] of Object.entries(parse(text))) {
    const values = [given ?? []].flat().filter((value) => value !== '')
    const [value] = values
    if (value !== undefined) query[key] = values.length === 1 ? value : values
  }
  return query
}

/** Parses the query of a route variant with its schema. Throws the validation error that Fastify throws for an invalid query. */
export const parseQuery = <S extends z.ZodType>(schema: S, query: unknown): z.output<S> => {
  const { value, error } = validatorCompiler({ schema, method: 'GET', url: '', httpPart: 'querystring' })(query) as {
    value?: z.output<S>
    error?: unknown
  }
  if (error) throw Object.assign(new Error('query'), { validation: error })
  return value as z.output<S>
}
