import { paths } from '#contract/paths.ts'
import type {
  Payer,
  PaymentFilter,
  PaymentReconciliation,
  PaymentRecord,
  PaymentReportPeriod,
  PaymentStep,
  PaymentTotals,
} from '#contract/payment.ts'
import type { ApiCall, RequestOptions } from '#web/shared/api/call.ts'
import { createPaymentApi } from '#web/shared/api/payments.ts'

const pathOf = (id: string) => `${paths.adminPayments}/${encodeURIComponent(id)}`

/** Creates the back office's calls about payments. `ask` returns the response itself, for files. */
export const createAdminPaymentApi = (call: ApiCall, ask: (path: string, send?: RequestOptions) => Promise<Response>) => ({
  list: async (
    { page, perPage, search, ...filter }: PaymentFilter & { page: number; perPage: number; sort?: string | undefined },
    signal?: AbortSignal,
  ) => {
    const { payments, totalItems } = await call<{ payments: PaymentRecord[]; totalItems: number }>(`${paths.adminPayments}/`, {
      query: { page, per_page: perPage, s: search, ...filter },
      ...(signal ? { signal } : {}),
    })
    return { rows: payments, total: totalItems }
  },
  /** The money received and refunded in a period, by competition and by day. */
  getTotals: async (period: PaymentReportPeriod, signal?: AbortSignal) =>
    (await call<{ totals: PaymentTotals }>(paths.adminPaymentsTotals, { query: period, ...(signal ? { signal } : {}) })).totals,
  /** The payments and refunds of a period as a CSV file for accountants. */
  exportLedger: async (period: PaymentReportPeriod): Promise<Blob> => (await ask(paths.adminPaymentsLedger, { query: period })).blob(),
  details: (id: string) => call<{ payment: PaymentRecord; payer: Payer | null; steps: PaymentStep[] }>(pathOf(id)),
  /** What a team has to pay, and its payments. Throws `not-found`. */
  ofTeam: createPaymentApi(call).offer,
  /** Whether orders are test orders, with which no money moves, and whether the payment page is the stand-in of the demo content. */
  getMode: (signal?: AbortSignal) => call<{ test: boolean; demo: boolean }>(paths.adminPaymentsMode, signal ? { signal } : {}),
  /** Asks the gateway for the state of a payment. */
  check: createPaymentApi(call).check,
  /** Error codes: `refund-refused`, `payment-under-way`, `gateway-away`, `conflict`. `atGateway`: the gateway refunded it before. */
  refund: async (id: string, reason: string, atGateway: boolean) => {
    const { msg } = await call<{ msg: string }>(`${pathOf(id)}/refund`, { method: 'POST', json: { reason, atGateway } })
    return { message: msg }
  },
  /** Marks a team as paid, or not, by hand. Throws `conflict` (`paid`) for a team that has paid online. */
  mark: async (teamId: string, paid: boolean, reason: string) => {
    const { msg } = await call<{ msg: string }>(paths.adminPaymentsMark, { method: 'POST', json: { teamId, paid, reason } })
    return { message: msg }
  },
  /** The last comparison with teams and gateway, if there was one. */
  lastReconciliation: async () =>
    (await call<{ reconciliation: PaymentReconciliation | null }>(paths.adminPaymentsReconcile)).reconciliation,
  reconcile: async () =>
    (await call<{ reconciliation: PaymentReconciliation }>(paths.adminPaymentsReconcile, { method: 'POST' })).reconciliation,
})
