/** A condition that ends the process: `message` is one sentence for the person who started it, without secrets. */
export class StartError extends Error {}

/** What the driver itself says, without a code, of a connection that is gone. */
const connectionLostMessage = /^Connection terminated|not queryable|^Client was closed|timeout exceeded when trying to connect/

/** The SQLSTATE (`23505` …) or system code (`ECONNREFUSED` …) of a database error, also behind Drizzle's wrapper; undefined when it has none. */
export const getSqlState = (error: unknown): string | undefined => {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    const { code } = at as { code?: unknown }
    if (typeof code === 'string') return code
    // Node tries several addresses of one host and reports them together.
    if (connectionLostMessage.test(at.message)) return '08006'
    if (at instanceof AggregateError && at.errors.length > 0) return getSqlState(at.errors[0])
  }
  return undefined
}

/** The constraint that a write ran into; Drizzle wraps the error of the database. */
export const getViolatedConstraint = (error: unknown): string => {
  for (let at: unknown = error; at instanceof Error; at = at.cause)
    if ('constraint' in at && typeof at.constraint === 'string') return at.constraint
  return ''
}
