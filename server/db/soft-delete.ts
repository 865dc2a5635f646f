import { and, gt, isNotNull, lt, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { restorePeriodDays } from '#contract/rules/retention.ts'

/** How long a deleted record can be restored, as an SQL interval. */
export const restorePeriod = sql.raw(`interval '${restorePeriodDays} days'`)

/** Condition: the row is deleted and can still be restored. */
export const isRestorable = (deletedAt: PgColumn): SQL => and(isNotNull(deletedAt), gt(deletedAt, sql`now() - ${restorePeriod}`)) as SQL

/** Condition: the row is deleted and can no longer be restored. */
export const isPastRestorePeriod = (deletedAt: PgColumn): SQL =>
  and(isNotNull(deletedAt), lt(deletedAt, sql`now() - ${restorePeriod}`)) as SQL
