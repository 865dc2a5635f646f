import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { acquireServer, getConnectionOptions } from '#server/db/embedded/acquire-server.ts'
import { ensureCluster } from '#server/db/embedded/create-cluster.ts'
import { prepareServerPaths } from '#server/db/embedded/folders.ts'
import { findLockOwner, isProcessRunning } from '#server/db/embedded/lock-owner.ts'
import { embeddedMajorVersion, findPostgresBinaries, releaseServer } from '#server/db/embedded/open-embedded.ts'

export const silentLog = { info: () => {}, warn: () => {}, error: () => {} }

/** Finds the programs of `BOTOLA_TEST_PG`: a version of Debian's PostgreSQL (`15`) or a folder. */
const programs = (wanted: string) => {
  const bin = wanted.includes('/') ? wanted : `/usr/lib/postgresql/${wanted}/bin`
  const major = /\d+/.exec(spawnSync(join(bin, 'postgres'), ['--version'], { encoding: 'utf8' }).stdout ?? '')?.[0]
  if (!major) throw new Error(`no PostgreSQL in ${bin}`)
  return { bin, major }
}

/** Stops and removes the servers of killed test runs. */
const sweep = () => {
  for (const name of readdirSync(tmpdir())) {
    const pid = Number(/^botola-cluster-(\d+)-/.exec(name)?.[1])
    if (!pid || isProcessRunning(pid)) continue
    const folder = join(tmpdir(), name)
    const holder = findLockOwner(join(folder, 'pg', 'data'))
    if (holder.state === 'server') process.kill(holder.pid, 'SIGQUIT')
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Starts a temporary PostgreSQL in the system's temporary folder, that of npm or `wanted`. It runs without fsync. */
export const startCluster = async (wanted = process.env.BOTOLA_TEST_PG) => {
  sweep()
  const folder = mkdtempSync(join(tmpdir(), `botola-cluster-${process.pid}-`))
  // As root the server is another user's: it has to pass the folder, which a temporary one does not allow.
  chmodSync(folder, 0o711)
  const layout = prepareServerPaths(folder)
  const { bin, major } = wanted
    ? programs(wanted)
    : { bin: findPostgresBinaries(layout.user, `${layout.root}/programs`), major: embeddedMajorVersion }
  // Servers before 17 know no builtin locale; C.UTF-8 of the C library behaves alike.
  const provider = Number(major) >= 17 ? ['--locale-provider=builtin'] : []
  await ensureCluster(layout, bin, major, ['-E', 'UTF8', ...provider, '--locale=C.UTF-8', '--no-sync'])
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200', shared_buffers: '64MB' }
  const presence = await acquireServer({ layout, bin, major, settings }, silentLog)
  return {
    connection: getConnectionOptions(layout),
    major,
    stop: async () => {
      await releaseServer(layout, presence)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
