import { parse } from 'node:querystring'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import { z } from '#contract/z.ts'
import { AppError } from '#server/lib/app-error.ts'

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

/**
 * Parses the query of a route variant with its schema. Throws the validation error that Fastify throws for an
 * invalid query.
 */
const parseQuery = <S extends z.ZodType>(schema: S, query: unknown): z.output<S> => {
  const { value, error } = validatorCompiler({ schema, method: 'GET', url: '', httpPart: 'querystring' })(
    query,
  ) as {
    value?: z.output<S>
    error?: unknown
  }
  if (error) throw Object.assign(new Error('query'), { validation: error })
  return value as z.output<S>
}

type Query = Readonly<Record<string, unknown>>

/**
 * A variant of a GET route: `when` selects it by the keys of the query, `schema` validates the query,
 * `handle` returns the reply.
 */
export type RouteVariant = {
  when: (query: Query) => boolean
  schema: z.ZodObject
  handle: (query: never, request: FastifyRequest, reply: FastifyReply) => unknown
}

/** Defines a route variant, whose `handle` gets the parsed query of its `schema`. */
export const defineRouteVariant = <S extends z.ZodObject>(variant: {
  when: (query: Query) => boolean
  schema: S
  handle: (query: z.output<S>, request: FastifyRequest, reply: FastifyReply) => unknown
}): RouteVariant => variant

/** Returns true when the query has a key, with any value. */
export const hasQueryKey = (query: Query, key: string): boolean => query[key] !== undefined

/**
 * Creates the handler of a GET route with several variants (section 7 of the specification: list, one record,
 * toggle, download). The first variant whose `when` returns true handles the request. `querystring` describes
 * the keys of all variants as optional, because each variant validates its own. Register it for GET only: a
 * HEAD request must never toggle anything.
 */
export const createQueryDispatch = (variants: readonly RouteVariant[]) => {
  const keys = new Set(variants.flatMap(({ schema }) => Object.keys(schema.shape)))
  const querystring = z.object(Object.fromEntries([...keys].map((key) => [key, z.string().optional()])))
  const answer = (request: FastifyRequest, reply: FastifyReply): unknown => {
    const query = request.query as Query
    const variant = variants.find(({ when }) => when(query))
    if (!variant) throw new AppError('bad-input')
    return variant.handle(parseQuery(variant.schema, query) as never, request, reply)
  }
  return { querystring, answer }
}
