import { and, eq } from 'drizzle-orm'
import type { DemoOrderOutcome } from '#contract/demo-order.ts'
import type { Db } from '#server/db/open.ts'
import { competitions } from '#server/db/schema/competitions.ts'
import { demoOrders, payments } from '#server/db/schema/payments.ts'
import { teams } from '#server/db/schema/teams.ts'

export type DemoOrderRow = typeof demoOrders.$inferSelect

/** Inserts an order. Returns false when the cart has an order. */
export const insertDemoOrderIfNew = async (db: Db, values: typeof demoOrders.$inferInsert): Promise<boolean> =>
  (await db.insert(demoOrders).values(values).onConflictDoNothing()).rowCount === 1

export const findDemoOrder = async (db: Db, ref: string): Promise<DemoOrderRow | undefined> =>
  (await db.select().from(demoOrders).where(eq(demoOrders.ref, ref)))[0]

/** Finds an order with the number of its team and the name of the competition. */
export const findDemoOrderWithTeam = async (db: Db, ref: string) =>
  (
    await db
      .select({
        amount: demoOrders.amount,
        currency: demoOrders.currency,
        state: demoOrders.state,
        returnUrl: demoOrders.returnUrl,
        teamNo: teams.teamNo,
        nameEn: competitions.nameEn,
        nameAr: competitions.nameAr,
      })
      .from(demoOrders)
      .innerJoin(payments, eq(payments.cartId, demoOrders.cartId))
      .innerJoin(teams, eq(teams.id, payments.teamId))
      .innerJoin(competitions, eq(competitions.id, teams.competitionId))
      .where(eq(demoOrders.ref, ref))
  )[0]

/** Ends an order and returns it; undefined for an order that is unknown or not pending. */
export const endPendingDemoOrder = async (
  db: Db,
  ref: string,
  values: { state: DemoOrderOutcome; transactionRef: string },
): Promise<DemoOrderRow | undefined> =>
  (
    await db
      .update(demoOrders)
      .set(values)
      .where(and(eq(demoOrders.ref, ref), eq(demoOrders.state, 'pending')))
      .returning()
  )[0]

/** Marks a paid order as refunded. Returns false when no order with this amount and currency is paid, or when it was refunded before. */
export const markDemoOrderRefunded = async (
  db: Db,
  { transactionRef, amount, currency }: { transactionRef: string; amount: number; currency: string },
): Promise<boolean> => {
  const isOrder = and(eq(demoOrders.transactionRef, transactionRef), eq(demoOrders.amount, amount), eq(demoOrders.currency, currency))
  const isPaid = and(eq(demoOrders.state, 'paid'), eq(demoOrders.refunded, false))
  return (await db.update(demoOrders).set({ refunded: true }).where(and(isOrder, isPaid))).rowCount === 1
}
