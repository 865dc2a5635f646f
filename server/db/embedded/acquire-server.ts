import { spawn } from 'node:child_process'
import { chownSync, closeSync, fstatSync, openSync, readSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { getSqlState, StartError } from '#server/db/errors.ts'
import type { Log } from '#server/db/log.ts'
import { getServerEnvironment } from './create-cluster.ts'
import { ensurePrivateFolder, type ServerPaths } from './folders.ts'
import { findLockOwner, releaseStaleLocks } from './lock-owner.ts'
import { buildServerArguments } from './server-arguments.ts'

/** What is needed to start a cluster's server. `major` is the version of the programs in `bin`. */
export type Cluster = { layout: ServerPaths; bin: string; major: string; settings?: Record<string, string> }

/** How to reach the server of a cluster. All is named, so that no PG* variable of the environment takes part. */
export const getConnectionOptions = (layout: Pick<ServerPaths, 'socket'>) => ({
  host: layout.socket,
  port: 5432,
  user: 'postgres',
  password: '',
  database: 'postgres',
  ssl: false as const,
})

/**
 * Advisory lock, shared by every process that uses the embedded server for as long as it does. Whoever gets it alone is the last one and may
 * stop the server; a killed process loses its share with its connection.
 */
export const sharedServerLock = 7_012_026_001

type ConnectResult = { client: pg.Client } | { client: null; busy: boolean }

/** Connects and takes a share of the server; not reached means nobody listens (or is `busy` starting or stopping). */
const tryConnect = async (layout: ServerPaths): Promise<ConnectResult> => {
  const client = new pg.Client({ ...getConnectionOptions(layout), application_name: 'botola-presence' })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ folder: string }>("select current_setting('data_directory') as folder")
    if (rows[0]?.folder !== layout.data)
      throw new StartError(`The socket in ${layout.socket} belongs to another database: remove that folder.`)
    // Waits while the last user of the server is stopping it: the connection then breaks.
    await client.query('select pg_advisory_lock_shared($1)', [sharedServerLock])
    return { client }
  } catch (error) {
    await client.end().catch(() => {})
    if (error instanceof StartError) throw error
    const code = getSqlState(error)
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
    // None yet.
  }
}

type ServerExit = { message: string; canRetry: boolean }

/** Starts the program, apart from this process: it outlives a killed one, and the next start takes it over. */
const startServer = ({ layout, bin, major, settings }: Cluster) => {
  rotateLog(layout.log)
  // Whoever stopped the server before has removed it, when it was not below the database's folder.
  ensurePrivateFolder(layout.socket, layout.user)
  const log = openSync(layout.log, 'a+', 0o600)
  if (layout.user) chownSync(layout.log, layout.user.uid, layout.user.gid)
  const from = fstatSync(log).size
  const child = spawn(join(bin, 'postgres'), buildServerArguments(layout.data, layout.socket, major, settings), {
    cwd: '/',
    env: getServerEnvironment(),
    detached: true,
    stdio: ['ignore', log, log],
    ...(layout.user ? { uid: layout.user.uid, gid: layout.user.gid } : {}),
  })
  child.unref()
  const state: { ended?: ServerExit } = {}
  const finish = (fallback: string) => {
    const said = Buffer.alloc(20_000)
    const length = readSync(log, said, 0, said.length, from)
    closeSync(log)
    const lines = said.toString('utf8', 0, length).split('\n')
    const fatal = lines.findLast((line) => /FATAL:|could not|error while loading/.test(line)) ?? fallback
    // Another start was faster, or workers of a killed server have not all ended yet.
    state.ended = {
      message: fatal.replace(/^.*FATAL: +|^but /, ''),
      canRetry: /lock file|shared memory block|Address already in use/.test(said.toString('utf8', 0, length)),
    }
  }
  child.once('error', (error) => finish(error.message))
  child.once('exit', (code, signal) => {
    if (!state.ended) finish(`it ended with ${signal ?? `exit code ${code}`}`)
  })
  return state
}

const timeouts = { silent: 60_000, recovery: 30 * 60_000 }

/**
 * A connection to the server of the cluster that holds a share of it (`usersLock`), whatever has happened before: adopts a server that runs,
 * waits for one that starts, recovers or stops, else starts it. Never ends a process. Throws a `StartError` when none can be had.
 */
export const acquireServer = async (cluster: Cluster, log: Log): Promise<pg.Client> => {
  const { layout } = cluster
  const began = Date.now()
  let mine: { ended?: ServerExit } | undefined
  let told = 0
  for (let round = 0; ; round++) {
    const met = await tryConnect(layout)
    if (met.client) return met.client
    const spent = Date.now() - began
    const holder = findLockOwner(layout.data)
    if (mine?.ended) {
      if (!mine.ended.canRetry || spent > timeouts.silent)
        throw new StartError(`The database could not start: ${mine.ended.message} (its log is ${layout.log}).`)
      mine = undefined
    } else if (!met.busy && !mine && holder.state !== 'server') {
      if (holder.state === 'stale') releaseStaleLocks(layout, holder.pid)
      mine = startServer(cluster)
      continue
    }
    if (spent > (met.busy ? timeouts.recovery : timeouts.silent))
      throw new StartError(
        `The database in ${layout.root} does not answer${holder.state === 'server' ? ` (process ${holder.pid} holds it)` : ''}: look into ${layout.log}, stop that process if it is not needed, or set DATA_DIR to another folder.`,
      )
    if (spent - told > 5000) {
      told = spent
      log.info(`waiting for the database (${Math.round(spent / 1000)} s)`)
    }
    await wait(round < 40 ? 25 : 100)
  }
}
