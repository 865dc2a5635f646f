import {
  and,
  desc,
  eq,
  inArray,
  isNotNull,
  isNull,
  lt,
  notExists,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { RegionLimit } from '#contract/accounts/permissions.ts'
import { payerDetailsYears, unpaidPayerDetailsDays } from '#contract/accounts/retention.ts'
import type {
  Payer,
  PaymentDifference,
  PaymentReconciliation,
  PaymentTotals,
} from '#contract/money/payment.schema.ts'
import {
  type PaymentDifferenceKind,
  type PaymentMethod,
  type PaymentReportPeriod,
  type PaymentState,
  receivedPaymentStates,
} from '#contract/money/payment.ts'
import { anonymousNames } from '#contract/people/teams/person-name.ts'
import type { ReceiptIssuer } from '#contract/platform/settings.ts'
import { addDays, getStartOfDay } from '#contract/platform/time-zone.ts'
import type { Db } from '#server/platform/db/open.ts'
import { buildTeamIdRegionCondition } from '#server/platform/db/region-conditions.ts'
import {
  payers,
  paymentRefunds,
  paymentSteps,
  payments,
  reconciliations,
} from '#server/platform/db/schema/payments.ts'
import { teams } from '#server/platform/db/schema/teams.ts'
import { omitPersonalKeys } from '#server/platform/lib/redact-personal-data.ts'
import { listUndecidedPaymentsWithDifferences } from './queries-undecided.ts'

/** The states of payments with which money moved: the details of their payers are kept for accounting. */
const keptPaymentStates: PaymentState[] = [...receivedPaymentStates, 'refunded']

/** The days of a report, and the regions to which its reader is limited. */
export type RegionalReportPeriod = PaymentReportPeriod & { regionLimit: RegionLimit }

/**
 * The money of a period for the teams that the reader may see: one row for each payment that was received and one
 * for each refund. Manual marks that were withdrawn are left out, because no money was received.
 */
const selectMovements = (
  { from, to, test = false, regionLimit }: RegionalReportPeriod,
  timeZone: string,
): SQL => {
  const [start, end] = [
    getStartOfDay(from, timeZone).toISOString(),
    getStartOfDay(addDays(to, 1), timeZone).toISOString(),
  ]
  return sql`
    select m.kind, m.at, m.amount, p.id, p.team_id, p.method, p.currency, p.cart_id, p.order_ref, p.transaction_ref, p.receipt_year, p.receipt_no, p.receipt_issuer, p.demo
    from payments p
    cross join lateral (
      select 'payment' as kind, p.paid_at as at, p.amount
      union all select 'refund', r.refunded_at, r.amount from payment_refunds r where r.payment_id = p.id
    ) m
    where ${inArray(sql`p.state`, keptPaymentStates)} and (p.test or p.demo) = ${test} and m.at >= ${start} and m.at < ${end}
      and ${buildTeamIdRegionCondition(sql`p.team_id`, regionLimit) ?? sql`true`}`
}

const sums = sql`
  m.currency,
  count(*) filter (where m.kind = 'payment' and m.method = 'telr')::int as "onlineCount",
  coalesce(sum(m.amount) filter (where m.kind = 'payment' and m.method = 'telr'), 0)::float8 as "onlineAmount",
  count(*) filter (where m.kind = 'payment' and m.method = 'manual')::int as "manualCount",
  coalesce(sum(m.amount) filter (where m.kind = 'payment' and m.method = 'manual'), 0)::float8 as "manualAmount",
  count(*) filter (where m.kind = 'refund')::int as "refundCount",
  coalesce(sum(m.amount) filter (where m.kind = 'refund'), 0)::float8 as "refundAmount",
  coalesce(sum(case m.kind when 'payment' then m.amount else -m.amount end), 0)::float8 as "netAmount"`

/** Sums the money of a period by competition, by day in a time zone, and overall. */
export const sumPaymentsAndRefundsOfPeriod = async (
  db: Db,
  period: RegionalReportPeriod,
  timeZone: string,
): Promise<PaymentTotals> => {
  const movements = selectMovements(period, timeZone)
  const [byCompetition, byDay, overall] = await Promise.all([
    db.execute(sql`
      select json_build_object('en', c.name_en, 'ar', c.name_ar) as competition, ${sums}
      from (${movements}) m join teams t on t.id = m.team_id join competitions c on c.id = t.competition_id
      group by c.id, m.currency order by c.position, c.name_en, m.currency`),
    db.execute(sql`
      select to_char(m.at at time zone ${timeZone}, 'YYYY-MM-DD') as day, ${sums}
      from (${movements}) m group by 1, m.currency order by 1, m.currency`),
    db.execute(sql`select ${sums} from (${movements}) m group by m.currency order by m.currency`),
  ])
  return {
    byCompetition: byCompetition.rows as PaymentTotals['byCompetition'],
    byDay: byDay.rows as PaymentTotals['byDay'],
    overall: overall.rows as PaymentTotals['overall'],
  }
}

/** A payment that was received, or a refund, with its team. */
export type LedgerRow = {
  id: string
  kind: 'payment' | 'refund'
  at: Date
  teamNo: number
  teamName: string
  schoolName: string
  competition: string
  method: PaymentMethod
  amount: number
  currency: string
  cartId: string
  orderRef: string | null
  transactionRef: string | null
  receiptYear: number | null
  receiptNo: number | null
  receiptIssuer: ReceiptIssuer | null
  demo: boolean
}

/** Lists the payments and refunds of a period, the oldest first. */
export const listLedgerRowsOfPeriod = async (
  db: Db,
  period: RegionalReportPeriod,
  timeZone: string,
): Promise<LedgerRow[]> => {
  const { rows } = await db.execute(sql`
    select m.id, m.kind, m.at, t.team_no as "teamNo", t.name as "teamName", t.school as "schoolName", c.name_en as competition, m.method, m.amount,
      m.currency, m.cart_id as "cartId", m.order_ref as "orderRef", m.transaction_ref as "transactionRef", m.receipt_year as "receiptYear",
      m.receipt_no as "receiptNo", m.receipt_issuer as "receiptIssuer", m.demo
    from (${selectMovements(period, timeZone)}) m join teams t on t.id = m.team_id join competitions c on c.id = t.competition_id
    order by m.at, m.id`)
  return rows.map((row) => ({ ...(row as LedgerRow), at: new Date(row.at as string) }))
}

const team = { id: teams.id, name: teams.name, teamNo: teams.teamNo }

/**
 * Finds the differences between teams and payments, without asking the gateway. Without
 * `acceptsDemoPayments`, a team that is no demo content and was paid with a demo payment is one.
 */
export const listTeamPaymentDifferences = async (
  db: Db,
  { acceptsDemoPayments }: { acceptsDemoPayments: boolean },
): Promise<PaymentDifference[]> => {
  const paidPayment = db
    .select({ one: sql`1` })
    .from(payments)
    .where(
      and(
        eq(payments.teamId, teams.id),
        eq(payments.seasonYearId, teams.seasonYearId),
        eq(payments.state, 'paid'),
      ),
    )
  // a notification may arrive several times, with the same reference
  const reportedRefundCount = sql`(select count(distinct ${paymentSteps.data} ->> 'ref') from ${paymentSteps} where ${paymentSteps.paymentId} = ${payments.id} and ${paymentSteps.kind} = 'advice' and ${paymentSteps.data} ->> 'type' = 'refund' and ${paymentSteps.data} ->> 'status' = 'A')`
  const storedRefundCount = sql`(select count(*) from ${paymentRefunds} where ${paymentRefunds.paymentId} = ${payments.id})`
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
    withPayment(
      'not-marked',
      and(eq(payments.state, 'paid'), eq(payments.seasonYearId, teams.seasonYearId), eq(teams.paid, false)),
    ),
    ...(acceptsDemoPayments
      ? []
      : [
          withPayment(
            'gateway-not-paid',
            and(eq(payments.state, 'paid'), eq(payments.demo, true), eq(teams.demo, false)),
          ),
        ]),
    withPayment('excess', eq(payments.state, 'excess')),
    withPayment('differs', eq(payments.state, 'mismatch')),
    listUndecidedPaymentsWithDifferences(db),
    withPayment('refund-open', isNotNull(payments.refundAskedAt)),
    withPayment(
      'refunded-there',
      and(
        inArray(payments.state, [...receivedPaymentStates]),
        isNull(payments.refundAskedAt),
        sql`${reportedRefundCount} > ${storedRefundCount}`,
      ),
    ),
    // after a refund of a part, the organizers keep the rest
    withPayment(
      'team-deleted',
      and(
        eq(payments.state, 'paid'),
        eq(payments.method, 'telr'),
        eq(payments.refundedAmount, 0),
        isNotNull(teams.deletedAt),
      ),
    ),
  ])
  return found.flat().map((row) => ({ fields: [], message: '', ...row }))
}

