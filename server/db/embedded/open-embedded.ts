import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import type { Log } from '#server/db/log.ts'
import { acquireServer, type Cluster, getConnectionOptions } from './acquire-server.ts'
import { applicationRole, ensureApplicationRole } from './application-role.ts'
import { findPostgresBinaries } from './binaries.ts'
import { ensureCluster } from './create-cluster.ts'
import { prepareServerPaths } from './folders.ts'
import { releaseServer } from './release-server.ts'

/** The major version of PostgreSQL in the npm package. */
export const embeddedMajorVersion = '18'

/** The embedded server, in use by this process. */
export type EmbeddedServer = {
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
 * Opens the PostgreSQL server under `dataDir/pg`: creates the cluster on the first start, uses a running server or starts it, and starts it again
 * when it ends unexpectedly. Several processes may share it; the last one to close it stops it. Throws a `StartError` when it cannot be used.
 */
export const openEmbeddedServer = async (dataDir: string, log: Log): Promise<EmbeddedServer> => {
  const layout = prepareServerPaths(dataDir)
  const cluster: Cluster = { layout, bin: findPostgresBinaries(layout.user, `${layout.root}/programs`), major: embeddedMajorVersion }
  if (await ensureCluster(layout, cluster.bin, cluster.major)) log.info(`created the database in ${layout.root}`)

  let closed = false
  let client = await acquireServer(cluster, log)
  await ensureApplicationRole(client)
  let restarting: Promise<void> | undefined
  const restart = async () => {
    while (!closed)
      try {
        client = await acquireServer(cluster, log)
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
      await releaseServer(layout, client)
    },
  }
}
