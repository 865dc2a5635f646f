import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** Query keys whose values contain no personal data. Only short words and numbers are logged as values. */
const loggedKeys = [
  'lang',
  'page',
  'per_page',
  'download',
  'format',
  'deleted',
  'status',
  'all_active',
  'stage',
]
const loggedValue = /^(?:[a-z_-]{1,20}|\d{1,4})$/i

/** Returns the part of a query that may be logged. */
const pickLoggedQuery = (query: unknown): Record<string, string> =>
  Object.fromEntries(
    loggedKeys.flatMap((key) => {
      const value = (query as Record<string, unknown> | undefined)?.[key]
      return typeof value === 'string' && loggedValue.test(value) ? [[key, value]] : []
    }),
  )

const traceParent = /^00-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}$/

/**
 * Returns the field of the log with the `traceparent` of a request, if it is valid (W3C Trace Context,
 * version 00).
 */
export const pickTraceParentField = ({ traceparent }: IncomingHttpHeaders): { traceparent?: string } =>
  typeof traceparent === 'string' && traceParent.test(traceparent) ? { traceparent } : {}

/**
 * Logs each request by the pattern of its route. The URL itself may contain tokens, searched names and link
 * signatures.
 */
export const registerRequestLog = (app: FastifyInstance, isInProcess: () => boolean) => {
  app.addHook('onResponse', (request, reply, done) => {
    if (!isInProcess())
      request.log.info(
        {
          method: request.method,
          route: request.routeOptions.url ?? null,
          query: pickLoggedQuery(request.query),
          status: reply.statusCode,
          ms: Math.round(reply.elapsedTime),
        },
        'request',
      )
    done()
  })
}
