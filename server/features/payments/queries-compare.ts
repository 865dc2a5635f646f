import { and, desc, eq, isNotNull, isNull, notExists, or, sql } from 'drizzle-orm'
import type { PaymentDifference, PaymentDifferenceKind, PaymentReconciliation } from '#contract/payment.ts'
import type { Db } from '#server/db/open.ts'
import { paymentSteps, payments, reconciliations } from '#server/db/schema/payments.ts'
import { teams } from '#server/db/schema/teams.ts'

const team = { id: teams.id, name: teams.name, teamNo: teams.teamNo }

/** What teams and payments say differently, without asking the gateway. */
export const listLocalDifferences = async (db: Db): Promise<PaymentDifference[]> => {
  const paying = db
    .select({ one: sql`1` })
    .from(payments)
    .where(and(eq(payments.teamId, teams.id), eq(payments.state, 'paid')))
  const refundTold = sql`exists (select 1 from ${paymentSteps} where ${paymentSteps.paymentId} = ${payments.id} and ${paymentSteps.kind} = 'advice' and ${paymentSteps.data} ->> 'type' = 'refund' and ${paymentSteps.data} ->> 'status' = 'A')`
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
      .where(and(eq(teams.paid, true), isNull(teams.deletedAt), notExists(paying)))
      .orderBy(teams.createdAt)
      .then((rows) => rows.map((row) => ({ ...row, kind: 'no-record' as const, paymentId: null }))),
    withPayment('not-marked', and(eq(payments.state, 'paid'), eq(teams.paid, false))),
    withPayment('excess', eq(payments.state, 'excess')),
    withPayment('differs', eq(payments.state, 'mismatch')),
    withPayment('refund-open', isNotNull(payments.refundAskedAt)),
    withPayment(
      'refunded-there',
      and(or(eq(payments.state, 'paid'), eq(payments.state, 'excess')), isNull(payments.refundAskedAt), refundTold),
    ),
    withPayment('team-deleted', and(eq(payments.state, 'paid'), eq(payments.method, 'telr'), isNotNull(teams.deletedAt))),
  ])
  return found.flat().map((row) => ({ ...row, fields: [], message: '' }))
}

const keptReports = 400

/** Keeps a comparison; old ones go. */
export const saveReconciliation = async (db: Db, report: Omit<PaymentReconciliation, 'at'>): Promise<PaymentReconciliation> => {
  const [row] = await db.insert(reconciliations).values({ report }).returning({ at: reconciliations.at })
  const kept = db.select({ id: reconciliations.id }).from(reconciliations).orderBy(desc(reconciliations.at)).limit(keptReports)
  await db.delete(reconciliations).where(sql`${reconciliations.id} not in ${kept}`)
  return { ...report, at: (row?.at ?? new Date()).toISOString() }
}

export const findLastReconciliation = async (db: Db): Promise<PaymentReconciliation | undefined> => {
  const [row] = await db.select().from(reconciliations).orderBy(desc(reconciliations.at), desc(reconciliations.id)).limit(1)
  return row && { ...row.report, at: row.at.toISOString() }
}
