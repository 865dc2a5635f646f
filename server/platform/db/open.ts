import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { assertServerSupported } from './check-server.ts'
import { openEmbeddedServer } from './embedded/open-embedded.ts'
import type { Log } from './log.ts'

/** The database or a transaction of it. `inTransaction` starts a transaction. */
export type Db = Pick<
  NodePgDatabase,
  | 'select'
  | 'selectDistinct'
  | 'selectDistinctOn'
  | 'insert'
  | 'update'
  | 'delete'
  | 'execute'
  | '$with'
  | 'with'
  | '$count'
>

/** An open database. */
export type Database = {
  db: Db
  pool: pg.Pool
  /** For reads that may miss the latest writes: the replica, or `db` if there is none. */
  readDb: Db
  /** Connection settings of the same server, for the job queue and LISTEN, which connect by themselves. */
  connection: pg.ClientConfig
  /**
   * Connection settings of the role that owns the tables. The same as `connection` when the application has
   * no role of its own.
   */
  ownerConnection: pg.ClientConfig
  /** The data folder of the embedded server, or false for a server at a URL. */
  embedded: { data: string } | false
  /** Returns how many statements of this process were logged as slow. */
  getSlowQueryCount: () => number
  /**
   * Calls `listener` whenever a connection is lost. A write that ran on it may have been committed although
   * it failed.
   */
  onConnectionLost: (listener: () => void) => void
  /** Closes all connections. Waits until the connections in use are released. */
  close: () => Promise<void>
  /** Breaks all connections: running statements fail, and `close` returns. */
  disconnect: () => void
}

type OpenDatabaseOptions = {
  /** URL of a PostgreSQL server (14 or newer). Without it, the embedded server under `dataDir` is used. */
  url?: string
  /** URL of the same database for the role that owns the tables. Without it, the role of `url` owns them. */
  ownerUrl?: string
  /** URL of a read replica of that server. */
  readUrl?: string
  dataDir: string
  /** The folder of the programs of the embedded server. Without it, those of the npm package are used. */
  pgBin?: string | undefined
  log: Log
  /** Maximum number of connections per pool. */
  max?: number
  /** Milliseconds from which a statement is logged as slow; none without it. */
  slowQueryMs?: number
}

/**
 * Logs the statements of a connection that take long, without the values of their parameters, and calls
 * `onSlowQuery` for each.
 */
const logSlowQueries = (
  client: pg.PoolClient,
  log: Log,
  slowQueryMs: number,
  onSlowQuery: () => void,
): void => {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  const timedQuery = (...args: unknown[]) => {
    const startedAt = performance.now()
    const report = () => {
      const ms = Math.round(performance.now() - startedAt)
      if (ms < slowQueryMs) return
      onSlowQuery()
      const [statement] = args as [string | { text?: string }]
      const text = typeof statement === 'string' ? statement : statement.text
      log.warn({ ms, statement: text?.replace(/\s+/g, ' ').trim().slice(0, 2000) }, 'slow query')
    }
    const callback = args.at(-1)
    if (typeof callback !== 'function') {
      const result = query(...args)
      if (result instanceof Promise) result.then(report, report)
      return result
    }
    return query(...args.slice(0, -1), (...results: unknown[]) => {
      report()
      callback(...results)
    })
  }
  client.query = timedQuery as typeof client.query
}

const openPool = (
  connection: pg.ClientConfig,
  { max = 10, log, slowQueryMs }: Pick<OpenDatabaseOptions, 'max' | 'log' | 'slowQueryMs'>,
) => {
  const clients = new Set<pg.PoolClient>()
  const lossListeners: (() => void)[] = []
  let slowQueryCount = 0
  const pool = new pg.Pool({ ...connection, max, idleTimeoutMillis: 30_000, connectionTimeoutMillis: 10_000 })
  /** Connections that were released with an error: the pool is closing them. */
  const closing = new WeakSet<pg.PoolClient>()
  pool.on('release', (error, client) => {
    if (error) closing.add(client)
  })
  // The pool replaces an idle connection that breaks. Without a listener, the error would end the process.
  pool.on('error', (error, client) => {
    if (!closing.has(client)) log.warn({ err: error }, 'database connection lost')
  })
  // The same holds for a connection that breaks in a transaction: its query fails, but the process continues.
  pool.on('connect', (client) => {
    client.on('error', () => {
      for (const listener of lossListeners) listener()
    })
    clients.add(client)
    if (slowQueryMs) logSlowQueries(client, log, slowQueryMs, () => slowQueryCount++)
  })
  pool.on('remove', (client) => clients.delete(client))
  const disconnect = () => {
    for (const client of clients) void (client as pg.PoolClient & pg.Client).end()
  }
  return {
    pool,
    disconnect,
    getSlowQueryCount: () => slowQueryCount,
    onConnectionLost: (listener: () => void) => void lossListeners.push(listener),
  }
}

/** Returns the connection pool of a database. A transaction has no pool. */
export const getPool = (db: Db): pg.Pool => (db as NodePgDatabase & { $client: pg.Pool }).$client

type ConnectDatabaseOptions = Pick<OpenDatabaseOptions, 'readUrl' | 'max' | 'log' | 'slowQueryMs'> &
  Partial<Pick<Database, 'ownerConnection'>>

/**
 * Creates the connection pools of a server, without checking that it can be reached. With `readUrl`, `readDb`
 * has a pool of its own.
 */
export const createDatabasePools = (
  connection: pg.ClientConfig,
  { readUrl, ownerConnection = connection, ...options }: ConnectDatabaseOptions,
): Database => {
  const primary = openPool(connection, options)
  const replica = readUrl ? openPool({ ...connection, connectionString: readUrl }, options) : undefined
  const { pool } = primary
  const db = drizzle(pool)
  const readDb = replica ? drizzle(replica.pool) : db
  return {
    db,
    pool,
    readDb,
    connection,
    ownerConnection,
    embedded: false,
    getSlowQueryCount: () => primary.getSlowQueryCount() + (replica?.getSlowQueryCount() ?? 0),
    onConnectionLost: primary.onConnectionLost,
    close: async () => {
      await Promise.all([pool.end(), replica?.pool.end()])
    },
    disconnect: () => {
      primary.disconnect()
      replica?.disconnect()
    },
  }
}

/**
 * Opens the database at `url`, or the embedded server, which is started if it does not run. Throws a
 * `StartError` when the server cannot be reached, is older than version 14 or does not use UTF8, or when the
 * data folder cannot be used. `close` also stops the embedded server when no other process uses it.
 */
export const openDatabaseOrStartEmbedded = async ({
  url,
  ownerUrl,
  dataDir,
  pgBin,
  ...options
}: OpenDatabaseOptions): Promise<Database> => {
  const embedded = url ? undefined : await openEmbeddedServer(dataDir, options.log, pgBin)
  const connection = {
    ...(embedded?.connection ?? { connectionString: url, keepAlive: true }),
    application_name: 'botola',
  }
  const owner =
    embedded?.ownerConnection ?? (ownerUrl ? { connectionString: ownerUrl, keepAlive: true } : undefined)
  const ownerConnection = owner ? { ...owner, application_name: 'botola-owner' } : connection
  const database = createDatabasePools(connection, { ...options, ownerConnection })
  const close = async () => {
    await database.close()
    await embedded?.close()
  }
  try {
    await assertServerSupported(database.pool, url)
  } catch (error) {
    await close()
    throw error
  }
  return { ...database, embedded: embedded ? { data: embedded.data } : false, close }
}
