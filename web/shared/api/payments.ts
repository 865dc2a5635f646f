import { paths } from '#contract/paths.ts'
import type { Payment, PaymentOffer, ReceiptDetails } from '#contract/payment.ts'
import type { ApiCall } from './call.ts'

const path = `${paths.payments}/`
const pathOf = (id: string) => `${paths.payments}/${encodeURIComponent(id)}`

/** Creates the API client for the payments of an account; `call` sends the token. A call about the team or payment of another user throws an `ApiError` (`not-found`). */
export const createPaymentApi = (call: ApiCall) => ({
  /** What has to be paid for a team, and its payments. */
  offer: async (teamId: string) => (await call<{ offer: PaymentOffer }>(path, { query: { teamId } })).offer,
  /** All payments for the teams of the account, the newest first. */
  listOwn: async () => (await call<{ payments: Payment[] }>(path)).payments,
  /** Starts a payment; the browser continues at `url`. Error codes: `payment-not-set-up`, `payment-not-needed`, `payment-under-way`, `gateway-away`. */
  start: (teamId: string) => call<{ payment: Payment; url: string }>(path, { method: 'POST', json: { teamId } }),
  /** The payment as it is stored. */
  one: async (id: string) => (await call<{ payment: Payment }>(pathOf(id))).payment,
  /** The payment as it is stored, and what its receipt says. */
  getWithReceipt: (id: string) => call<{ payment: Payment; receipt: ReceiptDetails | null }>(pathOf(id)),
  /** Asks the gateway for the state of the payment. Error codes: `gateway-away`, `gateway-refused`. */
  check: async (id: string) => (await call<{ payment: Payment }>(`${pathOf(id)}/check`, { method: 'POST' })).payment,
})
