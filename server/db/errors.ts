/** An error that prevents the start of the process. `message` is one sentence for the operator, without secrets. */
export class StartError extends Error {}

/** Messages of the driver for a lost connection. These errors have no code. */
const connectionLostMessage = /^Connection terminated|not queryable|^Client was closed|timeout exceeded when trying to connect/

/**
 * Returns the SQLSTATE (such as `23505`) or system code (such as `ECONNREFUSED`) of a database error or of its cause. Returns `08006` for a lost connection
 * without a code, and undefined for other errors.
 */
export const findDatabaseErrorCode = (error: unknown): string | undefined => {
  for (let cause: unknown = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++) {
    const { code } = cause as { code?: unknown }
    if (typeof code === 'string') return code
    // Node tries all addresses of a host and reports their errors together.
    if (connectionLostMessage.test(cause.message)) return '08006'
    if (cause instanceof AggregateError && cause.errors.length > 0) return findDatabaseErrorCode(cause.errors[0])
  }
  return undefined
}

/** Returns the name of the constraint that a write violated, or an empty string. Drizzle wraps the error of the database. */
export const getViolatedConstraint = (error: unknown): string => {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause)
    if ('constraint' in cause && typeof cause.constraint === 'string') return cause.constraint
  return ''
}
