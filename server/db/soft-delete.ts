import { and, gt, isNotNull, lt, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { undoDays } from '#contract/rules/retention.ts'

/** How long a deleted record can be restored, as an interval of SQL. */
export const restorePeriod = sql.raw(`interval '${undoDays} days'`)

/** Rows that were deleted and can still be restored. */
export const isRestorable = (deletedAt: PgColumn): SQL => and(isNotNull(deletedAt), gt(deletedAt, sql`now() - ${restorePeriod}`)) as SQL

/** Deleted rows that can no longer be restored. */
export const isPastRestorePeriod = (deletedAt: PgColumn): SQL =>
  and(isNotNull(deletedAt), lt(deletedAt, sql`now() - ${restorePeriod}`)) as SQL
