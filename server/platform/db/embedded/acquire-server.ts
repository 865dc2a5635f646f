import { spawn } from 'node:child_process'
import { chownSync, closeSync, fstatSync, openSync, readSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { msPerMinute } from '#contract/platform/time.ts'
import { findSqlStateOrSystemCode, StartError } from '#server/platform/db/errors.ts'
import type { Log } from '#server/platform/db/log.ts'
import { advisoryLockIds } from '../advisory-lock-ids.ts'
import { getPostgresEnvironment } from './create-cluster.ts'
import { ensurePrivateFolder, type ServerPaths } from './folders.ts'
import { overwriteStaleLockPids, readLockOwnerState } from './lock-owner.ts'

/**
 * Settings of the embedded server: little memory when idle, for one installation on one machine; every commit
 * is written to the disk. It accepts connections on its socket only.
 */
const settings: Record<string, string> = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '100',
  shared_buffers: '48MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  effective_cache_size: '512MB',
  min_wal_size: '48MB',
  max_wal_size: '512MB',
  wal_level: 'replica',
  max_wal_senders: '0',
  max_replication_slots: '2',
  max_worker_processes: '2',
  max_logical_replication_workers: '0',
  autovacuum_max_workers: '1',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // errors of statements quote values of rows; the log of the site has them without these
  log_min_messages: 'log',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
}

/** Avoids three helper processes. The setting exists since version 18. */
const since18 = { io_method: 'sync' }

/** Quotes a folder for the comma-separated list of socket folders. */
const quoteFolder = (folder: string) => `"${folder.replaceAll('"', '""')}"`

/** Builds the command-line arguments of `postgres`. */
const buildServerArguments = (
  data: string,
  socket: string,
  major: string,
  extra: Record<string, string> = {},
): string[] => {
  const all = {
    ...settings,
    ...(Number(major) >= 18 ? since18 : {}),
    ...extra,
    unix_socket_directories: quoteFolder(socket),
  }
  return ['-D', data, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}

/** A cluster and the programs that run it. `major` is the major version of the programs in `bin`. */
export type Cluster = { layout: ServerPaths; bin: string; major: string; settings?: Record<string, string> }

/**
 * Returns the connection options of the embedded server, for its superuser by default. All options are set,
 * so that no PG* environment variable has an effect.
 */
export const getConnectionOptions = (layout: Pick<ServerPaths, 'socket'>, user = 'postgres') => ({
  host: layout.socket,
  port: 5432,
  user,
  password: '',
  database: 'postgres',
  ssl: false as const,
})

type ConnectResult = { client: pg.Client } | { client: null; busy: boolean }

/**
 * Connects and takes the shared lock. `client` is null when no server listens; `busy` means that it is
 * starting or stopping.
 */
const tryConnect = async (layout: ServerPaths): Promise<ConnectResult> => {
  const client = new pg.Client({ ...getConnectionOptions(layout), application_name: 'botola-presence' })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ folder: string }>(
      "select current_setting('data_directory') as folder",
    )
    if (rows[0]?.folder !== layout.data)
      throw new StartError(`The socket in ${layout.socket} belongs to another database: remove that folder.`)
    // Waits while the last user of the server is stopping it: the connection then breaks.
    await client.query('select pg_advisory_lock_shared($1)', [advisoryLockIds.embeddedServer])
    return { client }
  } catch (error) {
    await client.end().catch(() => {})
    if (error instanceof StartError) throw error
    const code = findSqlStateOrSystemCode(error)
    if (code === 'ENOENT' || code === 'ECONNREFUSED') return { client: null, busy: false }
    if (code === undefined || ['57P01', '57P02', '57P03', '08006', 'ECONNRESET', 'EPIPE'].includes(code))
      return { client: null, busy: true }
    throw error
  }
}

const rotateLog = (log: string) => {
  try {
    if (statSync(log).size > 5_000_000) renameSync(log, `${log}.old`)
  } catch {
    // There is no log yet.
  }
}

type ServerExit = { message: string; canRetry: boolean }

/** Functions that keep a server running when this process ends, by the folder of its cluster. */
const keepRunningByFolder = new Map<string, () => void>()

/**
 * Keeps the server of a cluster running when this process ends. Call it after the server was released, because
 * another process may use it.
 */
