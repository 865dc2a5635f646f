import { and, desc, eq, isNotNull, isNull, notExists, or, sql } from 'drizzle-orm'
import type { PaymentDifference, PaymentDifferenceKind, PaymentReconciliation } from '#contract/payment.ts'
import type { Db } from '#server/db/open.ts'
import { paymentSteps, payments, reconciliations } from '#server/db/schema/payments.ts'
import { teams } from '#server/db/schema/teams.ts'

const team = { id: teams.id, name: teams.name, teamNo: teams.teamNo }

/**
 * Finds the differences between teams and payments, without asking the gateway. Without `acceptsDemoPayments`, a team that is no demo content and was paid with a
 * demo payment is one.
 */
export const listLocalPaymentDifferences = async (
  db: Db,
  { acceptsDemoPayments }: { acceptsDemoPayments: boolean },
): Promise<PaymentDifference[]> => {
  const paidPayment = db
    .select({ one: sql`1` })
    .from(payments)
    .where(and(eq(payments.teamId, teams.id), eq(payments.seasonYearId, teams.seasonYearId), eq(payments.state, 'paid')))
  const hasRefundNotification = sql`exists (select 1 from ${paymentSteps} where ${paymentSteps.paymentId} = ${payments.id} and ${paymentSteps.kind} = 'advice' and ${paymentSteps.data} ->> 'type' = 'refund' and ${paymentSteps.data} ->> 'status' = 'A')`
  const withPayment = (kind: PaymentDifferenceKind, where: ReturnType<typeof and>) =>
    db
      .select({ team, paymentId: payments.id })
      .from(payments)
      .innerJoin(teams, eq(teams.id, payments.teamId))
      .where(where)
      .orderBy(payments.createdAt)
      .then((rows) => rows.map((row) => ({ ...row, kind })))
  const found = await Promise.all([
    db
      .select({ team })
      .from(teams)
      .where(and(eq(teams.paid, true), isNull(teams.deletedAt), notExists(paidPayment)))
      .orderBy(teams.createdAt)
      .then((rows) => rows.map((row) => ({ ...row, kind: 'no-record' as const, paymentId: null }))),
    withPayment('not-marked', and(eq(payments.state, 'paid'), eq(payments.seasonYearId, teams.seasonYearId), eq(teams.paid, false))),
    ...(acceptsDemoPayments
      ? []
      : [withPayment('gateway-not-paid', and(eq(payments.state, 'paid'), eq(payments.demo, true), eq(teams.demo, false)))]),
    withPayment('excess', eq(payments.state, 'excess')),
    withPayment('differs', eq(payments.state, 'mismatch')),
    withPayment('refund-open', isNotNull(payments.refundAskedAt)),
    withPayment(
      'refunded-there',
      and(or(eq(payments.state, 'paid'), eq(payments.state, 'excess')), isNull(payments.refundAskedAt), hasRefundNotification),
    ),
    withPayment('team-deleted', and(eq(payments.state, 'paid'), eq(payments.method, 'telr'), isNotNull(teams.deletedAt))),
  ])
  return found.flat().map((row) => ({ ...row, fields: [], message: '' }))
}

const maxStoredReconciliations = 400

/** Stores a reconciliation, and deletes all but the newest `maxStoredReconciliations`. */
export const saveReconciliationAndDeleteOld = async (db: Db, report: Omit<PaymentReconciliation, 'at'>): Promise<PaymentReconciliation> => {
  const [row] = await db.insert(reconciliations).values({ report }).returning({ at: reconciliations.at })
  const newest = db
    .select({ id: reconciliations.id })
    .from(reconciliations)
    .orderBy(desc(reconciliations.at))
    .limit(maxStoredReconciliations)
  await db.delete(reconciliations).where(sql`${reconciliations.id} not in ${newest}`)
  return { ...report, at: (row?.at ?? new Date()).toISOString() }
}

export const findLastReconciliation = async (db: Db): Promise<PaymentReconciliation | undefined> => {
  const [row] = await db.select().from(reconciliations).orderBy(desc(reconciliations.at), desc(reconciliations.id)).limit(1)
  return row && { ...row.report, at: row.at.toISOString() }
}
