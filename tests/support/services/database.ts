import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { applicationRole } from '#server/platform/db/embedded/open-embedded.ts'
import { createDatabasePools, type Database } from '#server/platform/db/open.ts'
import { silentLog } from './cluster.ts'

/** The migrated, empty database that test databases are copied from. */
export const templateName = 'botola_template'

/** Builds the URL of a database on the server of this run for a role, as `DATABASE_URL` has it. */
export const buildDatabaseUrl = (name: string, role: string): string => {
  const { host = '', port = 5432 } = inject('cluster')
  return `postgres://${role}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`
}

const asAdmin = async (statement: string) => {
  const admin = new pg.Client(inject('cluster'))
  await admin.connect()
  try {
    await admin.query(statement)
  } finally {
    await admin.end()
  }
}

/** A database on the server of this run. */
export type TestDatabase = {
  database: Database
  ownerPool: pg.Pool
  name: string
  setReachable: (isReachable: boolean) => Promise<void>
  drop: () => Promise<void>
}

/**
 * Creates a database on the server of this run: migrated and empty, or without tables (`migrated: false`).
 * `database` has the rights of the application role, and connects to `server`, for example a proxy;
 * `ownerPool` is for the tests that change tables.
 */
export const createTestDatabase = async ({
  migrated = true,
  max = 10,
  server = inject('cluster'),
} = {}): Promise<TestDatabase> => {
  const name = `t_${randomBytes(6).toString('hex')}`
  // copies the files of the template, which takes less time than a copy through the log; 14 does nothing else
  const strategy = inject('postgresMajor') >= 15 ? 'strategy file_copy' : ''
  await asAdmin(`create database ${name} template ${migrated ? templateName : 'template0'} ${strategy}`)
  const ownerConnection = { ...inject('cluster'), database: name }
  const database = createDatabasePools(
    { ...server, database: name, user: applicationRole },
    { max, log: silentLog, ownerConnection },
  )
  const ownerPool = new pg.Pool({ ...ownerConnection, max: 2 })
  ownerPool.on('error', () => {})
  return {
    database,
    ownerPool,
    name,
    /** Ends all connections to the database and rejects new ones, or accepts them again. */
    setReachable: async (isReachable) => {
      await asAdmin(`alter database ${name} allow_connections ${isReachable}`)
      if (!isReachable)
        await asAdmin(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
    },
    drop: async () => {
      await database.close()
      await ownerPool.end()
      await asAdmin(`drop database if exists ${name} with (force)`)
    },
  }
}
