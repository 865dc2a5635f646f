/**
 * An error that prevents the start of the process. `message` is one sentence for the operator, without
 * secrets.
 */
export class StartError extends Error {}

/** Messages of the driver for a lost connection. These errors have no code. */
const connectionLostMessage =
  /^Connection terminated|not queryable|^Client was closed|timeout exceeded when trying to connect/

/**
 * Returns the SQLSTATE (such as `23505`) or system code (such as `ECONNREFUSED`) of a database error or of
 * its cause. Returns `08006` for a lost connection without a code, and undefined for other errors.
 */
export const findSqlStateOrSystemCode = (error: unknown): string | undefined => {
  for (
    let cause: unknown = error, depth = 0;
    cause instanceof Error && depth < 5;
    cause = cause.cause, depth++
  ) {
    const { code } = cause as { code?: unknown }
    if (typeof code === 'string') return code
    // Node tries all addresses of a host and reports their errors together.
    if (connectionLostMessage.test(cause.message)) return '08006'
    if (cause instanceof AggregateError && cause.errors.length > 0)
      return findSqlStateOrSystemCode(cause.errors[0])
  }
  return undefined
}

const getErrorText = (error: unknown, property: 'constraint' | 'detail'): string => {
  // Drizzle wraps the error of the database
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    const text = (cause as { constraint?: unknown; detail?: unknown })[property]
    if (typeof text === 'string') return text
  }
  return ''
}

/** Returns the name of the constraint that a write violated, or an empty string. */
export const getViolatedConstraint = (error: unknown): string => getErrorText(error, 'constraint')

/**
 * Returns the values that violated a constraint, such as `Key (id)=(1) already exists.`, or an empty string.
 */
export const getViolationDetail = (error: unknown): string => getErrorText(error, 'detail')
