import { and, asc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import { auditLog } from '#server/db/schema/audit-log.ts'
import { payments } from '#server/db/schema/payments.ts'
import { seasonYears } from '#server/db/schema/season-years.ts'
import { seasons } from '#server/db/schema/teams.ts'

/** Lists the updates of a team in the audit log, the oldest first, with the stage and the place before and after each. */
export const listTeamProgressUpdates = (db: Db, teamId: string) =>
  db
    .select({
      at: auditLog.at,
      stageBefore: sql<string | null>`${auditLog.before}->>'stage'`,
      stageAfter: sql<string | null>`${auditLog.after}->>'stage'`,
      statusBefore: sql<string | null>`${auditLog.before}->>'status'`,
      statusAfter: sql<string | null>`${auditLog.after}->>'status'`,
      paidBefore: sql<string | null>`${auditLog.before}->>'paid'`,
      paidAfter: sql<string | null>`${auditLog.after}->>'paid'`,
    })
    .from(auditLog)
    .where(and(eq(auditLog.entity, 'team'), eq(auditLog.entityId, teamId), inArray(auditLog.action, ['update', 'advance', 'undo-advance'])))
    .orderBy(asc(auditLog.at), asc(auditLog.id))
    .limit(500)

/** Lists when a team was paid and refunded. */
export const listTeamPaymentTimes = (db: Db, teamId: string) =>
  db
    .select({ paidAt: payments.paidAt, refundedAt: payments.refundedAt })
    .from(payments)
    .where(and(eq(payments.teamId, teamId), isNotNull(payments.paidAt)))
    .orderBy(asc(payments.paidAt))

/** Lists when a team was recorded for which season. */
export const listSeasonRecordTimes = (db: Db, teamId: string) =>
  db
    .select({ at: seasons.createdAt, year: seasonYears.year })
    .from(seasons)
    .innerJoin(seasonYears, eq(seasonYears.id, seasons.seasonYearId))
    .where(eq(seasons.teamId, teamId))
    .orderBy(asc(seasons.createdAt))
