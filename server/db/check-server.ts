import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { getSqlState, StartError } from './errors.ts'

/** The oldest PostgreSQL that the schema and the queries run on. */
const oldestMajorVersion = 14

/** Where a URL points, without user and password. */
export const getDatabaseAddress = (url: string): string => {
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

/** Asks while the server says that it is starting. */
const queryServerInfo = async (pool: pg.Pool) => {
  for (let round = 0; ; round++)
    try {
      const { rows } = await pool.query<{ version: string; encoding: string }>(
        "select current_setting('server_version_num') as version, current_setting('server_encoding') as encoding",
      )
      return rows[0]
    } catch (error) {
      if (getSqlState(error) !== '57P03' || round > 120) throw error
      await wait(500)
    }
}

/** Throws a `StartError` when the server cannot be used: not reached, older than 14, not UTF8. `url` is undefined for the embedded one. */
export const checkServer = async (pool: pg.Pool, url: string | undefined): Promise<void> => {
  const place = url ? `The database at ${getDatabaseAddress(url)} (DATABASE_URL)` : 'The embedded database'
  const found = await queryServerInfo(pool).catch((error: unknown) => {
    const code = getSqlState(error) ?? ''
    throw new StartError(`${place} cannot be used: ${connectionErrorReasons[code] ?? (error as Error).message}.`, { cause: error })
  })
  const major = Math.floor(Number(found?.version) / 10_000)
  if (major < oldestMajorVersion) throw new StartError(`${place} is PostgreSQL ${major}: Botola needs ${oldestMajorVersion} or newer.`)
  if (found?.encoding !== 'UTF8') throw new StartError(`${place} has the encoding ${found?.encoding}: Botola needs UTF8.`)
}
