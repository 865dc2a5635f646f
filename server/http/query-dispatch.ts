import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from '#contract/z.ts'
import { AppError } from '#server/lib/app-error.ts'
import { parseQuery } from './parse-query.ts'

type Query = Readonly<Record<string, unknown>>

/** One meaning of a GET: `when` looks at which keys are there, `schema` checks them, `handle` answers. */
export type RouteVariant = {
  when: (query: Query) => boolean
  schema: z.ZodObject
  handle: (query: never, request: FastifyRequest, reply: FastifyReply) => unknown
}

/** Types a row: its `handle` gets what its `schema` gives. */
export const defineRouteVariant = <S extends z.ZodObject>(row: {
  when: (query: Query) => boolean
  schema: S
  handle: (query: z.output<S>, request: FastifyRequest, reply: FastifyReply) => unknown
}): RouteVariant => row

/** Whether a key is there, whatever its value. */
export const hasQueryKey = (query: Query, key: string): boolean => query[key] !== undefined

/**
 * A path whose GET means several things (section 7 of the specification: list, one, switch, download): the first row whose `when` holds checks the query
 * and answers. `querystring` describes all of them together: every key is optional there, so that the row itself says what is wrong. Register it for
 * GET only: a HEAD must never set a switch.
 */
export const createQueryDispatch = (rows: readonly RouteVariant[]) => {
  const keys = new Set(rows.flatMap(({ schema }) => Object.keys(schema.shape)))
  const querystring = z.object(Object.fromEntries([...keys].map((key) => [key, z.string().optional()])))
  const answer = (request: FastifyRequest, reply: FastifyReply): unknown => {
    const query = request.query as Query
    const row = rows.find(({ when }) => when(query))
    if (!row) throw new AppError('bad-input')
    return row.handle(parseQuery(row.schema, query) as never, request, reply)
  }
  return { querystring, answer }
}
