import { and, gt, isNotNull, lt, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { restorePeriodDays } from '#contract/accounts/retention.ts'

/** How long a deleted record can be restored, as an SQL interval. */
export const restorePeriodInterval = sql.raw(`interval '${restorePeriodDays} days'`)

/** Returns the SQL condition for rows that are deleted and can still be restored. */
export const buildRestorableCondition = (deletedAt: PgColumn): SQL =>
  and(isNotNull(deletedAt), gt(deletedAt, sql`now() - ${restorePeriodInterval}`)) as SQL

/** Returns the SQL condition for rows that are deleted and can no longer be restored. */
export const buildPastRestorePeriodCondition = (deletedAt: PgColumn): SQL =>
  and(isNotNull(deletedAt), lt(deletedAt, sql`now() - ${restorePeriodInterval}`)) as SQL
