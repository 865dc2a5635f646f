import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { createApplicationRoleIfNew } from '#server/platform/db/embedded/open-embedded.ts'
import { chooseDatabaseSystemUser } from '#server/platform/db/embedded/system-user.ts'
import { killProcessesIn } from '../../faults/processes.ts'
import { findFreePort } from '../../support/services/free-port.ts'
import { NotRunError } from './not-run.ts'

const versions = [15, 16, 17, 18, 14]
/** Milliseconds for a server to start or to take over. */
const limitMs = 30_000

/** Finds the programs of a PostgreSQL of Debian. Throws a `NotRunError` when there is none. */
const findSystemPostgres = () => {
  const folders = versions.map((version) => `/usr/lib/postgresql/${version}/bin`)
  const found = folders.find((folder) => existsSync(join(folder, 'pg_basebackup')))
  if (!found) throw new NotRunError('postgresql-15 is not installed')
  return found
}

const query = async (connection: pg.ClientConfig, text: string) => {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

const waitUntil = async (what: string, check: () => Promise<boolean>) => {
  for (const startedAt = performance.now(); !(await check().catch(() => false)); await wait(100))
    if (performance.now() - startedAt > limitMs) throw new Error(`${what} after ${limitMs / 1000} s`)
}

/**
 * Starts a primary and a standby in `folder`, with the role of the application. A commit is acknowledged when
 * the standby has stored it, too (`synchronous_standby_names`). `findPrimary` is a script for HAProxy that
 * succeeds for the server that takes writes.
 */
export const startStandbyCluster = async (folder: string) => {
  const bin = findSystemPostgres()
  const [primaryPort, standbyPort] = [await findFreePort(), await findFreePort()]
  const user = chooseDatabaseSystemUser(folder)
  const ids = user ? { uid: user.uid, gid: user.gid } : {}
  const run = (program: string, args: readonly string[]) =>
    execFileSync(join(bin, program), args, { cwd: '/', stdio: ['ignore', 'pipe', 'pipe'], ...ids })
  const root = join(folder, 'servers')
  mkdirSync(root)
  if (user) chownSync(root, user.uid, user.gid)
  const [primaryFolder, standbyFolder] = [join(root, 'primary'), join(root, 'standby')]
  const getConnection = (port: number) => ({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    database: 'postgres',
  })
  const children: ChildProcess[] = []
  const start = async (data: string, port: number, settings: Record<string, string>) => {
    const all = {
      port: String(port),
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      max_connections: '100',
      ...settings,
    }
    const args = ['-D', data, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
    children.push(spawn(join(bin, 'postgres'), args, { cwd: '/', stdio: 'ignore', ...ids }))
    await waitUntil(
      'PostgreSQL does not reply',
      async () => (await query(getConnection(port), 'select 1')).length === 1,
    )
  }

  run('initdb', ['-D', primaryFolder, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8'])
  await start(primaryFolder, primaryPort, { synchronous_standby_names: 'standby' })
  run('pg_basebackup', [
    '-D',
    standbyFolder,
    '-h',
    '127.0.0.1',
    '-p',
    String(primaryPort),
    '-U',
    'postgres',
    '-R',
    '-c',
    'fast',
  ])
  const source = `host=127.0.0.1 port=${primaryPort} user=postgres application_name=standby`
  await start(standbyFolder, standbyPort, { primary_conninfo: source })
  await waitUntil('the standby is not synchronous', async () => {
    const [row] = await query(getConnection(primaryPort), 'select sync_state from pg_stat_replication')
    return row?.sync_state === 'sync'
  })
  const owner = new pg.Client(getConnection(primaryPort))
  await owner.connect()
  await createApplicationRoleIfNew(owner)
  await owner.end()

  const findPrimary = join(folder, 'is-primary.sh')
  writeFileSync(
    findPrimary,
    `#!/bin/sh\nPGCONNECT_TIMEOUT=2\nexport PGCONNECT_TIMEOUT\n[ "$(${join(bin, 'psql')} -h "$3" -p "$4" -U postgres -d postgres -Atc 'select pg_is_in_recovery()')" = f ]\n`,
  )
  chmodSync(findPrimary, 0o755)
  return {
    ports: { primary: primaryPort, standby: standbyPort },
    standbyConnection: getConnection(standbyPort),
    findPrimary,
    /** Kills all processes of the primary. */
    killPrimary: () => killProcessesIn(primaryFolder),
    /** Makes the standby the primary, as an operator or a failover manager does. */
    promoteStandby: () => query(getConnection(standbyPort), 'select pg_promote()'),
    stop: async () => {
      for (const child of children) if (child.exitCode === null) child.kill('SIGQUIT')
      await waitUntil('PostgreSQL still runs', async () =>
        children.every(({ exitCode, signalCode }) => exitCode !== null || signalCode !== null),
      )
    },
  }
}
