import { existsSync, readFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type DestinationStream, type LogFn, pino } from 'pino'
import type { Config } from '#server/config.ts'

/**
 * Creates the logger of the process. It writes JSON lines without personal data; errors are written with
 * `serializeRedactedError`.
 */
export const createLogger = (level: Config['LOG_LEVEL'], stream?: DestinationStream) => {
  const options = {
    level,
    serializers: {
      err: serializeRedactedError,
      req: ({ method }: { method?: string }) => ({ method }),
      res: ({ statusCode }: { statusCode?: number }) => ({ statusCode }),
    },
    redact: {
      paths: ['busboyOptions', 'authorization', 'password', 'token', 'national_id', 'email', 'phone'],
      censor: '…',
    },
    hooks: {
      // without a text, pino would write the message of the error unchanged
      logMethod(args: Parameters<LogFn>, method: LogFn) {
        const [first, text] = args as unknown as [unknown, unknown]
        const error = first instanceof Error ? first : (first as { err?: unknown } | null)?.err
        if (error instanceof Error && (text === undefined || text === error.message))
          return method.call(
            this as never,
            first instanceof Error ? { err: first } : (first as object),
            serializeRedactedError(error).message,
          )
        return method.apply(this as never, args)
      },
    },
  }
  return stream ? pino(options, stream) : pino(options)
}

/** Logs an uncaught error and ends the process. Node itself would print the error with all its properties. */
export const logAndExitOnUncaughtError = (logger: ReturnType<typeof createLogger>) => {
  process.on('uncaughtException', (error) => {
    logger.fatal({ err: error }, 'the process ends after an uncaught error')
    process.exit(1)
  })
}

const base64Digits = new Map(
  Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/', (digit, value) => [
    digit.charCodeAt(0),
    value,
  ]),
)

/**
 * Finds which line of which source file a position in a built script comes from; lines and columns count from
 * 1. `mappings` is the text of that name in the source map: base64 VLQ numbers with a comma between segments
 * and a semicolon between lines. A library would need 100 MB of memory for all source maps.
 */
const findSegment = (mappings: string, line: number, column: number) => {
  let found: { source: number; line: number } | undefined
  let [currentLine, currentColumn, source, sourceLine] = [1, 1, 0, 1]
  let [field, value, shift] = [0, 0, 0]
  for (let at = 0; at < mappings.length; at++) {
    const code = mappings.charCodeAt(at)
    if (code === 0x3b) {
      if (currentLine++ === line) break
      ;[currentColumn, field] = [1, 0]
    } else if (code === 0x2c) field = 0
    else {
      const digit = base64Digits.get(code) ?? 0
      value |= (digit & 31) << shift
      shift += 5
      if (digit & 32) continue
      const change = value & 1 ? -(value >>> 1) : value >>> 1
      ;[value, shift] = [0, 0]
      if (field === 0) currentColumn += change
      else if (field === 1) source += change
      else if (field === 2) {
        sourceLine += change
        if (currentLine === line && currentColumn <= column) found = { source, line: sourceLine }
      }
      field++
    }
  }
  return found
}

/**
 * Finds the source of a position in a script, as `server/main.ts:12` below `root`, by the source map beside
 * the script.
 */
const findSource = (root: string, script: string, line: number, column: number): string | undefined => {
  const path = `${script}.map`
  if (!existsSync(path)) return undefined
  const { mappings, sources } = JSON.parse(readFileSync(path, 'utf8')) as {
    mappings: string
    sources: string[]
  }
  const found = findSegment(mappings, line, column)
  const source = found && sources[found.source]
  return source === undefined
    ? undefined
    : `${relative(root, resolve(dirname(script), source))}:${found?.line}`
}

/** Frames of earlier errors with their sources: reading a source map takes about 50 ms. */
const knownPositions = new Map<string, string>()
const maxKnownPositions = 1000

/**
 * Replaces the positions in built scripts by those in the sources, in the frames of a stack. Other frames
 * stay as they are.
 */
const replaceBuiltPositions = (frames: string): string =>
  frames.replace(
    /(file:\/\/[^\s()]+)(\/build\/program\/[^\s()]+\.js):(\d+):(\d+)/g,
    (position, root: string, script: string, line: string, column: string) => {
      const known = knownPositions.get(position)
      if (known !== undefined) return known
      let source = position
      try {
        source =
          findSource(fileURLToPath(root), fileURLToPath(root + script), Number(line), Number(column)) ??
          position
      } catch {
        // a damaged map must not hide the error
      }
      if (knownPositions.size < maxKnownPositions) knownPositions.set(position, source)
      return source
    },
  )

/** The description of an error in the log. */
type SerializedError = {
  type: string
  message: string
  stack: string
  cause?: SerializedError
  errors?: SerializedError[]
  [property: string]: unknown
}

/**
 * Properties of errors that never contain personal data. Others may: `detail` and `where` of PostgreSQL,
 * `params` of Drizzle, `rejected` of a mail server.
 */
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
/**
 * Classes of SQLSTATE whose messages quote names of the schema. Those of other classes, such as 22 (invalid
 * values), quote values.
 */
const schemaErrorState = /^(08|23|25|40|42|53|55|57|58)[0-9A-Z]{3}$/
const depthLimit = 5

const queryString = /\?[\w%.-]+=[^\s"')]*/g
const email = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu
const longNumber = /(?<![\p{L}\p{N}_-])\+?\p{Nd}{8,}(?![\p{L}\p{N}_-])/gu
const maskPersonalData = (text: string) =>
  text.replace(queryString, '?…').replace(email, '<e-mail>').replace(longNumber, '<number>')

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

/**
 * Describes an error without personal data: no query parameters, no values of rows, and only the properties
 * listed above.
 */
export const serializeRedactedError = (error: unknown, depth = 0): SerializedError => {
  if (!(error instanceof Error))
    return { type: typeof error, message: 'A value that is not an Error was thrown', stack: '' }
  const properties = safeProperties.flatMap((name) => {
    const value = (error as unknown as Record<string, unknown>)[name]
    return typeof value === 'string'
      ? [[name, maskPersonalData(value).slice(0, 100)]]
      : typeof value === 'number'
        ? [[name, value]]
        : []
  })
  const isAtDepthLimit = depth >= depthLimit
  return {
    type: error.constructor.name,
    message: redactMessage(error),
    stack: getStackFrames(error),
    ...Object.fromEntries(properties),
    ...(error.cause === undefined || isAtDepthLimit
      ? {}
      : { cause: serializeRedactedError(error.cause, depth + 1) }),
    ...(error instanceof AggregateError && !isAtDepthLimit
      ? { errors: error.errors.slice(0, 5).map((each: unknown) => serializeRedactedError(each, depth + 1)) }
      : {}),
  }
}

const formatSerializedError = ({ type, message, stack, cause, errors = [] }: SerializedError): string =>
  [
    `${type}: ${message}`,
    stack,
    ...(cause ? [`caused by ${formatSerializedError(cause)}`] : []),
    ...errors.map((each) => `with ${formatSerializedError(each)}`),
  ]
    .filter(Boolean)
    .join('\n')

/** Returns the description of an error as text, with its causes, for command-line programs. */
export const formatRedactedError = (error: unknown): string =>
  formatSerializedError(serializeRedactedError(error))

/** Returns a copy of an error without personal data, for libraries that store errors. */
export const redactError = (error: unknown): Error => {
  const { message, cause } = serializeRedactedError(error)
  const copy = new Error(cause ? `${message}: ${cause.message}` : message)
  copy.stack = formatRedactedError(error)
  return copy
}
