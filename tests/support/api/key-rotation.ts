import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type pg from 'pg'
import { inject } from 'vitest'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { openMigrateAndSeedInstallation } from '#server/open-installation.ts'
import { applicationRole } from '#server/platform/db/embedded/open-embedded.ts'
import { createLogger } from '#server/platform/lib/logger.ts'
import { buildDatabaseUrl } from '../services/database.ts'
import { getProgram } from '../services/program.ts'

type Environment = Record<string, string>

const buildEnvironment = (name: string, env: Environment): Environment => ({
  DATABASE_URL: buildDatabaseUrl(name, applicationRole),
  MIGRATION_DATABASE_URL: buildDatabaseUrl(name, String(inject('cluster').user)),
  ...env,
})

/** Starts the app on an existing database as the server does, with the keys and settings of `env`. */
export const startOnDatabase = async (name: string, env: Environment) => {
  const folder = mkdtempSync(join(tmpdir(), 'botola-keys-'))
  const config = readConfig({
    ...buildEnvironment(name, env),
    ...{ DATA_DIR: folder, DEMO: 'off', SITE_URL: 'http://botola.test', LOG_LEVEL: 'silent' },
  })
  try {
    const core = await openMigrateAndSeedInstallation(config, createLogger('silent'), resolve('.'))
    const app = await buildApp({
      ...core,
      logger: false,
      root: resolve('.'),
      pages: 'none',
      maxEventLoopDelay: 0,
    })
    await app.ready()
    const close = async () => {
      await app.close()
      await core.close()
      rmSync(folder, { recursive: true, force: true })
    }
    return { ...core, app, close }
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

/** Runs `npm run keys:reencrypt` on a database. Returns its output and exit code. */
export const runReencryption = async (
  name: string,
  env: Environment,
  ...options: string[]
): Promise<{ output: string; code: number }> => {
  const { PATH = '' } = process.env
  const run = promisify(execFile)(process.execPath, [getProgram('keys'), 'reencrypt', ...options], {
    env: { PATH, BOTOLA_ROOT: resolve('.'), ...buildEnvironment(name, env) },
  })
  return run.then(
    ({ stdout, stderr }) => ({ output: stdout + stderr, code: 0 }),
    ({ stdout, stderr, code }: { stdout: string; stderr: string; code: number }) => ({
      output: stdout + stderr,
      code,
    }),
  )
}

/**
 * Lists the columns of all tables, also of the job queue, with values that `pattern` (a regular expression)
 * matches.
 */
export const findColumnsWith = async (pool: pg.Pool, pattern: string): Promise<string[]> => {
  const { rows } = await pool.query<{ table: string; column: string }>(
    `select case when n.nspname = 'public' then c.relname else n.nspname || '.' || c.relname end as "table", a.attname as column
     from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'pgboss') and c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0 and not a.attisdropped`,
  )
  const found: string[] = []
  for (const { table, column } of rows) {
    const matches = await pool.query(`select from ${table} where "${column}"::text ~ $1 limit 1`, [pattern])
    if (matches.rowCount) found.push(`${table}.${column}`)
  }
  return found.sort()
}
