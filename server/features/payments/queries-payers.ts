import { and, eq, inArray, lt, notInArray, or, sql } from 'drizzle-orm'
import type { Payer } from '#contract/payment.schema.ts'
import type { PaymentState } from '#contract/payment.ts'
import { payerDetailsYears, unpaidPayerDetailsDays } from '#contract/rules/retention.ts'
import type { Db } from '#server/db/open.ts'
import { payers, paymentSteps, payments } from '#server/db/schema/payments.ts'
import { redactPersonalKeys } from '#server/lib/redact-personal-data.ts'

/** The states of payments with which money moved: the details of their payers are kept for accounting. */
const paidStates: PaymentState[] = ['paid', 'excess', 'refunded']

const columns = { name: payers.name, email: payers.email, phone: payers.phone, city: payers.city, country: payers.country }

/** Stores who pays an order; a second call replaces it. */
export const upsertPayer = async (tx: Db, paymentId: string, payer: Payer): Promise<void> => {
  await tx
    .insert(payers)
    .values({ paymentId, ...payer })
    .onConflictDoUpdate({ target: payers.paymentId, set: payer })
}

export const findPayer = async (db: Db, paymentId: string): Promise<Payer | undefined> =>
  (await db.select(columns).from(payers).where(eq(payers.paymentId, paymentId)))[0]

/** Deletes the details of payers of orders that were not paid: orders of a user, of these teams, and those that name the address as the payer's. */
export const deletePayersOfUnpaidOrders = async (
  tx: Db,
  { userId, teamIds, email }: { userId: string; teamIds: string[]; email: string | null },
): Promise<void> => {
  const isAffected = or(
    eq(payments.userId, userId),
    inArray(payments.teamId, teamIds),
    ...(email === null ? [] : [sql`lower(${payers.email}) = ${email.toLowerCase()}`]),
  )
  const unpaid = tx
    .select({ id: payments.id })
    .from(payments)
    .innerJoin(payers, eq(payers.paymentId, payments.id))
    .where(and(isAffected, notInArray(payments.state, paidStates)))
  await tx.delete(payers).where(inArray(payers.paymentId, unpaid))
}

/**
 * Removes the reasons and order pages of the payments of a user and of these teams, and the personal data in their logs. The payments themselves stay. Returns their
 * ids.
 */
export const redactPayments = async (tx: Db, { userId, teamIds }: { userId: string | null; teamIds: string[] }): Promise<string[]> => {
  const redacted = await tx
    .update(payments)
    .set({ reason: '', orderUrl: null })
    .where(or(userId ? eq(payments.userId, userId) : undefined, inArray(payments.teamId, teamIds)))
    .returning({ id: payments.id })
  const ids = redacted.map(({ id }) => id)
  const steps = await tx
    .select({ id: paymentSteps.id, data: paymentSteps.data })
    .from(paymentSteps)
    .where(inArray(paymentSteps.paymentId, ids))
  for (const { id, data } of steps)
    await tx
      .update(paymentSteps)
      .set({ data: redactPersonalKeys(data) })
      .where(eq(paymentSteps.id, id))
  return ids
}

/** Deletes the details of payers after `payerDetailsYears`, and those of orders that are still unpaid after `unpaidPayerDetailsDays`. Returns how many. */
export const deleteExpiredPayers = async (db: Db): Promise<number> => {
  const expired = db
    .select({ id: payments.id })
    .from(payments)
    .where(
      or(
        sql`coalesce(${payments.paidAt}, ${payments.createdAt}) < date_trunc('year', now(), 'UTC') - make_interval(years => ${payerDetailsYears})`,
        and(
          notInArray(payments.state, [...paidStates, 'held', 'mismatch']),
          lt(payments.createdAt, sql`now() - make_interval(days => ${unpaidPayerDetailsDays})`),
        ),
      ),
    )
  return (await db.delete(payers).where(inArray(payers.paymentId, expired))).rowCount ?? 0
}