const maxStoredReconciliations = 400

/** Stores a reconciliation, and deletes all but the newest `maxStoredReconciliations`. */
export const saveReconciliationAndDeleteOld = async (
  db: Db,
  report: Omit<PaymentReconciliation, 'at'>,
): Promise<PaymentReconciliation> => {
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
  const [row] = await db
    .select()
    .from(reconciliations)
    .orderBy(desc(reconciliations.at), desc(reconciliations.id))
    .limit(1)
  return row && { ...row.report, at: row.at.toISOString() }
}

/** Replaces the names of these teams in the stored reports about differences between payments and teams. */
export const eraseTeamNamesInReconciliations = async (tx: Db, teamIds: string[]): Promise<void> => {
  if (teamIds.length === 0) return
  const rows = await tx
    .select({ id: reconciliations.id, report: reconciliations.report })
    .from(reconciliations)
    .where(sql`${reconciliations.report}::text ~ ${teamIds.join('|')}`)
  for (const { id, report } of rows) {
    const differences = report.differences.map((difference) =>
      teamIds.includes(difference.team.id)
        ? { ...difference, team: { ...difference.team, name: anonymousNames.team } }
        : difference,
    )
    await tx
      .update(reconciliations)
      .set({ report: { ...report, differences } })
      .where(eq(reconciliations.id, id))
  }
}

