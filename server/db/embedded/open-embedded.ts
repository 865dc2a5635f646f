import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import type { Log } from '#server/db/log.ts'
import { acquireServer, type Cluster, getConnectionOptions } from './acquire-server.ts'
import { findBinaries } from './binaries.ts'
import { ensureCluster } from './create-cluster.ts'
import { prepareServerPaths } from './folders.ts'
import { releaseServer } from './release-server.ts'

/** The major version of the PostgreSQL that npm brings. */
export const embeddedMajorVersion = '18'

/** The embedded server while this process uses it. */
export type EmbeddedServer = {
  connection: ReturnType<typeof getConnectionOptions>
  /** The folder of the cluster. */
  data: string
  /** Leaves it, and stops it when no other process uses it. */
  close: () => Promise<void>
}

/**
 * Starts (or joins) the PostgreSQL under `dataDir/pg`, made on the first start, and keeps it up: when it dies under us it is started again.
 * Several processes may share it; the last one to close stops it. Throws a `StartError` with one clear sentence when that is impossible.
 */
export const openEmbeddedServer = async (dataDir: string, log: Log): Promise<EmbeddedServer> => {
  const layout = prepareServerPaths(dataDir)
  const cluster: Cluster = { layout, bin: findBinaries(layout.user, `${layout.root}/programs`), major: embeddedMajorVersion }
  if (await ensureCluster(layout, cluster.bin, cluster.major)) log.info(`made the database in ${layout.root}`)

  let closed = false
  let watched = await acquireServer(cluster, log)
  let restarting: Promise<void> | undefined
  const restart = async () => {
    while (!closed)
      try {
        watched = await acquireServer(cluster, log)
        watch(watched)
        log.info('the database is back')
        return
      } catch (error) {
        log.error(`the database is away: ${(error as Error).message}`)
        await wait(1000)
      }
  }
  const watch = (client: pg.Client) => {
    client.once('end', () => {
      if (closed || client !== watched) return
      log.warn('the database has ended, starting it again')
      restarting = restart()
    })
  }
  watch(watched)

  return {
    connection: getConnectionOptions(layout),
    data: layout.data,
    close: async () => {
      if (closed) return
      closed = true
      await restarting
      await releaseServer(layout, watched)
    },
  }
}
