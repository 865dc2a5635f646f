import { count, sql } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import { payments } from '#server/db/schema/payments.ts'

export type JobCount = { queue: string; state: string; count: number }

/** Counts the stored jobs by queue and state. Mails are the queue `mail`. Before the job queue has started there are none. */
export const countJobs = async (db: Db): Promise<JobCount[]> => {
  const { rows: tables } = await db.execute<{ exists: boolean }>(sql`select to_regclass('pgboss.job') is not null as exists`)
  if (!tables[0]?.exists) return []
  const { rows } = await db.execute<{ queue: string; state: string; count: number }>(
    sql`select name as queue, state::text as state, count(*)::int as count from pgboss.job group by 1, 2 order by 1, 2`,
  )
  return rows
}

/** Counts the payments by state. */
export const countPayments = (db: Db) => db.select({ state: payments.state, count: count() }).from(payments).groupBy(payments.state)
