import { resolve } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { applicationRole, createApplicationRoleIfNew } from '#server/platform/db/embedded/open-embedded.ts'
import { migrateDatabaseAndGrantRights } from '#server/platform/db/migrate.ts'
import { startCluster } from './cluster.ts'
import { templateName } from './database.ts'

/** Starts one temporary PostgreSQL per run, with a migrated database that the others are copied from. */
export default async ({ provide }: TestProject) => {
  const cluster = await startCluster()
  const admin = new pg.Client(cluster.connection)
  await admin.connect()
  await admin.query(`create database ${templateName}`)
  await createApplicationRoleIfNew(admin)
  await admin.end()
  const ownerConnection = { ...cluster.connection, database: templateName }
  await migrateDatabaseAndGrantRights(
    { ownerConnection, connection: { ...ownerConnection, user: applicationRole } },
    resolve('server/platform/db/migrations'),
  )
  provide('cluster', cluster.connection)
  provide('postgresMajor', Number(cluster.major))
  return cluster.stop
}

declare module 'vitest' {
  interface ProvidedContext {
    cluster: Awaited<ReturnType<typeof startCluster>>['connection']
    postgresMajor: number
  }
}
