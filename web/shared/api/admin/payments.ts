import { paths } from '#contract/paths.ts'
import type { PaymentFilter, PaymentRecord, PaymentStep, Reconciliation } from '#contract/payment.ts'
import type { WirePaymentRecord, WireReconciliation, WireStep } from '#contract/published/payment.schema.ts'
import { paymentFilterToQuery, paymentRecordFromWire, reconciliationFromWire, stepFromWire } from '#contract/published/payment.ts'
import type { Call } from '#web/shared/api/call.ts'
import { paymentCalls } from '#web/shared/api/payments.ts'

const of = (id: string) => `${paths.adminPayments}/${encodeURIComponent(id)}`

/** The back office's calls about payments. */
export const adminPaymentCalls = (call: Call) => ({
  list: async (
    { page, perPage, ...filter }: PaymentFilter & { page: number; perPage: number },
    signal?: AbortSignal,
  ): Promise<{ rows: PaymentRecord[]; total: number }> => {
    const reply = await call<{ payments: WirePaymentRecord[]; totalItems: number }>(`${paths.adminPayments}/`, {
      query: { page, per_page: perPage, ...paymentFilterToQuery(filter) },
      ...(signal ? { signal } : {}),
    })
    return { rows: reply.payments.map(paymentRecordFromWire), total: reply.totalItems }
  },
  details: async (id: string): Promise<{ payment: PaymentRecord; steps: PaymentStep[] }> => {
    const { payment, steps } = await call<{ payment: WirePaymentRecord; steps: WireStep[] }>(of(id))
    return { payment: paymentRecordFromWire(payment), steps: steps.map(stepFromWire) }
  },
  /** What a team has to pay, and its payments. Throws `not-found`. */
  ofTeam: paymentCalls(call).offer,
  /** Asks the gateway what became of a payment. */
  check: paymentCalls(call).check,
  /** Refusals to know: `refund-refused`, `payment-under-way`, `gateway-away`, `conflict`. `atGateway`: it was given back there already. */
  refund: async (id: string, reason: string, atGateway: boolean): Promise<{ message: string }> => {
    const { msg } = await call<{ msg: string }>(`${of(id)}/refund`, { method: 'POST', json: { reason, at_gateway: atGateway } })
    return { message: msg }
  },
  /** Marks a team as paid, or not, by hand. Throws `conflict` (`payment_status`) for one that has paid online. */
  mark: async (teamId: string, paid: boolean, reason: string): Promise<{ message: string }> => {
    const { msg } = await call<{ msg: string }>(paths.adminPaymentsMark, {
      method: 'POST',
      json: { team_id: teamId, payment_status: paid, reason },
    })
    return { message: msg }
  },
  /** The last comparison with teams and gateway, if there was one. */
  lastReconciliation: async (): Promise<Reconciliation | null> => {
    const { reconciliation } = await call<{ reconciliation: WireReconciliation | null }>(paths.adminPaymentsReconcile)
    return reconciliation && reconciliationFromWire(reconciliation)
  },
  reconcile: async (): Promise<Reconciliation> =>
    reconciliationFromWire(
      (await call<{ reconciliation: WireReconciliation }>(paths.adminPaymentsReconcile, { method: 'POST' })).reconciliation,
    ),
})
