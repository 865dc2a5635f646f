import pg from 'pg'
import { applicationRole, createApplicationRoleIfNew } from '#server/platform/db/embedded/open-embedded.ts'
import { startCluster } from '../../support/services/cluster.ts'

/** Returns the settings of an installation whose database is at a port of this machine. */
export const getDatabaseSettings = (port: number) => ({
  DATABASE_URL: `postgres://${applicationRole}:none@127.0.0.1:${port}/postgres`,
  MIGRATION_DATABASE_URL: `postgres://postgres:none@127.0.0.1:${port}/postgres`,
})

/** Starts a temporary PostgreSQL with the role of the application. `socket` is where it listens. */
export const startExternalDatabase = async () => {
  const { connection, stop } = await startCluster()
  const owner = new pg.Client(connection)
  await owner.connect()
  await createApplicationRoleIfNew(owner)
  await owner.end()
  return { connection, socket: { path: `${connection.host}/.s.PGSQL.${connection.port}` }, stop }
}
