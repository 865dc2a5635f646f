type LogMethod = (first: object | string, message?: string) => void

/** The part of a pino logger that the database layer uses. */
export type Log = { info: LogMethod; warn: LogMethod; error: LogMethod }
