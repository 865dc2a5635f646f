import { type DestinationStream, type LogFn, pino } from 'pino'
import type { Config } from '#server/config.ts'
import { serializeErrorForLog } from './serialize-error.ts'

/** Creates the logger of the process. It writes JSON lines without personal data; errors are written with `serializeErrorForLog`. */
export const createLogger = (level: Config['LOG_LEVEL'], stream?: DestinationStream) => {
  const options = {
    level,
    serializers: {
      err: serializeErrorForLog,
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
            serializeErrorForLog(error).message,
          )
        return method.apply(this as never, args)
      },
    },
  }
  return stream ? pino(options, stream) : pino(options)
}

/** Logs an uncaught error and ends the process. Node itself would print the error with all its properties. */
export const exitOnUncaughtError = (logger: ReturnType<typeof createLogger>) => {
  process.on('uncaughtException', (error) => {
    logger.fatal({ err: error }, 'the process ends after an uncaught error')
    process.exit(1)
  })
}
