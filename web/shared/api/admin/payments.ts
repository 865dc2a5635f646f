import type { PaymentFilter, PaymentReportPeriod } from '#contract/payment.ts'
import type { ApiCall, ApiRequest } from '#web/shared/api/call.ts'
import { paymentApi } from '#web/shared/api/payments.ts'
import { toListQuery } from './crud.ts'

/** Creates the back office's calls about payments. `request` returns the response itself, for files. */
export const createAdminPaymentApi = (call: ApiCall, request: ApiRequest) => ({
  list: async (query: PaymentFilter & { page: number; perPage: number; sort?: string | undefined }, signal?: AbortSignal) => {
    const { payments, totalItems } = await call('GET /api/admin/payments', { query: toListQuery(query), signal })
    return { rows: payments, total: totalItems }
  },
  /** The money received and refunded in a period, by competition and by day. */
  getTotals: async (query: PaymentReportPeriod, signal?: AbortSignal) =>
    (await call('GET /api/admin/payments/totals', { query, signal })).totals,
  /** The payments and refunds of a period as a CSV file for accountants. */
  exportLedger: async (query: PaymentReportPeriod): Promise<Blob> => (await request('GET /api/admin/payments/ledger', { query })).blob(),
  details: (paymentId: string) => call('GET /api/admin/payments/:paymentId', { params: { paymentId } }),
  /** What a team has to pay, and its payments. Throws `not-found`. */
  ofTeam: paymentApi.offer,
  /** Whether orders are test orders, with which no money moves, and whether the payment page is the stand-in of the demo content. */
  getMode: (signal?: AbortSignal) => call('GET /api/admin/payments/mode', { signal }),
  /** Asks the gateway for the state of a payment. */
  check: paymentApi.check,
  /** Error codes: `refund-refused`, `payment-under-way`, `gateway-away`, `conflict`. `atGateway`: the gateway refunded it before. */
  refund: async (paymentId: string, reason: string, atGateway: boolean) => {
    const { msg } = await call('POST /api/admin/payments/:paymentId/refund', { params: { paymentId }, json: { reason, atGateway } })
    return { message: msg }
  },
  /** Marks a team as paid, or not, by hand. Throws `conflict` (`paid`) for a team that has paid online. */
  mark: async (teamId: string, paid: boolean, reason: string) => {
    const { msg } = await call('POST /api/admin/payments/mark', { json: { teamId, paid, reason } })
    return { message: msg }
  },
  /** The last comparison with teams and gateway, if there was one. */
  lastReconciliation: async () => (await call('GET /api/admin/payments/reconcile')).reconciliation,
  reconcile: async () => (await call('POST /api/admin/payments/reconcile')).reconciliation,
})
