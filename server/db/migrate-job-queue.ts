import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { PgBoss } from 'pg-boss'

/**
 * Creates the tables of the job queue (schema `pgboss`), or migrates them to the installed version of pg-boss, as the owner of the tables. The queue
 * itself needs no other rights than those on rows.
 */
export const migrateJobQueue = async (owner: pg.ClientConfig): Promise<void> => {
  const boss = new PgBoss({ ...(owner as object), supervise: false, schedule: false, bamIntervalSeconds: 10, max: 2 })
  boss.on('error', () => {})
  try {
    await boss.start()
    // A migration of pg-boss may build indexes in the background, one every ten seconds.
    while ((await boss.getBamStatus()).some(({ status }) => status === 'pending' || status === 'in_progress')) await wait(200)
  } finally {
    await boss.stop({ graceful: false })
  }
}
