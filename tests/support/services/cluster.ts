import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  connectAndLockOrStartServer,
  getConnectionOptions,
} from '#server/platform/db/embedded/acquire-server.ts'
import { createClusterOrAssertVersion } from '#server/platform/db/embedded/create-cluster.ts'
import { createServerFolders } from '#server/platform/db/embedded/folders.ts'
import { isProcessRunning, readLockOwnerState } from '#server/platform/db/embedded/lock-owner.ts'
import {
  findOrCopyPostgresPrograms,
  releaseAndStopUnusedServer,
} from '#server/platform/db/embedded/open-embedded.ts'

export const silentLog = { info: () => {}, warn: () => {}, error: () => {} }

/** Stops and removes the servers of killed test runs. */
const sweep = () => {
  for (const name of readdirSync(tmpdir())) {
    const pid = Number(/^botola-cluster-(\d+)-/.exec(name)?.[1])
    if (!pid || isProcessRunning(pid)) continue
    const folder = join(tmpdir(), name)
    const holder = readLockOwnerState(join(folder, 'pg', 'data'))
    if (holder.state === 'server') process.kill(holder.pid, 'SIGQUIT')
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/**
 * Starts a temporary PostgreSQL in the system's temporary folder, that of npm or `wanted`. It runs without
 * fsync.
 */
export const startCluster = async (wanted = process.env.BOTOLA_TEST_PG) => {
  sweep()
  const folder = mkdtempSync(join(tmpdir(), `botola-cluster-${process.pid}-`))
  // As root the server is another user's: it has to pass the folder, which a temporary one does not allow.
  chmodSync(folder, 0o711)
  const layout = createServerFolders(folder)
  // a version of Debian's PostgreSQL (`15`) or a folder
  const { bin, major } = findOrCopyPostgresPrograms(
    layout,
    wanted && !wanted.includes('/') ? `/usr/lib/postgresql/${wanted}/bin` : wanted,
  )
  await createClusterOrAssertVersion(layout, bin, major, ['--no-sync'])
  const settings = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '200',
    shared_buffers: '64MB',
    autovacuum: 'off',
  }
  const presence = await connectAndLockOrStartServer({ layout, bin, major, settings }, silentLog)
  return {
    connection: getConnectionOptions(layout),
    major,
    stop: async () => {
      await releaseAndStopUnusedServer(layout, presence)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