const columns = {
  name: payers.name,
  email: payers.email,
  phone: payers.phone,
  city: payers.city,
  country: payers.country,
}

/** Stores who pays an order; a second call replaces it. */
export const upsertPayerOfPayment = async (tx: Db, paymentId: string, payer: Payer): Promise<void> => {
  await tx
    .insert(payers)
    .values({ paymentId, ...payer })
    .onConflictDoUpdate({ target: payers.paymentId, set: payer })
}

export const findPayerOfPayment = async (db: Db, paymentId: string): Promise<Payer | undefined> =>
  (await db.select(columns).from(payers).where(eq(payers.paymentId, paymentId)))[0]

/**
 * Deletes the details of payers of orders that were not paid: orders of a user, of these teams, and those
 * that name the address as the payer's.
 */
export const deleteOrderPayersOfUserTeamsOrEmail = async (
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
    .where(and(isAffected, notInArray(payments.state, keptPaymentStates)))
  await tx.delete(payers).where(inArray(payers.paymentId, unpaid))
}

/**
 * Removes the reasons and order pages of the payments of a user and of these teams, and the personal data in
 * their logs. The payments themselves stay. Returns their ids.
 */
export const redactUserPaymentsAndListIds = async (
  tx: Db,
  { userId, teamIds }: { userId: string | null; teamIds: string[] },
): Promise<string[]> => {
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
      .set({ data: omitPersonalKeys(data) })
      .where(eq(paymentSteps.id, id))
  return ids
}

/**
 * Deletes the details of payers after `payerDetailsYears`, and those of orders that are still unpaid after
 * `unpaidPayerDetailsDays`. Returns how many.
 */
export const deleteExpiredPayerDetails = async (db: Db): Promise<number> => {
  const expired = db
    .select({ id: payments.id })
    .from(payments)
    .where(
      or(
        sql`coalesce(${payments.paidAt}, ${payments.createdAt}) < date_trunc('year', now(), 'UTC') - make_interval(years => ${payerDetailsYears})`,
        and(
          notInArray(payments.state, [...keptPaymentStates, 'held', 'mismatch']),
          lt(payments.createdAt, sql`now() - make_interval(days => ${unpaidPayerDetailsDays})`),
        ),
      ),
    )
  return (await db.delete(payers).where(inArray(payers.paymentId, expired))).rowCount ?? 0
}
