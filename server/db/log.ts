type LogMethod = (first: object | string, message?: string) => void

/** What the database layer needs of a logger; pino fits. */
export type Log = { info: LogMethod; warn: LogMethod; error: LogMethod }
