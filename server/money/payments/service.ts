import { formatGatewayAmount, splitVat } from '#contract/money/money.ts'
import type {
  Payer as PayerDetails,
  Payment,
  PaymentDecision,
  PaymentOffer,
  PaymentReconciliation,
  PaymentRecord,
  PaymentStep,
  PaymentTotals,
  ReceiptDetails,
} from '#contract/money/payment.schema.ts'
import { formatReceiptNumber, type GatewayNotification } from '#contract/money/payment-rules.ts'
import { csvByteOrderMark, formatCsvRow } from '#contract/platform/csv.ts'
import type { Lang } from '#contract/platform/localized.ts'
import { formatWithOffset } from '#contract/platform/time-zone.ts'
import type { Core } from '#server/deps.ts'
import { type Actor, removeReasonsFromAuditEntries, writeAudit } from '#server/platform/audit/service.ts'
import { findSqlStateOrSystemCode } from '#server/platform/db/errors.ts'
import type { Log } from '#server/platform/db/log.ts'
import type { Db } from '#server/platform/db/open.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import { getAllSettingsOrThrow, getSiteTimeZone } from '#server/platform/settings/service.ts'
import { acceptUndecidedPaymentAsTeamFee, type PaymentAcceptance } from './accept-payment.ts'
import {
  createPaymentOrderService,
  getAccessibleTeamWithFee,
  hasPaymentAccessToTeam,
  type Payer,
} from './create-order.ts'
import { createTelrOrDemoGatewayIfConfigured } from './gateway.ts'
import { type ManualPaidMark, markTeamPaidOrUnpaidManually } from './manual-payment.ts'
import { toPayment, toPaymentRecord, toPaymentTeam, toReceiptDetails } from './map-payment.ts'
import {
  findPaymentByCartId,
  findPaymentWithTeam,
  insertPaymentStep,
  listPaymentIdsDueForCheck,
  listPaymentRowsOfTeam,
  listPaymentSteps,
  listPaymentsOfUserTeams,
  listPaymentsToRefundWhenTeamsLeave,
  listStalePaymentsWithoutOrder,
  type PaymentWithTeam,
  readPaymentPage,
  updatePayment,
} from './queries.ts'
import {
  findLastReconciliation,
  findPayerOfPayment,
  type LedgerRow,
  listLedgerRowsOfPeriod,
  type RegionalReportPeriod,
  redactUserPaymentsAndListIds,
  sumPaymentsAndRefundsOfPeriod,
} from './queries-accounting.ts'
import { findUndecidedPaymentDetails } from './queries-undecided.ts'
import { createPaymentComparisonService, runForEachConcurrently } from './reconcile.ts'
import { createRefundService, type RefundDiscard, type RefundRequest } from './refund.ts'
import { createGatewayPaymentSync, type SyncTrigger } from './sync-payment.ts'
import { isValidAdviceSignature } from './telr.ts'

type Column = readonly [name: string, toCell: (row: LedgerRow, timeZone: string) => string | number]

/** Converts an amount of a row to the main unit of its currency; the amount of a refund is negative. */
const toSignedAmount = ({ kind, currency }: LedgerRow, amount: number): number =>
  Number(formatGatewayAmount({ amount, currency })) * (kind === 'refund' ? -1 : 1)
const splitAmount = ({ amount, receiptIssuer }: LedgerRow) => splitVat(amount, receiptIssuer?.vatPercent ?? 0)

const columns: readonly Column[] = [
  ['date', ({ at }, timeZone) => formatWithOffset(at.toISOString(), timeZone)],
  ['kind', ({ kind }) => kind],
  [
    'receipt',
    ({ receiptYear, receiptNo, demo }) =>
      receiptYear === null || receiptNo === null ? '' : formatReceiptNumber(receiptYear, receiptNo, { demo }),
  ],
  ['competition', ({ competition }) => competition],
  ['team_no', ({ teamNo }) => teamNo],
  ['team_name', ({ teamName }) => teamName],
  ['school', ({ schoolName }) => schoolName],
  ['method', ({ method }) => method],
  ['net_amount', (row) => toSignedAmount(row, splitAmount(row).net)],
  ['vat_percent', ({ receiptIssuer }) => receiptIssuer?.vatPercent ?? ''],
  ['vat_amount', (row) => toSignedAmount(row, splitAmount(row).vat)],
  ['total_amount', (row) => toSignedAmount(row, row.amount)],
  ['currency', ({ currency }) => currency],
  ['transaction', ({ transactionRef }) => transactionRef ?? ''],
  ['order', ({ orderRef }) => orderRef ?? ''],
  ['cart', ({ cartId }) => cartId],
  ['payment_id', ({ id }) => id],
]

/**
 * Formats payments and refunds as the lines of a CSV file for accountants. Times have the offset of
 * `timeZone`; it has no data of payers.
 */
const formatLedgerCsv = (rows: readonly LedgerRow[], timeZone: string): string[] => [
  csvByteOrderMark + formatCsvRow(columns.map(([name]) => name)),
  ...rows.map((row) => formatCsvRow(columns.map(([, toCell]) => toCell(row, timeZone)))),
]

