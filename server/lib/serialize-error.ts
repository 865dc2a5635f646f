import { replaceBuiltPositions } from './source-positions.ts'

/** The description of an error in the log. */
type SerializedError = {
  type: string
  message: string
  stack: string
  cause?: SerializedError
  errors?: SerializedError[]
  [property: string]: unknown
}

/** Properties of errors that never contain personal data. Others may: `detail` and `where` of PostgreSQL, `params` of Drizzle, `rejected` of a mail server. */
const safeProperties = [
  'code',
  'statusCode',
  'syscall',
  'severity',
  'schema',
  'table',
  'column',
  'constraint',
  'routine',
  'responseCode',
  'command',
]
/** Classes of SQLSTATE whose messages quote names of the schema. Those of other classes, such as 22 (invalid values), quote values. */
const schemaErrorState = /^(08|23|25|40|42|53|55|57|58)[0-9A-Z]{3}$/
const depthLimit = 5

const queryString = /\?[\w%.-]+=[^\s"')]*/g
const email = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu
const longNumber = /(?<![\p{L}\p{N}_-])\+?\p{Nd}{8,}(?![\p{L}\p{N}_-])/gu
const maskPersonalData = (text: string) => text.replace(queryString, '?…').replace(email, '<e-mail>').replace(longNumber, '<number>')

const redactMessage = (error: Error): string => {
  // The message of a Drizzle error contains the query and its parameters.
  if ('params' in error || error.message.startsWith('Failed query')) return 'Failed query'
  const { code } = error as { code?: unknown }
  const hasNamesOnly = 'severity' in error && typeof code === 'string' && schemaErrorState.test(code)
  return maskPersonalData(hasNamesOnly ? error.message : error.message.replace(/".*"/s, '"…"')).slice(0, 500)
}

/** Returns the stack, with positions in the sources, without the message, which may contain personal data. */
const getStackFrames = ({ stack = '', message }: Error): string => {
  const start = stack.indexOf(message)
  const lines = (start < 0 ? stack : stack.slice(start + message.length)).split('\n')
  return replaceBuiltPositions(lines.filter((line) => /^\s+at \S/.test(line)).join('\n'))
}

/** Describes an error without personal data: no query parameters, no values of rows, and only the properties listed above. */
export const serializeErrorForLog = (error: unknown, depth = 0): SerializedError => {
  if (!(error instanceof Error)) return { type: typeof error, message: 'A value that is not an Error was thrown', stack: '' }
  const properties = safeProperties.flatMap((name) => {
    const value = (error as unknown as Record<string, unknown>)[name]
    return typeof value === 'string' ? [[name, maskPersonalData(value).slice(0, 100)]] : typeof value === 'number' ? [[name, value]] : []
  })
  const isAtDepthLimit = depth >= depthLimit
  return {
    type: error.constructor.name,
    message: redactMessage(error),
    stack: getStackFrames(error),
    ...Object.fromEntries(properties),
    ...(error.cause === undefined || isAtDepthLimit ? {} : { cause: serializeErrorForLog(error.cause, depth + 1) }),
    ...(error instanceof AggregateError && !isAtDepthLimit
      ? { errors: error.errors.slice(0, 5).map((each: unknown) => serializeErrorForLog(each, depth + 1)) }
      : {}),
  }
}

/** Returns the description of an error as text, for command-line programs. */
export const formatErrorForTerminal = (error: unknown): string => {
  const { type, message, stack, cause } = serializeErrorForLog(error)
  return [`${type}: ${message}`, stack, ...(cause ? [`caused by ${cause.type}: ${cause.message}`, cause.stack] : [])]
    .filter(Boolean)
    .join('\n')
}

/** Returns a copy of an error without personal data, for libraries that store errors. */
export const redactError = (error: unknown): Error => {
  const { message, cause } = serializeErrorForLog(error)
  const copy = new Error(cause ? `${message}: ${cause.message}` : message)
  copy.stack = formatErrorForTerminal(error)
  return copy
}
