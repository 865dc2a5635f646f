import type { DemoOrderOutcome } from '#contract/money/payment.schema.ts'
import { callWithoutToken } from './browser-calls.ts'
import { callApi as call } from './with-token.ts'

/**
 * The API client of the payments of a user; in the browser only, because it needs the token. A call about
 * the team or payment of another user throws an `ApiError` (`not-found`).
 */
export const paymentApi = {
  /** What has to be paid for a team, and its payments. */
  offer: async (teamId: string) => (await call('GET /api/payments?teamId', { query: { teamId } })).offer,
  /** All payments for the teams of the user, the newest first. */
  listOwn: async () => (await call('GET /api/payments')).payments,
  /**
   * Starts a payment; the browser continues at `url`. Error codes: `payment-not-set-up`,
   * `payment-not-needed`, `payment-under-way`, `payment-undecided`, `gateway-away`.
   */
  start: (teamId: string) => call('POST /api/payments', { json: { teamId } }),
  /** The payment as it is stored. */
  one: async (paymentId: string) =>
    (await call('GET /api/payments/:paymentId', { params: { paymentId } })).payment,
  /** The payment as it is stored, and what its receipt says. */
  getWithReceipt: (paymentId: string) => call('GET /api/payments/:paymentId', { params: { paymentId } }),
  /** Asks the gateway for the state of the payment. Error codes: `gateway-away`, `gateway-refused`. */
  check: async (paymentId: string) =>
    (await call('POST /api/payments/:paymentId/check', { params: { paymentId } })).payment,
}

/** The API client of the demo payment page. Its calls throw `not-found` on a site without demo content. */
export const demoOrderApi = {
  one: async (orderRef: string) =>
    (await callWithoutToken('GET /api/demo-payments/orders/:orderRef', { params: { orderRef } })).order,
  /** Ends a pending order; an order that has ended stays as it is. */
  end: async (orderRef: string, outcome: DemoOrderOutcome) =>
    (
      await callWithoutToken('POST /api/demo-payments/orders/:orderRef', {
        params: { orderRef },
        json: { outcome },
      })
    ).order,
}