export { markTeamPaidOrUnpaidManually } from './manual-payment.ts'
export {
  deleteExpiredPayerDetails,
  deleteOrderPayersOfUserTeamsOrEmail,
  eraseTeamNamesInReconciliations,
} from './queries-accounting.ts'
export { filterTeamIdSetInPaymentDecision, hasPaymentInDecision } from './queries-teams-with-fee.ts'
export type { RequestedRefund } from './refund.ts'

/**
 * Removes the reasons and the personal data exchanged with the gateway from the payments of a user and of
 * these teams.
 */
export const redactUserPaymentsAndAuditLog = async (
  tx: Db,
  owner: { userId: string | null; teamIds: string[] },
): Promise<void> =>
  removeReasonsFromAuditEntries(tx, 'payment', await redactUserPaymentsAndListIds(tx, owner))

/** Lists all payments of a team, the newest first. */
export const listPaymentsOfTeam = async (db: Db, teamId: string): Promise<Payment[]> =>
  (await listPaymentRowsOfTeam(db, teamId)).map(toPayment)

const pollConcurrency = 4
const maxPolledPayments = 400

/**
 * Creates the service of payments for teams: orders at the gateway, their state, manual marks, refunds, the
 * comparison with the gateway.
 */
export const createPaymentAndRefundService = ({ config, database }: Pick<Core, 'config' | 'database'>) => {
  const { db } = database
  const telr = createTelrOrDemoGatewayIfConfigured({ config, database })
  const paymentSync = createGatewayPaymentSync({ config, database, telr })
  const order = telr && createPaymentOrderService({ config, database, telr, paymentSync })
  const { requestRefund, sendRefund, discardRefund } = createRefundService({ database, telr })
  const { reconcile } = createPaymentComparisonService({ config, database, telr })

  const isOnline = async () =>
    telr !== undefined &&
    (await getAllSettingsOrThrow(db, config.SITE_NAME)).features.payment &&
    (await telr.isAvailable())
  /** Finds a payment that the payer may read, also for a deleted team. Throws `not-found`. */
  const getOwnPayment = async (id: string, payer: Payer): Promise<PaymentWithTeam> => {
    const found = await findPaymentWithTeam(db, id)
    if (!found || !hasPaymentAccessToTeam(found.team, payer)) throw new AppError('not-found')
    return found
  }

  const getRecord = async (id: string): Promise<PaymentRecord> => {
    const found = await findPaymentWithTeam(db, id)
    if (!found) throw new AppError('not-found')
    return toPaymentRecord(found)
  }

  return {
    configured: telr !== undefined,
    /**
     * Whether orders are test orders of the gateway or orders of the stand-in gateway, with which no money
     * moves.
     */
    getMode: async (): Promise<{ test: boolean; demo: boolean }> => {
      const isAvailable = telr !== undefined && (await telr.isAvailable())
      return { test: isAvailable && telr.test, demo: isAvailable && telr.isDemo }
    },

    /** All payments for the teams of a user, the newest first. */
    listForUser: async (userId: string): Promise<Payment[]> =>
      (await listPaymentsOfUserTeams(db, userId)).map(toPayment),

    /** The fee of a team, and its payments. Throws `not-found`, also for the team of another user. */
    getOffer: async (teamId: string, payer: Payer): Promise<PaymentOffer> => {
      const team = await getAccessibleTeamWithFee(db, teamId, payer)
      return {
        team: toPaymentTeam(team),
        paid: team.paid,
        status: team.status,
        amount: team.fee,
        currency: team.currency,
        online: await isOnline(),
        test: telr?.test ?? false,
        demo: telr?.isDemo ?? false,
        payments: await listPaymentsOfTeam(db, teamId),
      }
    },

    /**
     * Starts a payment; see create-order.ts. Throws `payment-not-set-up` without a gateway or when online
     * payment is off.
     */
    start: async (teamId: string, payer: Payer, lang: Lang): Promise<{ payment: Payment; url: string }> => {
      const team = await getAccessibleTeamWithFee(db, teamId, payer)
      if (!order || !(await isOnline())) throw new AppError('payment-not-set-up')
      const { id, url } = await order.start(team, payer, lang)
      return { payment: toPayment(await getOwnPayment(id, payer)), url }
    },

    /**
     * Returns a payment and what its receipt says, null without a receipt. Throws `not-found`, also for the
     * payment of another user.
     */
    getPaymentWithReceipt: async (
      id: string,
      payer: Payer,
    ): Promise<{ payment: Payment; receipt: ReceiptDetails | null }> => {
      const found = await getOwnPayment(id, payer)
      const payment = toPayment(found)
      return {
        payment,
        receipt:
          payment.receipt === null ? null : toReceiptDetails(found.payment, await findPayerOfPayment(db, id)),
      }
    },

    /**
     * Asks the gateway for the state of a payment; see sync-payment.ts. Throws `not-found`, `gateway-away`,
     * `gateway-refused`.
     */
    sync: async (id: string, payer: Payer, trigger: SyncTrigger): Promise<Payment> => {
      await getOwnPayment(id, payer)
      await paymentSync.sync(id, trigger)
      return toPayment(await getOwnPayment(id, payer))
    },

    /**
     * Handles a notification of the gateway about a transaction: the payment is checked with the gateway. A
     * notification for an unknown cart is ignored. Throws `bad-advice` for a wrong signature, and
     * `gateway-away` when the gateway does not answer; it then sends the notification again.
     */
    handleNotification: async (notification: GatewayNotification, signature: string): Promise<void> => {
      if (!telr?.adviceSecret || !isValidAdviceSignature(telr.adviceSecret, notification, signature))
        throw new AppError('bad-advice')
      const payment = await findPaymentByCartId(db, (notification.tran_cartid ?? '').trim())
      if (!payment) return
      const { tran_type: type = '', tran_status: status = '', tran_ref: ref = '' } = notification
      await insertPaymentStep(db, payment.id, 'advice', {
        type: type.trim(),
        status: status.trim().toUpperCase(),
        ref: ref.trim(),
      })
      await paymentSync.sync(payment.id, 'advice')
    },

    /**
     * Checks all payments that are due (`listPaymentIdsDueForCheck`) with the gateway. Returns their number. A payment
     * whose check fails is checked again later.
     */
    poll: async (log: Log): Promise<number> => {
      for (const { id, version } of await listStalePaymentsWithoutOrder(db))
        await inTransaction(db, async (tx) => {
          await updatePayment(tx, id, { state: 'failed', version: version + 1 })
          await insertPaymentStep(tx, id, 'failed')
        }).catch((error: unknown) =>
          log.warn(
            { state: findSqlStateOrSystemCode(error) },
            `payment ${id} without an order could not be ended`,
          ),
        )
      if (!telr) return 0
      const due = await listPaymentIdsDueForCheck(db, maxPolledPayments, { demo: telr.isDemo })
      await runForEachConcurrently(pollConcurrency, due, async (id) => {
        try {
          await paymentSync.sync(id, 'sweep')
        } catch (error) {
          log.warn({ err: error }, `payment ${id} could not be checked`)
          await updatePayment(db, id, { checkedAt: new Date() })
        }
      })
      return due.length
    },

    /** Compares now and stores the result. */
    reconcile,
    findLastReconciliation: (): Promise<PaymentReconciliation | undefined> => findLastReconciliation(db),

    list: async (
      query: Parameters<typeof readPaymentPage>[1],
    ): Promise<{ payments: PaymentRecord[]; total: number }> => {
      const { rows, total } = await readPaymentPage(db, query)
      return { payments: rows.map(toPaymentRecord), total }
    },

    /** Sums the money that was received and refunded on these days of the site's time zone. */
    getTotals: async (period: RegionalReportPeriod): Promise<PaymentTotals> =>
      sumPaymentsAndRefundsOfPeriod(database.readDb, period, await getSiteTimeZone({ config, database })),

    /**
     * Exports the payments and refunds of these days as the lines of a CSV file; the audit log records the
     * export.
     */
    exportLedger: async (period: RegionalReportPeriod, actor: Actor): Promise<string[]> => {
      await writeAudit(db, {
        actor,
        action: 'export',
        entity: 'payment',
        entityId: 'all',
        after: { from: period.from, to: period.to },
      })
      const timeZone = await getSiteTimeZone({ config, database })
      return formatLedgerCsv(await listLedgerRowsOfPeriod(database.readDb, period, timeZone), timeZone)
    },

    /** A payment with its log. Throws `not-found`. */
    getDetails: async (
      id: string,
    ): Promise<{
      payment: PaymentRecord
      decision: PaymentDecision | null
      payer: PayerDetails | null
      steps: PaymentStep[]
    }> => {
      return {
        payment: await getRecord(id),
        decision: (await findUndecidedPaymentDetails(db, id)) ?? null,
        payer: (await findPayerOfPayment(db, id)) ?? null,
        steps: await listPaymentSteps(db, id),
      }
    },

    /** See refund.ts. */
    refund: async (request: RefundRequest): Promise<PaymentRecord> => {
      await sendRefund(await inTransaction(db, (tx) => requestRefund(tx, request)))
      return getRecord(request.id)
    },
    /** For a refund that is part of another decision, whose transaction stores it; see refund.ts. */
    requestRefund,
    sendRefund,
    listPaymentsToRefundWhenTeamsLeave,

    /** See refund.ts. */
    discardRefund: async (discard: RefundDiscard): Promise<PaymentRecord> => {
      await discardRefund(discard)
      return getRecord(discard.id)
    },

    /** See accept-payment.ts. */
    accept: async (acceptance: PaymentAcceptance): Promise<PaymentRecord> => {
      await acceptUndecidedPaymentAsTeamFee({ config, database }, acceptance)
      return getRecord(acceptance.id)
    },

    /** See manual-payment.ts. */
    markPaid: (mark: ManualPaidMark): Promise<boolean> =>
      markTeamPaidOrUnpaidManually(db, mark, { countVersion: true }),
  }
}
