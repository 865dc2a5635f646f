import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { StartError, sqlState } from './errors.ts'

/** The oldest PostgreSQL that the schema and the queries run on. */
const oldest = 14

/** Where a URL points, without user and password. */
export const placeOf = (url: string): string => {
  try {
    const { host, pathname } = new URL(url)
    return `${host || 'localhost'}${pathname}`
  } catch {
    return 'DATABASE_URL'
  }
}

const reasons: Record<string, string> = {
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
const ask = async (pool: pg.Pool) => {
  for (let round = 0; ; round++)
    try {
      const { rows } = await pool.query<{ version: string; encoding: string }>(
        "select current_setting('server_version_num') as version, current_setting('server_encoding') as encoding",
      )
      return rows[0]
    } catch (error) {
      if (sqlState(error) !== '57P03' || round > 120) throw error
      await wait(500)
    }
}

/** Throws a `StartError` when the server cannot be used: not reached, older than 14, not UTF8. `url` is undefined for the embedded one. */
export const checkServer = async (pool: pg.Pool, url: string | undefined): Promise<void> => {
  const place = url ? `The database at ${placeOf(url)} (DATABASE_URL)` : 'The embedded database'
  const found = await ask(pool).catch((error: unknown) => {
    const code = sqlState(error) ?? ''
    throw new StartError(`${place} cannot be used: ${reasons[code] ?? (error as Error).message}.`, { cause: error })
  })
  const major = Math.floor(Number(found?.version) / 10_000)
  if (major < oldest) throw new StartError(`${place} is PostgreSQL ${major}: Botola needs ${oldest} or newer.`)
  if (found?.encoding !== 'UTF8') throw new StartError(`${place} has the encoding ${found?.encoding}: Botola needs UTF8.`)
}
