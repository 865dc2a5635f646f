import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { findSqlStateOrSystemCode, StartError } from './errors.ts'

/** The oldest PostgreSQL that the schema and the queries run on. */
const oldestMajorVersion = 14

/** Returns the host and database name of a URL, without user and password. */
const getDatabaseAddress = (url: string): string => {
  try {
    const { host, pathname } = new URL(url)
    return `${host || 'localhost'}${pathname}`
  } catch {
    return 'DATABASE_URL'
  }
}

const connectionErrorReasons: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'its name could not be looked up',
  ETIMEDOUT: 'it does not answer',
  EHOSTUNREACH: 'it cannot be reached',
  ENOENT: 'nothing listens there',
  '28P01': 'it refuses the user or password',
  '28000': 'it refuses the user or password',
  '3D000': 'it has no such database',
  '53300': 'it has no connection left',
}

/** Returns why a connection failed, as the end of a sentence. */
export const formatConnectionError = (error: unknown): string =>
  connectionErrorReasons[findSqlStateOrSystemCode(error) ?? ''] ?? (error as Error).message

/** Reads version and encoding of the server. Waits up to a minute for a server that is starting. */
const queryServerInfo = async (pool: pg.Pool) => {
  for (let attempt = 0; ; attempt++)
    try {
      const { rows } = await pool.query<{ version: string; encoding: string }>(
        "select current_setting('server_version_num') as version, current_setting('server_encoding') as encoding",
      )
      return rows[0]
    } catch (error) {
      if (findSqlStateOrSystemCode(error) !== '57P03' || attempt > 120) throw error
      await wait(500)
    }
}

/**
 * Throws a `StartError` when the server cannot be reached, is older than version 14 or does not use UTF8.
 * `url` is undefined for the embedded server.
 */
export const assertServerSupported = async (pool: pg.Pool, url: string | undefined): Promise<void> => {
  const subject = url ? `The database at ${getDatabaseAddress(url)} (DATABASE_URL)` : 'The embedded database'
  const info = await queryServerInfo(pool).catch((error: unknown) => {
    throw new StartError(`${subject} cannot be used: ${formatConnectionError(error)}.`, { cause: error })
  })
  const major = Math.floor(Number(info?.version) / 10_000)
  if (major < oldestMajorVersion)
    throw new StartError(`${subject} is PostgreSQL ${major}: Botola needs ${oldestMajorVersion} or newer.`)
  if (info?.encoding !== 'UTF8')
    throw new StartError(`${subject} has the encoding ${info?.encoding}: Botola needs UTF8.`)
}
