import { and, count, isNull, lt, sql } from 'drizzle-orm'
import { erasureGraceDays } from '#contract/accounts/retention.ts'
import { msPerDay } from '#contract/platform/time.ts'
import type { Db } from '#server/platform/db/open.ts'
import { payments } from '#server/platform/db/schema/payments.ts'
import { users } from '#server/platform/db/schema/users.ts'

type JobCount = { queue: string; state: string; count: number }

/** Counts the stored jobs by queue and state. Emails are the queue `mail`. */
export const countJobsByQueueAndState = async (db: Db): Promise<JobCount[]> => {
  const { rows } = await db.execute<{ queue: string; state: string; count: number }>(
    sql`select name as queue, state::text as state, count(*)::int as count from pgboss.job group by 1, 2 order by 1, 2`,
  )
  return rows
}

type JobTimes = { queue: string; lastFailure: number | null; oldestWaiting: number | null }

/**
 * Returns when the last job of each queue failed, and since when the oldest one that is due waits, in seconds
 * since 1970.
 */
export const listLastFailureAndOldestJobTimes = async (db: Db): Promise<JobTimes[]> => {
  const { rows } = await db.execute<JobTimes>(sql`
    select name as queue, extract(epoch from max(completed_on) filter (where state = 'failed'))::float8 as "lastFailure",
      extract(epoch from min(start_after) filter (where state in ('created', 'retry') and start_after <= now()))::float8 as "oldestWaiting"
    from pgboss.job group by 1 order by 1`)
  return rows
}

/** Counts the payments by state. */
export const countPaymentsByState = (db: Db) =>
  db.select({ state: payments.state, count: count() }).from(payments).groupBy(payments.state)

/** Counts the users whose erasure was due more than a day ago: the daily job should have erased them. */
export const countOverdueErasures = async (db: Db, now = Date.now()): Promise<number> => {
  const latest = new Date(now - (erasureGraceDays + 1) * msPerDay)
  const [found] = await db
    .select({ count: count() })
    .from(users)
    .where(and(isNull(users.deletedAt), lt(users.erasureRequestedAt, latest)))
  return found?.count ?? 0
}
