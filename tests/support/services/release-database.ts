import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompressSync } from 'node:zlib'
import pg from 'pg'
import { inject } from 'vitest'
import { toBackupFolderAndName } from '#server/platform/db/backup/places.ts'
import { restoreBackupIntoEmptyDatabase } from '#server/platform/db/backup/restore-backup.ts'
import { applicationRole } from '#server/platform/db/embedded/open-embedded.ts'
import { migrateDatabaseAndGrantRights, readMigrationTimestamps } from '#server/platform/db/migrate.ts'
import { createFileStore } from '#server/platform/lib/files.ts'
import { type RunningScript, startScript } from '../../faults/processes.ts'
import { fixtureSecretKey, releaseFixtureFolder } from '../data/release-fixtures.ts'
import { buildDatabaseUrl, createTestDatabase, type TestDatabase } from './database.ts'
import { getProgram } from './program.ts'

const migrationFolder = resolve('server/platform/db/migrations')
/** The times of all migrations of this version. */
export const migrationTimestamps = readMigrationTimestamps(migrationFolder)
export const fixtureSecrets = { SECRET_KEY: fixtureSecretKey, SECRET_KEY_OLD: [] }

/**
 * Creates a database of the version of a file in `releaseFixtureFolder`, an SQL dump or a backup, with the
 * tables of that version. `dataFolder` gets its uploaded files.
 */
export const createReleaseDatabase = async (name: string, dataFolder: string): Promise<TestDatabase> => {
  const created = await createTestDatabase({ migrated: false })
  const path = resolve(releaseFixtureFolder, name)
  if (name.endsWith('.sql.br')) {
    // the dump changes settings of its session
    const client = new pg.Client({ ...inject('cluster'), database: created.name })
    await client.connect()
    await client.query(brotliDecompressSync(readFileSync(path)).toString())
    await client.end()
    return created
  }
  const { place, name: file } = toBackupFolderAndName(path)
  const owner = { pool: created.ownerPool, connection: created.database.ownerConnection }
  await restoreBackupIntoEmptyDatabase(place.getSource(file), owner, {
    ...{
      secrets: fixtureSecrets,
      migrations: migrationTimestamps,
      files: createFileStore({ DATA_DIR: dataFolder, STORAGE_URL: undefined }),
    },
    migrate: async (until) => {
      if (until !== undefined) await migrateDatabaseAndGrantRights(created.database, migrationFolder, until)
    },
  })
  return created
}

/** The settings of a process that opens a database of a release. */
export const buildReleaseSettings = ({ name }: TestDatabase, dataFolder: string) => ({
  ...{
    BOTOLA_ROOT: resolve('.'),
    NODE_ENV: 'production',
    DATA_DIR: dataFolder,
    PORT: '0',
    DEMO: 'off',
    LOG_LEVEL: 'error',
  },
  ...{ DATABASE_URL: buildDatabaseUrl(name, applicationRole), SECRET_KEY: fixtureSecretKey },
  MIGRATION_DATABASE_URL: buildDatabaseUrl(name, String(inject('cluster').user)),
})

/** Starts a process that upgrades a database of a release as the server does, and then ends. */
export const startReleaseUpgrade = (database: TestDatabase, dataFolder: string): RunningScript =>
  startScript('tests/faults/open-installation.ts', buildReleaseSettings(database, dataFolder), {
    name: 'this user',
    ids: undefined,
  })

/** Runs `results:verify` on an upgraded database of a release, and returns what it prints. */
export const verifyReleaseResults = async (database: TestDatabase, dataFolder: string): Promise<string> => {
  const env = { PATH: process.env.PATH, ...buildReleaseSettings(database, dataFolder) }
  return (await promisify(execFile)(process.execPath, [getProgram('results'), 'verify'], { env })).stdout
}
