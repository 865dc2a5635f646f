import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from '#contract/z.ts'
import { AppError } from '#server/lib/app-error.ts'
import { parseQuery } from './parse-query.ts'

type Query = Readonly<Record<string, unknown>>

/** A variant of a GET route: `when` selects it by the keys of the query, `schema` validates the query, `handle` returns the reply. */
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
 * Creates the handler of a GET route with several variants (section 7 of the specification: list, one record, toggle, download). The first variant whose `when`
 * returns true handles the request. `querystring` describes the keys of all variants as optional, because each variant validates its own. Register it for GET
 * only: a HEAD request must never toggle anything.
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