export const keepServerRunningAtExit = (data: string): void => keepRunningByFolder.get(data)?.()

/**
 * Starts PostgreSQL as a detached process. It survives when this process is killed, and the next start uses
 * it again. It is stopped when this process ends by itself without releasing it, as after a second signal;
 * another process that uses it starts it again.
 */
const startServer = ({ layout, bin, major, settings }: Cluster) => {
  rotateLog(layout.log)
  // The process that stopped the server has removed a socket folder outside of the database's folder.
  ensurePrivateFolder(layout.socket, layout.user)
  const log = openSync(layout.log, 'a+', 0o600)
  if (layout.user) chownSync(layout.log, layout.user.uid, layout.user.gid)
  const logStart = fstatSync(log).size
  const child = spawn(
    join(bin, 'postgres'),
    buildServerArguments(layout.data, layout.socket, major, settings),
    {
      cwd: '/',
      env: getPostgresEnvironment(),
      detached: true,
      stdio: ['ignore', log, log],
      ...(layout.user ? { uid: layout.user.uid, gid: layout.user.gid } : {}),
    },
  )
  child.unref()
  const stop = () => {
    child.kill('SIGINT')
  }
  const keepRunning = () => {
    process.off('exit', stop)
    keepRunningByFolder.delete(layout.data)
  }
  process.on('exit', stop)
  keepRunningByFolder.set(layout.data, keepRunning)
  const state: { exit?: ServerExit } = {}
  const finish = (fallback: string) => {
    const buffer = Buffer.alloc(20_000)
    const length = readSync(log, buffer, 0, buffer.length, logStart)
    closeSync(log)
    const output = buffer.toString('utf8', 0, length)
    const fatal =
      output.split('\n').findLast((line) => /FATAL:|could not|error while loading/.test(line)) ?? fallback
    // Another process was faster, or workers of a killed server still run.
    state.exit = {
      message: fatal.replace(/^.*FATAL: +|^but /, ''),
      canRetry: /lock file|shared memory block|Address already in use/.test(output),
    }
  }
  child.once('error', (error) => finish(error.message))
  child.once('exit', (code, signal) => {
    process.off('exit', stop)
    if (!state.exit) finish(`it ended with ${signal ?? `exit code ${code}`}`)
  })
  return state
}

/**
 * Milliseconds to wait for a server that cannot be reached, and for one that is starting, recovering or
 * stopping.
 */
const timeouts = { unreachable: msPerMinute, busy: 30 * msPerMinute }

/**
 * Connects to the server of the cluster and takes the shared lock (`advisoryLockIds.embeddedServer`). Uses a running
 * server, waits for one that is starting, recovering or stopping, and starts one otherwise. Never ends a
 * process. Throws a `StartError` when no server can be used.
 */
export const connectAndLockOrStartServer = async (cluster: Cluster, log: Log): Promise<pg.Client> => {
  const { layout } = cluster
  const startedAt = Date.now()
  let ownServer: { exit?: ServerExit } | undefined
  let lastLogged = 0
  for (let attempt = 0; ; attempt++) {
    const result = await tryConnect(layout)
    if (result.client) return result.client
    const elapsed = Date.now() - startedAt
    const owner = readLockOwnerState(layout.data)
    if (ownServer?.exit) {
      if (!ownServer.exit.canRetry || elapsed > timeouts.unreachable)
        throw new StartError(
          `The database could not start: ${ownServer.exit.message} (its log is ${layout.log}).`,
        )
      ownServer = undefined
    } else if (!result.busy && !ownServer && owner.state !== 'server') {
      if (owner.state === 'stale') overwriteStaleLockPids(layout, owner.pid)
      ownServer = startServer(cluster)
      continue
    }
    if (elapsed > (result.busy ? timeouts.busy : timeouts.unreachable))
      throw new StartError(
        `The database in ${layout.root} does not answer${owner.state === 'server' ? ` (process ${owner.pid} holds it)` : ''}: look into ${layout.log}, stop that process if it is not needed, or set DATA_DIR to another folder.`,
      )
    if (elapsed - lastLogged > 5000) {
      lastLogged = elapsed
      log.info(`waiting for the database (${Math.round(elapsed / 1000)} s)`)
    }
    await wait(attempt < 40 ? 25 : 100)
  }
}
