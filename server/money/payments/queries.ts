import { and, asc, desc, eq, inArray, isNull, lt, max, notInArray, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { RegionLimit } from '#contract/accounts/permissions.ts'
import type { DemoOrderOutcome, PaymentStep } from '#contract/money/payment.schema.ts'
import type { PaymentFilter } from '#contract/money/payment.ts'
import type { ListSort, ListSortKey } from '#contract/platform/list-sort.ts'
import { advisoryLockIds } from '#server/platform/db/advisory-lock-ids.ts'
import {
  buildSearchConditions,
  orderByNewest,
  orderBySearchMatch,
  orderBySort,
  type Paging,
  selectPageWithTotal,
} from '#server/platform/db/lists.ts'
import type { Db } from '#server/platform/db/open.ts'
import { buildTeamIdRegionCondition } from '#server/platform/db/region-conditions.ts'
import { competitions } from '#server/platform/db/schema/competitions.ts'
import {
  demoOrders,
  paymentRefunds,
  paymentSteps,
  payments,
  receiptNumbers,
} from '#server/platform/db/schema/payments.ts'
import { teams } from '#server/platform/db/schema/teams.ts'
import { users } from '#server/platform/db/schema/users.ts'
import { type TeamWithFee, teamWithFeeColumns } from './queries-teams-with-fee.ts'

export type PaymentRow = typeof payments.$inferSelect
export type PaymentWithTeam = { payment: PaymentRow; team: TeamWithFee }

const selectPaymentWithTeam = (db: Db) =>
  db
    .select({ payment: payments, team: teamWithFeeColumns })
    .from(payments)
    .innerJoin(teams, eq(teams.id, payments.teamId))
    .innerJoin(competitions, eq(competitions.id, teams.competitionId))

export const findPaymentWithTeam = async (db: Db, id: string): Promise<PaymentWithTeam | undefined> =>
  (await selectPaymentWithTeam(db).where(eq(payments.id, id)))[0]

export const findPaymentByCartId = async (db: Db, cartId: string): Promise<PaymentRow | undefined> =>
  (await db.select().from(payments).where(eq(payments.cartId, cartId)))[0]

/** Lists the payments for a team, the newest first. */
export const listPaymentRowsOfTeam = (db: Db, teamId: string): Promise<PaymentWithTeam[]> =>
  selectPaymentWithTeam(db)
    .where(eq(payments.teamId, teamId))
    .orderBy(desc(payments.createdAt), desc(payments.id))

/** Lists the newest 500 payments for the teams of a user, deleted teams included. */
export const listPaymentsOfUserTeams = (db: Db, userId: string): Promise<PaymentWithTeam[]> =>
  selectPaymentWithTeam(db)
    .where(eq(teams.userId, userId))
    .orderBy(desc(payments.createdAt), desc(payments.id))
    .limit(500)

export const lockPayment = async (tx: Db, id: string): Promise<PaymentRow | undefined> => {
  const [row] = await tx.select().from(payments).where(eq(payments.id, id)).for('update')
  return row
}

/** The payment is for the current season of its team. */
const isOfTeamSeason = sql`${payments.seasonYearId} = (select t.season_year_id from ${teams} t where t.id = ${payments.teamId})`

/**
 * Lists the payments that are refunded when these teams leave: those that pay them in their current season, then
 * undecided ones.
 */
export const listPaymentsToRefundWhenTeamsLeave = (db: Db, teamIds: string[]): Promise<PaymentRow[]> =>
  db
    .select()
    .from(payments)
    .where(
      and(
        inArray(payments.teamId, teamIds),
        or(and(eq(payments.state, 'paid'), isOfTeamSeason), eq(payments.state, 'undecided')),
      ),
    )
    .orderBy(sql`${payments.state} = 'undecided'`, desc(payments.createdAt))

/** Locks and returns the paid payment of a team in its current season. */
export const lockPaidSeasonPaymentOfTeam = async (
  tx: Db,
  teamId: string,
): Promise<PaymentRow | undefined> => {
  const [row] = await tx
    .select()
    .from(payments)
    .where(and(eq(payments.teamId, teamId), eq(payments.state, 'paid'), isOfTeamSeason))
    .for('update')
  return row
}

export const insertPayment = async (tx: Db, values: typeof payments.$inferInsert): Promise<PaymentRow> => {
  const [row] = await tx.insert(payments).values(values).returning()
  return row as PaymentRow
}

export const updatePayment = async (
  tx: Db,
  id: string,
  values: Partial<typeof payments.$inferInsert>,
): Promise<PaymentRow> => {
  const [row] = await tx.update(payments).set(values).where(eq(payments.id, id)).returning()
  return row as PaymentRow
}

/** Stores a completed refund. Returns false when it was stored before. */
export const insertPaymentRefundIfNew = async (
  tx: Db,
  refund: typeof paymentRefunds.$inferInsert,
): Promise<boolean> => (await tx.insert(paymentRefunds).values(refund).onConflictDoNothing()).rowCount === 1

/** `actorId` is the administrator; without one it is the gateway or the system. */
export const insertPaymentStep = async (
  tx: Db,
  paymentId: string,
  kind: string,
  data: Record<string, unknown> = {},
  actorId: string | null = null,
): Promise<void> => {
  await tx.insert(paymentSteps).values({ paymentId, kind, data, actorId })
}

/** Lists the log of a payment, the oldest entry first, with the name that each administrator has today. */
export const listPaymentSteps = async (db: Db, paymentId: string): Promise<PaymentStep[]> => {
  const rows = await db
    .select({
      id: paymentSteps.id,
      kind: paymentSteps.kind,
      at: paymentSteps.at,
      data: paymentSteps.data,
      actor: { id: users.id, name: sql<string>`trim(${users.firstName} || ' ' || ${users.lastName})` },
    })
    .from(paymentSteps)
    .leftJoin(users, eq(users.id, paymentSteps.actorId))
    .where(eq(paymentSteps.paymentId, paymentId))
    .orderBy(asc(paymentSteps.at), asc(paymentSteps.id))
  return rows.map(({ at, data, ...row }) => ({
    ...row,
    at: at.toISOString(),
    data: data as Record<string, unknown>,
  }))
}

/**
 * Takes the next receipt number of a year. Other transactions wait until this one ends; a rollback returns
 * the number, so numbers have no gaps. Demo payments have numbers of their own, so that they use none of the
 * real ones.
 */
export const reserveNextReceiptNumberOfYear = async (
  tx: Db,
  year: number,
  { demo }: Pick<PaymentRow, 'demo'>,
): Promise<number> => {
  if (demo) {
    await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLockIds.demoReceipt})`)
    const [newest] = await tx
      .select({ last: max(payments.receiptNo) })
      .from(payments)
      .where(and(eq(payments.demo, true), eq(payments.receiptYear, year)))
    return (newest?.last ?? 0) + 1
  }
  const [row] = await tx
    .insert(receiptNumbers)
    .values({ year, last: 1 })
    .onConflictDoUpdate({ target: receiptNumbers.year, set: { last: sql`${receiptNumbers.last} + 1` } })
    .returning({ last: receiptNumbers.last })
  return row?.last ?? 1
}

/** The payments of the teams of the regions of a user that match a filter. */
type RegionalPaymentFilter = PaymentFilter & { regionLimit: RegionLimit }

/** The search matches the team of a payment. */
const filterConditions = (db: Db, { search, state, method, regionLimit }: RegionalPaymentFilter): SQL[] => {
  const teamConditions = buildSearchConditions(teams.search, search)
  const matchingTeams = db
    .select({ id: teams.id })
    .from(teams)
    .where(and(...teamConditions))
  return [
    ...(state ? [eq(payments.state, state)] : []),
    ...(method ? [eq(payments.method, method)] : []),
    ...[buildTeamIdRegionCondition(payments.teamId, regionLimit) ?? []].flat(),
    ...(teamConditions.length > 0 ? [inArray(payments.teamId, matchingTeams)] : []),
  ]
}

const sortColumns: Record<ListSortKey<'payments'>, PgColumn | SQL> = {
  team: sql`(select lower(${teams.name}) from ${teams} where ${teams.id} = ${payments.teamId})`,
  amount: payments.amount,
  state: payments.state,
  method: payments.method,
  at: payments.createdAt,
}

/** Orders the payments whose teams match a search best first. */
const orderByTeamMatch = (search: string | undefined): SQL[] =>
  orderBySearchMatch(teams.search, search).map(
    (match) => sql`(select ${match} from ${teams} where ${teams.id} = ${payments.teamId})`,
  )

/** Lists one page of payments, the newest or the best matches of a search first, and counts the matches. */
export const readPaymentPage = async (
  db: Db,
  {
    page,
    perPage,
    sort,
    ...filter
  }: RegionalPaymentFilter & Paging & { sort?: ListSort<'payments'> | undefined },
): Promise<{ rows: PaymentWithTeam[]; total: number }> => {
  const list = {
    select: selectPaymentWithTeam(db).$dynamic(),
    table: payments,
    where: and(...filterConditions(db, filter)),
    orderBy: orderBySort(sort, sortColumns, payments.id) ?? [
      ...orderByTeamMatch(filter.search),
      ...orderByNewest(payments.createdAt, payments.id),
    ],
  }
  return selectPageWithTotal(db, list, { page, perPage })
}

/**
 * Lists the ids of payments to check at the gateway: not in a final state and younger than 48 hours (on hold:
 * 30 days), declined ones too, because a payer may try again on the gateway's page. `demo` selects the orders
 * of the stand-in gateway. The pause between checks grows with the age of a payment: a tenth of it, at least
 * a minute. At most `limit`, longest wait first.
 */
export const listPaymentIdsDueForCheck = async (
  db: Db,
  limit: number,
  { demo }: Pick<PaymentRow, 'demo'>,
): Promise<string[]> => {
  const rows = await db
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(
        eq(payments.method, 'telr'),
        eq(payments.demo, demo),
        inArray(payments.state, ['pending', 'held', 'mismatch', 'declined', 'cancelled', 'expired']),
        sql`${payments.orderRef} is not null`,
        sql`${payments.createdAt} > now() - case when ${payments.state} = 'held' then interval '30 days' else interval '48 hours' end`,
        sql`(${payments.checkedAt} is null or now() - ${payments.checkedAt} >= greatest(interval '1 minute', (now() - ${payments.createdAt}) / 10))`,
      ),
    )
    .orderBy(sql`${payments.checkedAt} asc nulls first`)
    .limit(limit)
  return rows.map(({ id }) => id)
}

/** Lists payments whose order was never created because the process ended in between. */
export const listStalePaymentsWithoutOrder = async (db: Db): Promise<PaymentRow[]> =>
  db
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.state, 'created'),
        isNull(payments.orderRef),
        lt(payments.createdAt, sql`now() - interval '10 minutes'`),
      ),
    )

/**
 * Lists the payments whose orders the reconciliation checks at the gateway: all open ones, and those that
 * ended at most 90 days ago. Refunded orders are left out, because the gateway still reports them as paid.
 */
export const listPaymentsToReconcile = (
  db: Db,
  { demo }: Pick<PaymentRow, 'demo'>,
): Promise<PaymentWithTeam[]> =>
  selectPaymentWithTeam(db)
    .where(
      and(
        eq(payments.method, 'telr'),
        eq(payments.demo, demo),
        sql`${payments.orderRef} is not null`,
        notInArray(payments.state, ['refunded']),
        sql`(${payments.state} in ('created', 'pending', 'held', 'mismatch') or ${payments.updatedAt} > now() - interval '90 days')`,
      ),
    )
    .orderBy(asc(payments.createdAt))

export type DemoOrderRow = typeof demoOrders.$inferSelect

/** Inserts an order. Returns false when the cart has an order. */
export const insertDemoOrderIfNew = async (
  db: Db,
  values: typeof demoOrders.$inferInsert,
): Promise<boolean> => (await db.insert(demoOrders).values(values).onConflictDoNothing()).rowCount === 1

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

/**
 * Adds a refund to a paid order. Returns false when no order with this transaction and currency is paid, or
 * when less than the amount is left of it.
 */
export const addDemoOrderRefundIfPossible = async (
  db: Db,
  { transactionRef, amount, currency }: { transactionRef: string; amount: number; currency: string },
): Promise<boolean> => {
  const isPaidOrder = and(
    eq(demoOrders.transactionRef, transactionRef),
    eq(demoOrders.currency, currency),
    eq(demoOrders.state, 'paid'),
  )
  const hasAmountLeft = sql`${demoOrders.refundedAmount} + ${amount} <= ${demoOrders.amount}`
  const refundedAmount = sql`${demoOrders.refundedAmount} + ${amount}`
  return (
    (await db.update(demoOrders).set({ refundedAmount }).where(and(isPaidOrder, hasAmountLeft))).rowCount ===
    1
  )
}
