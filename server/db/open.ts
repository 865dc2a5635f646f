import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { checkServer } from './check-server.ts'
import { openEmbeddedServer } from './embedded/open-embedded.ts'
import type { Log } from './log.ts'

/** What queries run on: the database or a transaction of it. Transactions are started with `inTransaction`. */
export type Db = Pick<
  NodePgDatabase,
  'select' | 'selectDistinct' | 'selectDistinctOn' | 'insert' | 'update' | 'delete' | 'execute' | '$with' | 'with' | '$count'
>

/** An open database. */
export type Database = {
  db: Db
  pool: pg.Pool
  /** Where reads go that may lag a little: the replica, or `db` without one. */
  readDb: Db
  /** The same server for others that connect by themselves (queue, LISTEN). */
  connection: pg.ClientConfig
  /** Set when it is our own server: the folder of its cluster. */
  embedded: { data: string } | false
  /** Waits until the connections in use are released. */
  close: () => Promise<void>
  /** Breaks all connections: statements that run fail, and `close` ends. */
  disconnect: () => void
}

export type OpenDatabaseOptions = {
  /** A PostgreSQL server (14 or newer); without it the embedded one under `dataDir` is used. */
  url?: string
  /** A read replica of it. */
  readUrl?: string
  dataDir: string
  log: Log
  /** Connections at most, per pool. */
  max?: number
}

const openPool = (connection: pg.ClientConfig, max: number, log: Log) => {
  const clients = new Set<pg.PoolClient>()
  const pool = new pg.Pool({ ...connection, max, idleTimeoutMillis: 30_000, connectionTimeoutMillis: 10_000 })
  // An idle connection that breaks is replaced; without a listener it would end the process.
  pool.on('error', (error) => log.warn({ err: error }, 'database connection lost'))
  // So does one that breaks in the middle of a transaction: the query that runs fails, the process goes on.
  pool.on('connect', (client) => {
    client.on('error', () => {})
    clients.add(client)
  })
  pool.on('remove', (client) => clients.delete(client))
  const disconnect = () => {
    for (const client of clients) void (client as pg.PoolClient & pg.Client).end()
  }
  return { pool, disconnect }
}

/** The connections of a database. A transaction has one connection of its own and no pool. */
export const getPool = (db: Db): pg.Pool => (db as NodePgDatabase & { $client: pg.Pool }).$client

/** Pools on a server that is known to be there; nothing is checked. `readUrl` makes `readDb` a database of its own. */
export const connectDatabase = (
  connection: pg.ClientConfig,
  { readUrl, max = 10, log }: Pick<OpenDatabaseOptions, 'readUrl' | 'max' | 'log'>,
): Database => {
  const primary = openPool(connection, max, log)
  const replica = readUrl ? openPool({ ...connection, connectionString: readUrl }, max, log) : undefined
  const { pool } = primary
  const db = drizzle(pool)
  const readDb = replica ? drizzle(replica.pool) : db
  return {
    db,
    pool,
    readDb,
    connection,
    embedded: false,
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
 * Opens the database: the embedded server, started or joined, or the one at `url`. Throws a `StartError` with one sentence when it cannot be
 * reached, is older than 14, has another encoding than UTF8, or the data folder is unusable. `close` ends all connections and, as its last
 * user, the embedded server.
 */
export const openDatabase = async ({ url, dataDir, ...options }: OpenDatabaseOptions): Promise<Database> => {
  const embedded = url ? undefined : await openEmbeddedServer(dataDir, options.log)
  const database = connectDatabase(
    { ...(embedded?.connection ?? { connectionString: url, keepAlive: true }), application_name: 'botola' },
    options,
  )
  const close = async () => {
    await database.close()
    await embedded?.close()
  }
  try {
    await checkServer(database.pool, url)
  } catch (error) {
    await close()
    throw error
  }
  return { ...database, embedded: embedded ? { data: embedded.data } : false, close }
}
